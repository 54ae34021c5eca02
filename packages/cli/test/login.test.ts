// People at the command line of a service that asks who they are.
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "@muster/service";
import { loadSettings } from "@muster/service/settings";
import { startIssuer, type TestIssuer } from "@muster/service/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "./terminal.ts";

const alice = { preferred_username: "alice", email: "alice@example.com" };
let issuer: TestIssuer;
let service: Awaited<ReturnType<typeof startService>>;
let directory = "";
let env: Record<string, string> = {};
let server = "";

beforeAll(async () => {
  issuer = await startIssuer();
  directory = await mkdtemp(join(tmpdir(), "muster-test-"));
  const flags = {
    MUSTER_PORT: "0",
    MUSTER_HOST: "127.0.0.1",
    MUSTER_DATA_DIR: join(directory, "data"),
    LOG_LEVEL: "silent",
    AUTH_TYPE: "oidc",
    MUSTER_OIDC_ISSUER: issuer.url,
    MUSTER_OIDC_CLIENT_ID: issuer.clientId,
  };
  const loaded = loadSettings({ flags, env: {}, readFile: () => "" });
  if (loaded.kind === "problems") throw new Error(loaded.problems.join());
  service = await startService({ settings: loaded.settings });
  server = service.addresses[0]?.url ?? "";
  env = { XDG_CONFIG_HOME: directory };
}, 120_000);

afterAll(async () => {
  await service?.stop();
  await issuer?.close();
  await rm(directory, { recursive: true, force: true });
});

const contexts = async () => JSON.parse(await readFile(join(directory, "muster", "contexts.json"), "utf8"));

/** Does what a person's browser does with the address that is shown. */
const browser = (text: string) => {
  const [url] = /http\S+/.exec(text) ?? [];
  if (url?.includes("/authorize")) void fetch(url);
};

test("without a login the service says what is missing", async () => {
  const { code, err } = await run(`cluster list --server ${server}`, env);
  expect(code).not.toBe(0);
  expect(err).toContain("token");
});

test("a browser on this machine logs in; commands use the token, renew it, and logout forgets it", async () => {
  issuer.visitor.claims = alice;
  const { code, out } = await run(`login --server ${server}`, env, { err: browser });
  expect([code, out]).toEqual([0, `You are alice (user) at ${server}. Context: 127.0.0.1\n`]);
  expect((await stat(join(directory, "muster", "contexts.json"))).mode & 0o777).toBe(0o600);
  expect(await run("cluster list -o json", env)).toMatchObject({ code: 0, out: "[]\n" });

  const known = await contexts();
  const before = known.contexts["127.0.0.1"].token;
  const stale = { ...before, access: "stale", expires_at: "2020-01-01T00:00:00Z" };
  known.contexts["127.0.0.1"].token = stale;
  await writeFile(join(directory, "muster", "contexts.json"), JSON.stringify(known));
  expect(await run("cluster list -o json", env)).toMatchObject({ code: 0, out: "[]\n" });
  expect((await contexts()).contexts["127.0.0.1"].token.access).not.toBe("stale");

  expect(await run("logout", env)).toMatchObject({ code: 0, out: `You are logged out of ${server}.\n` });
  expect((await contexts()).contexts["127.0.0.1"]).toEqual({ server });
  expect(await run("logout", env)).toMatchObject({ out: `You were not logged in at ${server}.\n` });
});

test("a browser on another machine logs in with a code", async () => {
  issuer.visitor.claims = { ...alice, groups: ["muster-admin"] };
  const { code, out, err } = await run(`login --device --server ${server}`, env);
  expect([code, out]).toEqual([0, `You are alice (admin) at ${server}. Context: 127.0.0.1\n`]);
  expect(err).toContain("WDJB-MJHT");
});

test("whoever is not let in hears why", async () => {
  issuer.visitor.claims = null;
  let said = "";
  const err = (text: string) => {
    said += text;
    browser(text);
  };
  expect((await run(`login --server ${server}`, env, { err })).code).not.toBe(0);
  expect(said).toContain("the issuer let nobody in (access_denied).");
  const wrong = join(directory, "token");
  await writeFile(wrong, "nonsense");
  expect((await run(`login --token-file ${wrong} --server ${server}`, env)).err).toContain("cannot be trusted");
});

test("a login touches no context of another service", async () => {
  const file = join(directory, "token");
  await writeFile(file, await issuer.token(alice));
  const config = join(directory, "several");
  const mine = { XDG_CONFIG_HOME: config };
  const saved = async () => JSON.parse(await readFile(join(config, "muster", "contexts.json"), "utf8")).contexts;
  await run("context set prod --server http://prod.example.com", mine);
  await run("context set 127.0.0.1 --server http://127.0.0.1:9", mine);
  const others = await saved();
  const { host } = new URL(server);
  const login = await run(`login --token-file ${file}`, { ...mine, MUSTER_SERVER: host, MUSTER_CONTEXT: "prod" });
  expect(login.out).toContain(`Context: ${host}\n`);
  expect(await saved()).toEqual({ ...others, [host]: { server, token: expect.anything() } });
  expect((await run("cluster list -o json", { ...mine, MUSTER_SERVER: host })).out).toBe("[]\n");
});

test("a service that asks nobody needs no login", async () => {
  const open = createServer((_, response) =>
    response.setHeader("content-type", "application/json").end('{"auth_type":"none"}'),
  );
  open.listen(0, "127.0.0.1");
  await once(open, "listening");
  const address = open.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  expect((await run(`login --server ${url}`, env)).out).toContain("there is nothing to log in to");
  open.closeAllConnections();
  open.close();
});
