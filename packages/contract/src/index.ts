export { type Checked, type CheckOptions, check } from "./check.ts";
export { checkBody, checkHeaders, checkParams, checkQuery } from "./check-request.ts";
export { type Answer, type Call, type Client, type ClientOptions, createClient } from "./client.ts";
export { ApiError, ConnectionError } from "./client-error.ts";
export { errorBody, infraErrorBody } from "./error-body.ts";
export { type FeedMessage, type FollowOptions, followFeed } from "./feed.ts";
export { formats } from "./formats.ts";
export { type JsonSchema, jsonSchema } from "./json-schema.ts";
export * from "./models/cluster.ts";
export * from "./models/cluster-params.ts";
export * from "./models/connectivity.ts";
export * from "./models/error.ts";
export * from "./models/event.ts";
export * from "./models/host.ts";
export * from "./models/infra-env.ts";
export * from "./models/inventory.ts";
export * from "./models/logs.ts";
export * from "./models/manifest.ts";
export * from "./models/muster/access.ts";
export * from "./models/muster/explanation.ts";
export * from "./models/muster/feed.ts";
export * from "./models/muster/history.ts";
export * from "./models/muster/lean.ts";
export * from "./models/muster/live-image.ts";
export * from "./models/muster/plan.ts";
export { musterModels } from "./models/muster/registry.ts";
export * from "./models/muster/stats.ts";
export * from "./models/network.ts";
export * from "./models/operator.ts";
export { models } from "./models/registry.ts";
export * from "./models/requirements.ts";
export * from "./models/step.ts";
export * from "./models/support-level.ts";
export * from "./models/v1.ts";
export * from "./models/validation.ts";
export * from "./models/version.ts";
export { nearest } from "./nearest.ts";
export { type OpenApiDocument, openapi } from "./openapi.ts";
export { describeProblems, type Problem } from "./problem.ts";
export { type Replayed, replayHistory } from "./replay.ts";
export {
  type BodyOf,
  type HeadersOf,
  type OperationId,
  type ParamsOf,
  type QueryOf,
  type ResponsesOf,
  type Routes,
  routes,
  type SuccessOf,
  type WrittenHeadersOf,
  type WrittenQueryOf,
} from "./routes/registry.ts";
export type { Api, Auth, Method, ResponseType, Role, Route as RouteDefinition, Scheme } from "./routes/route.ts";
export { commonResponses, fillPath } from "./routes/route.ts";
export { type RemovedRoute, removedRoutes } from "./routes/v1-removed.ts";
export { type FromWire, fromWire, toWire } from "./wire.ts";
