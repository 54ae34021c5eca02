import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterEach, describe, expect, test } from "vitest";
import { pooledFetch } from "./pooled-fetch.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Seen = { method: string; url: string; type: string; body: Buffer };

/** A real server that says what it got; `connections` are those it ever saw. */
async function listen(): Promise<{ url: string; seen: Seen[]; connections: () => number; server: Server }> {
  const seen: Seen[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    seen.push({
      method: request.method ?? "",
      url: request.url ?? "",
      type: request.headers["content-type"] ?? "",
      body,
    });
    response.writeHead(request.url === "/nothing" ? 204 : 201, { "x-answer": "yes" });
    response.end(request.url === "/nothing" ? undefined : `got ${body.length}`);
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return { url: `http://127.0.0.1:${port}`, seen, connections: () => connections, server };
}

function pool(connections: number) {
  const fetch = pooledFetch({ connections });
  closing.push(() => fetch.close());
  return fetch;
}

describe("fetch over few connections", () => {
  test("sends text and forms, and hands back status, headers and body", async () => {
    const { url, seen } = await listen();
    const fetch = pool(2);
    const answer = await fetch(`${url}/a?b=1`, {
      method: "POST",
      body: "héllo",
      headers: { "content-type": "text/plain" },
    });
    expect([answer.status, answer.headers.get("x-answer"), await answer.text()]).toEqual([201, "yes", "got 6"]);
    const form = new FormData();
    form.set("upfile", new File(["logs"], "logs.tar.gz"));
    await fetch(`${url}/upload`, { method: "POST", body: form });
    expect(seen[1]?.type).toMatch(/^multipart\/form-data; boundary=/);
    expect(seen[1]?.body.toString()).toContain('name="upfile"; filename="logs.tar.gz"');
    const empty = await fetch(new URL(`${url}/nothing`));
    expect([empty.status, await empty.text()]).toEqual([204, ""]);
  });

  test("never opens more than it may, however many ask at once", async () => {
    const { url, seen, connections } = await listen();
    const fetch = pool(3);
    await Promise.all(Array.from({ length: 200 }, () => fetch(url)));
    expect(seen).toHaveLength(200);
    expect(connections()).toBeLessThanOrEqual(3);
  });

  test("goes on when the server has closed a connection that was kept", async () => {
    const { url, server } = await listen();
    const fetch = pool(1);
    await fetch(url);
    server.closeAllConnections();
    expect((await fetch(url)).status).toBe(201);
  });

  test("rejects when nobody listens", async () => {
    const { url, server } = await listen();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(pool(1)(url)).rejects.toThrow(/ECONNREFUSED/);
  });
});
