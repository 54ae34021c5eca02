import { type Static, Type } from "typebox";
import { Enumeration, Int32, Model } from "../schema.ts";

export const ErrorBody = Model("error", {
  kind: Enumeration(["Error"]),
  id: Int32({ minimum: 400, maximum: 504 }),
  href: Type.String(),
  code: Type.String(),
  reason: Type.String(),
});
export type ErrorBody = Static<typeof ErrorBody>;

export const InfraError = Model("infra_error", {
  code: Int32({ minimum: 401, maximum: 403 }),
  message: Type.String(),
});
export type InfraError = Static<typeof InfraError>;
