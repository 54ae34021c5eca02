import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pullSecret } from "@muster/simulator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runningService } from "./running-service.ts";
import { newInfraEnv } from "./scene.ts";

type Value = { stringValue?: string; intValue?: number };
type Attribute = { key: string; value: Value };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
};
type Sent = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[] };

const received: { path: string | undefined; key: string | undefined; sent: Sent }[] = [];
const collector = createServer(async (request, response) => {
  const sent = JSON.parse(await text(request)) as Sent;
  received.push({ path: request.url, key: String(request.headers["x-key"]), sent });
  response.setHeader("content-type", "application/json").end("{}");
});
// Its address is known before the service starts.
await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
const { port } = collector.address() as AddressInfo;
const service = runningService({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
  OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20b",
  OTEL_SERVICE_NAME: "lab",
});
const traceId = randomBytes(16).toString("hex");
const parentId = randomBytes(8).toString("hex");
let spans: readonly Span[] = [];

beforeAll(async () => {
  const answer = await fetch(`${service.url}/api/assisted-install/v2/clusters`, {
    method: "POST",
    headers: { "content-type": "application/json", traceparent: `00-${traceId}-${parentId}-01` },
    body: JSON.stringify({ name: "traced", openshift_version: "4.22", pull_secret: pullSecret }),
  });
  expect(answer.status).toBe(201);
  await fetch(`${service.url}/api/assisted-install/v2/clusters/nobody`);
  await fetch(`${service.url}/health`);
  const { download_url } = await newInfraEnv(service.client);
  const image = await fetch(new URL(new URL(download_url ?? "").pathname, service.url), {
    headers: { range: "bytes=0-99" },
  });
  expect((await image.arrayBuffer()).byteLength).toBe(100);
  // What is left is sent when the service stops.
  await service.stop();
  spans = received.flatMap(({ sent }) =>
    sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
});

afterAll(() => new Promise((resolve) => collector.close(resolve)));

const about = ({ attributes }: { attributes: readonly Attribute[] }) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
const named = (name: string) => spans.filter((span) => span.name === name);

test("a request is a span in its caller's trace, by its route and with its status", () => {
  const [request] = named("POST /api/assisted-install/v2/clusters");
  expect(request).toMatchObject({ traceId, parentSpanId: parentId });
  expect(about(request ?? { attributes: [] })).toMatchObject({
    "http.request.method": "POST",
    "http.route": "/api/assisted-install/v2/clusters",
    "http.response.status_code": 201,
    "muster.operation": "v2RegisterCluster",
  });
});

test("the commit and the refresh that it caused are inside of it", () => {
  const [request] = named("POST /api/assisted-install/v2/clusters");
  for (const name of ["commit", "refresh"]) {
    const inside = named(name).find((span) => span.parentSpanId === request?.spanId);
    expect(inside, name).toMatchObject({ traceId });
    expect(BigInt(inside?.endTimeUnixNano ?? 0)).toBeGreaterThanOrEqual(BigInt(inside?.startTimeUnixNano ?? 1));
  }
});

test("a stream of an image is inside of its request", () => {
  const [stream] = named("image stream");
  const request = spans.find(({ spanId }) => spanId === stream?.parentSpanId);
  expect(about(request ?? { attributes: [] })).toMatchObject({ "http.response.status_code": 206 });
});

test("addresses are not told, only routes; probes are not traced", () => {
  expect(named("GET /api/assisted-install/v2/clusters/:cluster_id")).toHaveLength(1);
  expect(JSON.stringify(spans)).not.toContain("nobody");
  expect(spans.filter(({ name }) => name.includes("health"))).toEqual([]);
});

test("the collector is told who sends, with the headers that it wants", () => {
  expect(new Set(received.map(({ path, key }) => `${path} ${key}`))).toEqual(new Set(["/v1/traces a b"]));
  const [first] = received.flatMap(({ sent }) => sent.resourceSpans);
  expect(about(first?.resource ?? { attributes: [] })).toMatchObject({ "service.name": "lab" });
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  expect(loaded.some((path) => path.includes("@opentelemetry/sdk-trace"))).toBe(true);
});
