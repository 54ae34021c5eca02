// The OpenAPI 3.1 document, made from the route table and the models.
import type { TObject, TSchema } from "typebox";
import { type JsonSchema, jsonSchema } from "./json-schema.ts";
import { musterModels } from "./models/muster/registry.ts";
import { models } from "./models/registry.ts";
import { V1Cluster, V1ClusterCreateParams, V1ClusterUpdateParams } from "./models/v1.ts";
import { schemaObject } from "./openapi-schema.ts";
import { routes } from "./routes/registry.ts";
import type { Auth, ResponseType, Route } from "./routes/route.ts";

type Json = { readonly [key: string]: unknown };

export type OpenApiDocument = {
  readonly openapi: "3.1.0";
  readonly info: Json;
  readonly tags: readonly Json[];
  readonly paths: Readonly<Record<string, Json>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Json>>;
    readonly securitySchemes: Json;
    readonly responses: Json;
  };
};

export function openapi({ version }: { version: string }): OpenApiDocument {
  const all: readonly Route[] = Object.values(routes);
  const named = new Map([
    ...models,
    ...musterModels,
    ...[V1Cluster, V1ClusterCreateParams, V1ClusterUpdateParams].map(byTitle),
  ]);
  return {
    openapi: "3.1.0",
    info: {
      title: "Muster",
      version,
      summary: "Turns bare machines into Kubernetes clusters.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: pathsOf(all),
    components: {
      schemas: Object.fromEntries([...named].map(([name, schema]) => [name, schemaObject(schema, { inside: name })])),
      securitySchemes,
      responses: Object.fromEntries(
        Object.entries(sharedResponses).map(([name, { description, model }]) => [
          name,
          { description, content: { "application/json": { schema: { $ref: `#/components/schemas/${model}` } } } },
        ]),
      ),
    },
  };
}

function byTitle(schema: TSchema): [string, TSchema] {
  return [jsonSchema(schema).title ?? "", schema];
}

const tags = {
  installer: "Clusters, infra-envs, hosts and what is done with them.",
  manifests: "Manifests that are applied to a new cluster.",
  operators: "Operators that are installed with a cluster.",
  versions: "What can be installed, and what is running here.",
  events: "What happened.",
  managed_domains: "Domains whose records the service can write.",
  muster: "Muster's own: a live feed, and answers to why and what next.",
  v1: "The operations of 2021, for guides and scripts of that time.",
  service: "Probes, metrics and documentation.",
  images: "Bytes that machines boot from.",
};

const securitySchemes = {
  userAuth: { type: "apiKey", in: "header", name: "Authorization", description: "Bearer token of a person." },
  agentAuth: { type: "apiKey", in: "header", name: "X-Secret-Key", description: "Token that machines carry." },
  urlAuth: { type: "apiKey", in: "query", name: "api_key", description: "Token in a link." },
  imageAuth: { type: "apiKey", in: "header", name: "Image-Token", description: "Token for one infra-env's image." },
  imageURLAuth: { type: "apiKey", in: "query", name: "image_token", description: "The same, in a link." },
  watcherAuth: {
    type: "apiKey",
    in: "header",
    name: "Watcher-Authorization",
    description: "Token of a program that only looks on.",
  },
};

const sharedResponses: Record<string, { description: string; model: "error" | "infra_error" }> = {
  400: { description: "Something in the request is wrong; the reason says what.", model: "error" },
  401: { description: "The caller is not known.", model: "infra_error" },
  403: { description: "The caller may not do this.", model: "infra_error" },
  404: { description: "There is no such thing.", model: "error" },
  405: { description: "This method does not exist here.", model: "error" },
  409: { description: "The state of things does not allow it; the reason says what would.", model: "error" },
  500: { description: "The service failed.", model: "error" },
  501: { description: "This is not built.", model: "error" },
  503: { description: "Not now; try again.", model: "error" },
};

const successes: Readonly<Record<string, string>> = {
  200: "Done.",
  201: "Created or changed.",
  202: "Accepted; it goes on in the background.",
  204: "Done; there is nothing to say.",
  206: "The range that was asked for.",
  302: "Elsewhere: follow the address in Location.",
  304: "Unchanged.",
};

const contentTypes: Readonly<Record<ResponseType, string>> = {
  json: "application/json",
  "octet-stream": "application/octet-stream",
  "event-stream": "text/event-stream",
  text: "text/plain",
  html: "text/html",
};

function pathsOf(all: readonly Route[]): Record<string, Json> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of all) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return paths;
}

function operationOf(route: Route): Json {
  return {
    operationId: route.id,
    tags: route.tags,
    summary: route.summary,
    ...(route.deprecated || route.api === "v1" ? { deprecated: true } : {}),
    security: route.auth.map(({ scheme, roles = [] }: Auth) => ({ [scheme]: roles })),
    parameters: [
      ...parametersOf(route.params, "path"),
      ...parametersOf(route.query, "query"),
      ...parametersOf(route.headers, "header"),
    ],
    ...(route.body === undefined ? {} : { requestBody: requestBodyOf(route, route.body) }),
    responses: Object.fromEntries(
      Object.entries(route.responses).map(([status, schema]) => [status, responseOf(route, status, schema)]),
    ),
  };
}

function parametersOf(schema: TObject, place: "path" | "query" | "header"): Json[] {
  const { properties = {}, required = [] } = jsonSchema(schema);
  return Object.entries(properties).map(([name, node]: [string, JsonSchema]) => ({
    name,
    in: place,
    required: place === "path" || (required.includes(name) && node.default === undefined),
    schema: schemaObject(node),
    ...(node.type === "array" ? { style: "form", explode: false } : {}),
  }));
}

function requestBodyOf(route: Route, body: TSchema): Json {
  const type = route.bodyType === "multipart" ? "multipart/form-data" : "application/json";
  return { required: !route.bodyOptional, content: { [type]: { schema: schemaObject(body) } } };
}

function responseOf(route: Route, status: string, schema: TSchema | null): Json {
  const success = successes[status];
  if (success === undefined) return { $ref: `#/components/responses/${status}` };
  const headers = Object.entries(jsonSchema(route.responseHeaders).properties ?? {});
  return {
    description: success,
    ...(headers.length === 0
      ? {}
      : { headers: Object.fromEntries(headers.map(([name, node]) => [name, { schema: schemaObject(node) }])) }),
    ...(schema === null ? {} : { content: { [contentTypes[route.responseType]]: { schema: schemaObject(schema) } } }),
  };
}
