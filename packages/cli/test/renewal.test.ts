// Tokens that end while people work: renewed in time, once, and by an issuer behind an authority of their own.
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect, test } from "vitest";
import { scratch } from "./scratch.ts";
import { hasOpenssl, selfSigned } from "./self-signed.ts";
import { run } from "./terminal.ts";

const { at } = scratch();
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** What the issuer does, and what it and the service have seen. */
const issuer = { lifeSeconds: 600, isAway: false, given: 0, valid: new Set<string>() };
let bearers: string[] = [];
let asked = () => {};
beforeEach(() => {
  Object.assign(issuer, { lifeSeconds: 600, isAway: false, given: 0, valid: new Set(["refresh-0"]) });
  bearers = [];
  asked = () => {};
});

const expiry = (seconds: number) => new Date(Date.now() + seconds * 1_000);
const idToken = (seconds: number) =>
  `h.${Buffer.from(JSON.stringify({ exp: Math.floor(expiry(seconds).getTime() / 1_000), n: issuer.given })).toString("base64url")}.s`;

/** An issuer that takes each refresh token once, and a service without Muster's own API. */
const answer: RequestListener = async (request, response) => {
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const path = request.url ?? "";
  if (path === "/.well-known/openid-configuration") {
    if (issuer.isAway) return request.socket.destroy();
    return json(200, {
      token_endpoint: `${"encrypted" in request.socket ? "https" : "http"}://${request.headers.host}/token`,
    });
  }
  if (path === "/token") {
    const refresh = new URLSearchParams(await text(request)).get("refresh_token") ?? "";
    if (!issuer.valid.delete(refresh)) return json(400, { error: "invalid_grant" });
    issuer.given += 1;
    issuer.valid.add(`refresh-${issuer.given}`);
    return json(200, { id_token: idToken(issuer.lifeSeconds), refresh_token: `refresh-${issuer.given}` });
  }
  if (path.startsWith("/api/muster/")) return json(404, { code: "404", reason: "no such path" });
  const bearer = request.headers.authorization ?? "";
  bearers.push(bearer);
  asked();
  return bearer.includes("ended") ? json(401, { code: 401, message: "it has ended" }) : json(200, []);
};

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

let count = 0;
/** A person who logged in once, with a token that ends then. */
async function person(seconds: number, access: string, tls?: ReturnType<typeof selfSigned>) {
  count += 1;
  const server = tls ? createTlsServer(tls.options, answer) : createServer(answer);
  const url = `${tls ? "https" : "http"}://127.0.0.1:${await listening(server)}`;
  const env = { XDG_CONFIG_HOME: at(`config-${count}`) };
  const file = at(`config-${count}/muster/contexts.json`);
  mkdirSync(at(`config-${count}/muster`), { recursive: true });
  const token = { access, refresh: "refresh-0", issuer: url, client_id: "muster", expires_at: expiry(seconds) };
  const context = { server: url, token, ...(tls && { ca_file: tls.cert }) };
  writeFileSync(file, JSON.stringify({ current: "lab", contexts: { lab: context } }));
  return {
    file,
    saved: () => JSON.parse(readFileSync(file, "utf8")).contexts.lab.token,
    type: (line: string, outside = {}) => run(line, env, outside),
  };
}

test("a command that outlives its token goes on with a new one", async () => {
  issuer.lifeSeconds = -1;
  const { type, saved } = await person(-1, "ended");
  const ctrlC = new AbortController();
  asked = () => {
    if (bearers.length === 3) ctrlC.abort();
  };
  const { code } = await type("cluster watch --interval 100ms", { interruption: () => ctrlC.signal });
  expect(code).toBe(0);
  expect(new Set(bearers).size).toBe(bearers.length);
  expect(saved().refresh).toBe(`refresh-${issuer.given}`);
});

test("two commands at the end of a token spend its refresh token once", async () => {
  const { type, saved } = await person(-1, "ended");
  const both = await Promise.all([type("cluster list"), type("cluster list")]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect([issuer.given, saved().refresh]).toEqual([1, "refresh-1"]);
  expect(new Set(bearers).size).toBe(1);
});

test("an issuer that is away ends no command whose token is still good", async () => {
  issuer.isAway = true;
  const { type } = await person(30, "good");
  expect((await type("cluster list")).code).toBe(0);
  expect(bearers).toEqual(["Bearer good"]);
  const ended = await person(-1, "ended");
  expect((await ended.type("cluster list")).err).toContain("the issuer does not answer");
});

test("an issuer that wants the person again: the service says so, and the remedy is to log in", async () => {
  issuer.valid.clear();
  const { type, saved } = await person(-1, "ended");
  const { code, err } = await type("cluster list");
  expect([code, saved().access]).toEqual([1, "ended"]);
  expect(err).toContain("`muster login`");
});

test("a command that was killed while it renewed does not stop the next one", async () => {
  const { type, file } = await person(-1, "ended");
  writeFileSync(`${file}.lock`, String(process.pid));
  utimesSync(`${file}.lock`, expiry(-90), expiry(-90));
  expect((await type("cluster list")).code).toBe(0);
  expect(existsSync(`${file}.lock`)).toBe(false);
});

test.skipIf(!hasOpenssl)("the issuer may be behind the authority of the context", async () => {
  const { type } = await person(-1, "ended", selfSigned(at));
  expect(await type("cluster list")).toMatchObject({ code: 0, err: "" });
  expect(issuer.given).toBe(1);
});
