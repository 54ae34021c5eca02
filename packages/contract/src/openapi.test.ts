import { validate } from "@readme/openapi-parser";
import { describe, expect, test } from "vitest";
import { modelShapes, v2Operations } from "../test/reference.ts";
import { musterModels, openapi, type RouteDefinition, routes } from "./index.ts";

const document = openapi({ version: "1.2.3" });
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

describe("the OpenAPI document", () => {
  test("is valid OpenAPI 3.1", async () => {
    // The validator resolves references in place.
    const copy = JSON.parse(JSON.stringify(document));
    expect(await validate(copy)).toEqual({ valid: true, warnings: [], specification: "OpenAPI" });
  });

  test("has every operation of the route table once", () => {
    const ids = operations.map((operation) => Object(operation).operationId);
    expect(ids.sort()).toEqual(Object.keys(routes).sort());
    expect(ids).toEqual(expect.arrayContaining(v2Operations.map(([id]) => id)));
  });

  test("has the 182 models by the names that the wire knows, the three of v1, and our own", () => {
    const names = modelShapes.map(([name]) => name);
    expect(names).toHaveLength(182);
    expect(Object.keys(document.components.schemas).sort()).toEqual(
      [...names, ...musterModels.keys(), "v1-cluster", "v1-cluster-create-params", "v1-cluster-update-params"].sort(),
    );
  });

  test("refers to models instead of repeating them", () => {
    expect(document.components.schemas["host-list"]).toEqual({
      type: "array",
      items: { $ref: "#/components/schemas/host" },
    });
    expect(document.paths["/api/assisted-install/v2/clusters"]).toMatchObject({
      post: {
        requestBody: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/cluster-create-params" } } },
        },
        responses: {
          201: { content: { "application/json": { schema: { $ref: "#/components/schemas/cluster" } } } },
          400: { $ref: "#/components/responses/400" },
        },
      },
    });
  });

  test("says what may be null and what is assumed", () => {
    expect(document.components.schemas["cluster-create-params"]).toMatchObject({
      properties: {
        platform: { anyOf: [{ $ref: "#/components/schemas/platform" }, { type: "null" }] },
        network_type: { type: ["string", "null"], enum: expect.arrayContaining(["Calico", null]) },
        tags: { type: ["string", "null"] },
        hyperthreading: { default: "all" },
      },
    });
  });

  test("describes parameters, downloads, uploads, headers and who may call", () => {
    expect(document.paths["/api/assisted-install/v2/events"]).toMatchObject({
      get: {
        security: [{ userAuth: ["admin", "read-only-admin", "user"] }, { urlAuth: [] }, { watcherAuth: [] }],
        parameters: expect.arrayContaining([
          { name: "order", in: "query", required: false, schema: expect.objectContaining({ default: "ascending" }) },
        ]),
        responses: { 200: { headers: { "Event-Count": { schema: { type: "integer" } } } } },
      },
    });
    expect(document.paths["/api/assisted-install/v2/clusters/{cluster_id}/logs"]).toMatchObject({
      get: { responses: { 200: { content: { "application/octet-stream": { schema: { format: "binary" } } } } } },
      post: { requestBody: { content: { "multipart/form-data": {} } }, responses: { 204: {} } },
    });
  });

  test("names a scheme for every kind of caller in the route table", () => {
    const all: readonly RouteDefinition[] = Object.values(routes);
    const used = new Set(all.flatMap((route) => route.auth.map(({ scheme }) => scheme)));
    expect(Object.keys(document.components.securitySchemes).sort()).toEqual([...used].sort());
  });

  test("carries no keyword of ours that a reader would not know", () => {
    expect(JSON.stringify(document).match(/"(assumed|nullable|~\w+)":/g)).toBeNull();
  });
});
