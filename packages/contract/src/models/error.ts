import { type Static, Type } from "typebox";
import { Enumeration, Model } from "../schema.ts";

export const ErrorBody = Model({
  kind: Enumeration(["Error"]),
  id: Type.Integer({ minimum: 400, maximum: 504 }),
  href: Type.String(),
  code: Type.String(),
  reason: Type.String(),
});
export type ErrorBody = Static<typeof ErrorBody>;

export const InfraError = Model({
  code: Type.Integer({ minimum: 401, maximum: 403 }),
  message: Type.String(),
});
export type InfraError = Static<typeof InfraError>;
