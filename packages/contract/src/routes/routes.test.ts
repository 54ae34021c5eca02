import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { v2Operations } from "../../test/reference.ts";
import { commonResponses, fillPath, type OperationId, type RouteDefinition, removedRoutes, routes } from "../index.ts";

const all: readonly RouteDefinition[] = Object.values(routes);
const common = new Set(Object.keys(commonResponses));

describe("the route table", () => {
  test("has the 81 operations of v2: id, method, path and statuses", () => {
    const ours = all
      .filter((route) => route.api === "v2")
      .map(({ id, method, path, responses }) => {
        const statuses = Object.keys(responses).filter((status) => !common.has(status));
        return [id, method, path.replace("/api/assisted-install", ""), statuses.join(" ")];
      });
    const byId = (a: readonly unknown[], b: readonly unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1);
    expect(ours).toHaveLength(81);
    expect(ours.sort(byId)).toEqual([...v2Operations].sort(byId));
  });

  test("has all 65 operations of v1, built or sent elsewhere", () => {
    const built = all.filter((route) => route.api === "v1");
    expect(built).toHaveLength(56);
    expect(removedRoutes).toHaveLength(9);
    expect(new Set([...built, ...removedRoutes].map(({ id }) => id)).size).toBe(65);
  });

  test("no two routes share a method and a path", () => {
    const places = [...all, ...removedRoutes].map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`,
    );
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
  });

  test("an operation of v1 that is not built names one of v2 that is, and where", () => {
    for (const { use, reason, id } of removedRoutes) {
      const replacement: RouteDefinition = routes[use];
      expect(replacement.api, id).toBe("v2");
      expect(reason).toContain(`${use} instead: ${replacement.method} ${replacement.path}`);
    }
  });

  test("every REST operation may answer 401, 403, 405 and 500, and says so", () => {
    for (const { id, api, responses } of all) {
      if (api === "v2" || api === "v1" || api === "muster") expect(responses, id).toMatchObject(commonResponses);
    }
  });

  test("a summary is one sentence of our own", () => {
    for (const { id, summary } of all) expect(summary, id).toMatch(/^[A-Z][^.]+\.$/);
  });

  test.each<[OperationId, string]>([
    ["v2RegisterCluster", "userAuth:admin,user"],
    ["v2ListClusters", "userAuth:admin,read-only-admin,user watcherAuth:"],
    ["V2ListClusterManifests", "userAuth:"],
    ["v2PostStepReply", "agentAuth:"],
    ["DownloadMinimalInitrd", "userAuth:admin,read-only-admin,user urlAuth: imageAuth:"],
    ["getHealth", ""],
  ])("%s is for %s", (id, expected) => {
    const route: RouteDefinition = routes[id];
    expect(route.auth.map(({ scheme, roles = [] }) => `${scheme}:${roles.join(",")}`).join(" ")).toBe(expected);
  });
});

describe("filling in a path", () => {
  test("escapes what would change the path", () => {
    expect(fillPath("/a/{x}/b/{y}", { x: "1/../2", y: "é" })).toBe("/a/1%2F..%2F2/b/%C3%A9");
  });

  test("refuses to leave a gap", () => {
    expect(() => fillPath("/a/{x}", {})).toThrow("needs a value for x");
    expect(() => fillPath("/a/{x}", { x: "" })).toThrow("needs a value for x");
  });
});

test("docs/reference/own-api.md lists every operation of Muster's own API", () => {
  const page = readFileSync(new URL("../../../../docs/reference/own-api.md", import.meta.url), "utf8");
  const own = all.filter(({ path }) => path.startsWith("/api/muster/v1/"));
  const listed = own.map(({ method, path }) => `\`${method} ${path.slice(15).replace(/\{\w+\}/, "{id}")}\``);
  expect(listed.filter((each) => !page.includes(each))).toEqual([]);
  expect(listed.length).toBeGreaterThan(15);
});
