import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { connect } from "./connect.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A real server that keeps what it was sent, and the most that was asked of it at once. */
async function listen(answerAfterMs = 0) {
  const seen: { path: string; headers: NodeJS.Dict<string | string[]> }[] = [];
  let [underWay, most] = [0, 0];
  const server = createServer((request, response) => {
    seen.push({ path: request.url ?? "", headers: request.headers });
    underWay += 1;
    most = Math.max(most, underWay);
    request.resume();
    request.on("end", () => {
      setTimeout(() => {
        underWay -= 1;
        response.writeHead(200, { "content-type": "application/json" }).end("[]");
      }, answerAfterMs);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, seen, most: () => most };
}

describe("a connection to the service", () => {
  test("takes no more than it may, however many machines ask at once", async () => {
    const { url, seen, most } = await listen();
    const client = connect(url, { connections: 3 });
    await Promise.all(Array.from({ length: 200 }, () => client.call("v2ListClusters")));
    expect(seen).toHaveLength(200);
    expect(most()).toBeLessThanOrEqual(3);
  });

  test("gives each request an id of its own, and says who asks", async () => {
    const { url, seen } = await listen();
    const client = connect(url, { agentToken: "agent", userToken: "person" });
    await client.call("v2ListClusters");
    await client.call("v2ListClusters");
    const [one, other] = seen.map(({ headers }) => headers);
    expect(one).toMatchObject({ "x-secret-key": "agent", authorization: "Bearer person" });
    expect(one?.["x-request-id"]).not.toBe(other?.["x-request-id"]);
  });

  test("lets a machine show a token of its own, and a person another one each time", async () => {
    const { url, seen } = await listen();
    const tokens = ["early", "late"];
    const client = connect(url, { userToken: async () => tokens.shift() ?? "" });
    await client.call("v2ListClusters");
    await client.asAgent("machine").call("v2ListClusters");
    await client.call("v2ListClusters");
    expect(seen.map(({ headers }) => [headers.authorization, headers["x-secret-key"]])).toEqual([
      ["Bearer early", undefined],
      [undefined, "machine"],
      ["Bearer late", undefined],
    ]);
  });

  test("counts the wait for a connection: a service that falls behind cannot hide it", async () => {
    const { url } = await listen(30);
    const times: number[] = [];
    const client = connect(url, { connections: 1, observe: ({ milliseconds }) => times.push(milliseconds) });
    await Promise.all(Array.from({ length: 5 }, () => client.call("v2ListClusters")));
    expect(Math.max(...times)).toBeGreaterThan(5 * 29);
  });

  test("frees its place when a request fails", async () => {
    const client = connect("http://127.0.0.1:9", { connections: 1 });
    for (let time = 0; time < 3; time += 1) await expect(client.call("v2ListClusters")).rejects.toThrow(/cannot reach/);
  });
});
