import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { httpGet } from "./http-get.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const get = (address: string) =>
  httpGet(
    address,
    { method: "GET", timeout: 2_000 },
    { headers: { authorization: "secret" }, query: { key: "secret" } },
  );

test("a redirect is followed, and the headers and parameters for one server are not told to another", async () => {
  const told: (string | undefined)[] = [];
  const second = await serve(({ url, headers }, response) => {
    told.push(url, headers.authorization);
    response.end("here");
  });
  const first = await serve(({ headers }, response) => {
    told.push(headers.authorization);
    response.writeHead(302, { location: `${second}/live.iso` }).end();
  });
  const response = await get(`${first}/live.iso`);
  response.resume();
  expect([response.statusCode, told]).toEqual([200, ["secret", "/live.iso", undefined]]);
});

test.each([
  ["to itself", "/live.iso", /redirects more than 5 times/],
  ["to a file", "file:///etc/passwd", /redirects to an address that is neither http nor https/],
  ["to nowhere", "http://[", /redirects to an address that is neither http nor https/],
])("a redirect %s is refused in words, without secrets", async (_, location, reason) => {
  const server = await serve((_request, response) => void response.writeHead(302, { location }).end());
  const failure = await get(`${server.replace("//", "//user:secret@")}/live.iso`).catch((error: Error) => error);
  expect(failure).toMatchObject({ kind: "refused", message: expect.stringMatching(reason) });
  expect(String(failure)).not.toContain("secret");
});
