// Every operation by its id. The server registers these, the client calls these, the document lists these.
import type { Static, TSchema } from "typebox";
import { accessRoutes } from "./access.ts";
import { clusterFileRoutes } from "./cluster-files.ts";
import { clusterRoutes } from "./clusters.ts";
import { eventRoutes } from "./events.ts";
import { hostProtocolRoutes } from "./host-protocol.ts";
import { hostRoutes } from "./hosts.ts";
import { imageRoutes, liveImageRoutes } from "./images.ts";
import { infraEnvRoutes } from "./infra-envs.ts";
import { logRoutes } from "./logs.ts";
import { manifestRoutes } from "./manifests.ts";
import { musterRoutes } from "./muster.ts";
import { operatorRoutes } from "./operators.ts";
import type { Written } from "./route.ts";
import { serviceRoutes } from "./service.ts";
import { supportLevelRoutes } from "./support-levels.ts";
import { v1ClusterRoutes } from "./v1-clusters.ts";
import { v1HostRoutes } from "./v1-hosts.ts";
import { v1NeighbourRoutes } from "./v1-neighbours.ts";
import { versionRoutes } from "./versions.ts";

export const routes = {
  ...clusterRoutes,
  ...clusterFileRoutes,
  ...infraEnvRoutes,
  ...hostRoutes,
  ...hostProtocolRoutes,
  ...manifestRoutes,
  ...operatorRoutes,
  ...versionRoutes,
  ...eventRoutes,
  ...logRoutes,
  ...supportLevelRoutes,
  ...v1ClusterRoutes,
  ...v1HostRoutes,
  ...v1NeighbourRoutes,
  ...musterRoutes,
  ...accessRoutes,
  ...serviceRoutes,
  ...imageRoutes,
  ...liveImageRoutes,
} as const;

export type Routes = typeof routes;
export type OperationId = keyof Routes;

/** What a handler gets after the checks. */
export type ParamsOf<Id extends OperationId> = Static<Routes[Id]["params"]>;
export type QueryOf<Id extends OperationId> = Static<Routes[Id]["query"]>;
export type HeadersOf<Id extends OperationId> = Static<Routes[Id]["headers"]>;
export type BodyOf<Id extends OperationId> = Routes[Id]["body"] extends TSchema
  ? Static<Routes[Id]["body"]>
  : undefined;

/** What a caller writes: the same, but parameters that have a default may be left out. */
export type WrittenQueryOf<Id extends OperationId> = Written<Routes[Id]["query"]>;
export type WrittenHeadersOf<Id extends OperationId> = Written<Routes[Id]["headers"]>;

/** Body by status: `ResponsesOf<"v2GetCluster">[200]`. No body is undefined. */
export type ResponsesOf<Id extends OperationId> = {
  [Status in keyof Routes[Id]["responses"]]: Routes[Id]["responses"][Status] extends TSchema
    ? Static<Routes[Id]["responses"][Status]>
    : undefined;
};

type SuccessStatus = 200 | 201 | 202 | 204 | 206;

/** The body of the answer when all went well. */
export type SuccessOf<Id extends OperationId> = ResponsesOf<Id>[SuccessStatus & keyof ResponsesOf<Id>];
