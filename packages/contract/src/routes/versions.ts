import { Type } from "typebox";
import { ListManagedDomains, ListVersions, OpenshiftVersions, ReleaseSources } from "../models/version.ts";
import { Fields } from "../schema.ts";
import { v2 } from "./groups.ts";
import { defineRoutes, errors, readers } from "./route.ts";

export const versionRoutes = defineRoutes(
  { ...v2, tag: "versions" },
  {
    v2ListComponentVersions: {
      method: "GET",
      path: "/component-versions",
      summary: "List the versions of the service's own parts.",
      auth: readers,
      responses: { 200: ListVersions },
    },
    v2ListSupportedOpenshiftVersions: {
      method: "GET",
      path: "/openshift-versions",
      summary: "List the versions that can be installed.",
      auth: readers,
      query: Fields({ version: Type.Optional(Type.String()), only_latest: Type.Optional(Type.Boolean()) }),
      responses: { 200: OpenshiftVersions, ...errors(400, 503) },
    },
    v2ListReleaseSources: {
      method: "GET",
      path: "/release-sources",
      summary: "List where releases are looked for.",
      auth: readers,
      responses: { 200: ReleaseSources },
    },
    V2ListManagedDomains: {
      method: "GET",
      path: "/domains",
      summary: "List the domains whose records the service can write itself.",
      tags: ["managed_domains"],
      auth: readers,
      responses: { 200: ListManagedDomains },
    },
  },
);
