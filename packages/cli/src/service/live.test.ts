import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { createClient } from "@muster/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { liveView } from "./live.ts";

const id = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
const cluster = (status: string) => ({ id, name: "lab", status, status_info: "" });
const feeds: ServerResponse[] = [];
let hasFeed = true;
let asked = 0;

const server = createServer((request, response) => {
  const path = (request.url ?? "").split("?")[0];
  const json = (body: unknown) => response.end(JSON.stringify(body));
  if (path === "/api/assisted-install/v2/clusters") {
    asked += 1;
    json([cluster(asked === 1 ? "ready" : "installing")]);
  } else if (!hasFeed) response.writeHead(404).end('{"code":"404","reason":"no such path"}');
  else if (path === "/api/muster/v1/clusters") json({ position: 7, clusters: [cluster("ready")] });
  else if (path === "/api/muster/v1/feed") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const data = JSON.stringify({ kind: "cluster", id, cluster: cluster("installing") });
    response.write(`id: 7\n\nid: 8\nevent: cluster\ndata: ${data}\n\n`);
    feeds.push(response);
  }
});
let baseUrl = "";
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  baseUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Looks until the cluster is being installed, then leaves. */
async function statuses(): Promise<string[]> {
  const service = { client: createClient({ baseUrl }), server: baseUrl, token: async () => undefined };
  const seen: string[] = [];
  const options = { scope: {}, signal: new AbortController().signal, intervalMs: 1, withHosts: false };
  for await (const { clusters } of liveView(service, options)) {
    const status = clusters[0]?.status ?? "";
    seen.push(status);
    if (status === "installing") break;
  }
  return seen;
}

test("follows the feed from where the list ends, and lets go of it with the one who looks", async () => {
  expect(await statuses()).toEqual(["ready", "installing"]);
  const [feed] = feeds;
  if (feed && !feed.closed) await once(feed, "close");
  expect(feed?.req.headers["last-event-id"]).toBe("7");
});

test("asks again and again where there is no feed", async () => {
  hasFeed = false;
  expect(await statuses()).toEqual(["ready", "installing"]);
});
