import { Type } from "typebox";
import { Feature, Operator, SupportLevels } from "../models/support-level.ts";
import { Default, Enumeration, Fields } from "../schema.ts";
import { v2 } from "./groups.ts";
import { platformQuery } from "./parameters.ts";
import { defineRoutes, errors, readers } from "./route.ts";

export const supportLevelRoutes = defineRoutes(v2, {
  GetSupportedFeatures: {
    method: "GET",
    path: "/support-levels/features",
    summary: "Read how well each feature is supported with a version, an architecture and a platform.",
    auth: readers,
    query: Fields({ openshift_version: Type.String(), ...platformQuery }),
    responses: { 200: Fields({ features: Type.Optional(SupportLevels) }), ...errors(400, 404, 503) },
  },
  GetDetailedSupportedFeatures: {
    method: "GET",
    path: "/support-levels/features/detailed",
    summary: "The same with reasons, incompatibilities and dependencies of operators.",
    auth: readers,
    query: Fields({
      openshift_version: Type.String(),
      ...platformQuery,
      // This operation alone does not know the older name aarch64 (reference service 1.2).
      cpu_architecture: Default(Enumeration(["x86_64", "arm64", "ppc64le", "s390x", "multi"]), "x86_64"),
    }),
    responses: {
      200: Fields({ features: Type.Optional(Type.Array(Feature)), operators: Type.Optional(Type.Array(Operator)) }),
      ...errors(400),
    },
  },
  GetSupportedArchitectures: {
    method: "GET",
    path: "/support-levels/architectures",
    summary: "Read how well each architecture is supported with a version.",
    auth: readers,
    query: Fields({ openshift_version: Type.String() }),
    responses: { 200: Fields({ architectures: Type.Optional(SupportLevels) }), ...errors(400, 404, 503) },
  },
});
