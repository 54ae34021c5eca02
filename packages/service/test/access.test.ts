// Getting in, and what is not let in, at a real service.
import { ApiError, type Client, createClient } from "@muster/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningService, startService } from "../src/index.ts";
import { type AccessScene, accessScene, asPerson, clientOf, ownTokens, people, urlOf } from "./access-scene.ts";
import type { Flags } from "./running-service.ts";

let scene: AccessScene;
beforeAll(async () => {
  scene = await accessScene();
}, 120_000);
afterAll(() => scene?.close());

/** The status of a refusal, and what it says. */
async function refused(call: Promise<unknown>): Promise<{ status: number; message: string }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, message: error.message };
    throw error;
  }
  throw new Error("it was allowed");
}

function running(type: string, more: Flags = {}) {
  const logged: string[] = [];
  let service: RunningService | undefined;
  beforeAll(async () => {
    const settings = scene.settings(type, { LOG_LEVEL: "trace", ...more });
    service = await startService({ settings, logTo: { write: (line: string) => void logged.push(line) } });
  }, 60_000);
  afterAll(async () => service?.stop());
  const at = () => {
    if (!service) throw new Error("the service runs only during tests");
    return service;
  };
  return {
    logged,
    at,
    as: async (who: keyof typeof people): Promise<Client> =>
      clientOf(at(), asPerson(await scene.issuer.token(people[who]))),
    agent: (token: string): Client => clientOf(at(), { "x-secret-key": token }),
  };
}

describe("oidc", () => {
  const service = running("oidc");

  test("the service tells whom it asks, and people who they are", async () => {
    const open = createClient({ baseUrl: urlOf(service.at()) });
    expect(await open.call("musterGetAccess")).toMatchObject({ auth_type: "oidc", issuer: scene.issuer.url });
    expect(await (await service.as("alice")).call("musterGetMe")).toEqual({
      user_name: "alice",
      org_id: "acme",
      role: "user",
    });
    expect(await refused(open.call("musterGetMe"))).toMatchObject({ status: 401 });
  });

  test("lists show what is one's own, one's organisation's, or everything", async () => {
    const seen = async (who: keyof typeof people) => {
      const client = await service.as(who);
      const clusters = (await client.call("v2ListClusters")).map(({ id }) => id);
      const infraEnvs = (await client.call("ListInfraEnvs")).map(({ id }) => id);
      const { hosts } = await client.call("musterListHosts");
      const { clusters: lean } = await client.call("musterListClusters");
      expect([...new Set(hosts.map(({ cluster_id: id }) => id))].sort()).toEqual(lean.map(({ id }) => id).sort());
      const events = await client.call("v2ListEvents", { query: { limit: 500 } });
      return [clusters, infraEnvs, [...new Set(events.flatMap(({ cluster_id: id }) => id ?? []))]].map((ids) =>
        ids.sort(),
      );
    };
    const { ours, theirs } = scene;
    const alices = [[ours.clusterId], [ours.infraEnvId], [ours.clusterId]];
    expect(await seen("alice")).toEqual(alices);
    expect(await seen("carol")).toEqual(alices);
    expect(await seen("bob")).toEqual([[theirs.clusterId], [theirs.infraEnvId], [theirs.clusterId]]);
    const all = [
      [ours.clusterId, theirs.clusterId].sort(),
      [ours.infraEnvId, theirs.infraEnvId].sort(),
      [ours.clusterId, theirs.clusterId].sort(),
    ];
    expect(await seen("auditor")).toEqual(all);
    expect(await seen("root")).toEqual(all);
  });

  test("statistics count what one may see", async () => {
    const counted = async (who: keyof typeof people) => {
      const { clusters, hosts, infra_envs } = await (await service.as(who)).call("musterStats");
      return [clusters, hosts, infra_envs].map(({ total }) => total);
    };
    expect(await counted("alice")).toEqual([1, 1, 1]);
    expect(await counted("carol")).toEqual([1, 1, 1]);
    expect(await counted("bob")).toEqual([1, 1, 1]);
    expect(await counted("auditor")).toEqual([2, 2, 2]);
    expect(await counted("root")).toEqual([2, 2, 2]);
  });

  test("a machine that changed hands keeps the story of its former owner to them", async () => {
    const params = (infra_env_id: string) => ({ infra_env_id });
    const body = { host_id: "cccccccc-0000-4000-8000-0000000000aa" };
    const { ours, theirs } = scene;
    for (const { infraEnvId } of [ours, theirs]) {
      const agent = service.agent(await ownTokens.sign({ infra_env_id: infraEnvId }));
      await agent.call("v2RegisterHost", { params: params(infraEnvId), body });
      if (infraEnvId === theirs.infraEnvId) break;
      const host = { ...params(infraEnvId), ...body };
      await (await service.as("alice")).call("v2DeregisterHost", { params: host });
    }
    const bob = await service.as("bob");
    const { changes } = await bob.call("musterHostHistory", { params: body });
    expect(changes.length).toBeGreaterThan(0);
    expect(JSON.stringify(changes)).not.toContain(ours.clusterId);
    const { changes: all } = await (await service.as("root")).call("musterHostHistory", { params: body });
    expect(JSON.stringify(all)).toContain(ours.clusterId);
    await bob.call("v2DeregisterHost", { params: { ...params(theirs.infraEnvId), ...body } });
  });

  test("nobody takes over a cluster or a host through a body", async () => {
    const bob = await service.as("bob");
    const { ours, theirs } = scene;
    const infraEnv = { name: "trap", pull_secret: "{}", cluster_id: ours.clusterId };
    expect(await refused(bob.call("RegisterInfraEnv", { body: infraEnv }))).toMatchObject({ status: 404 });
    const params = { infra_env_id: theirs.infraEnvId, host_id: theirs.hostId };
    expect(await refused(bob.call("BindHost", { params, body: { cluster_id: ours.clusterId } }))).toMatchObject({
      status: 404,
    });
  });

  test("a link carries its own proof, and a new signing key ends it; a host's own token stays good", async () => {
    const alice = await service.as("alice");
    const { infraEnvId, hostId } = scene.ours;
    const params = { infra_env_id: infraEnvId };
    const { download_url: link = "" } = await alice.call("GetInfraEnv", { params });
    expect(link).toContain("/byapikey/");
    expect((await fetch(link, { method: "HEAD" })).status).toBe(200);
    expect((await fetch(link.replace(/byapikey\/[^/]+/, `byid/${infraEnvId}`))).status).toBe(401);
    const ignition = await (
      await alice.call("v2DownloadInfraEnvFiles", { params, query: { file_name: "discovery.ign" } })
    ).text();
    const [, token = ""] = /PULL_SECRET_TOKEN=([\w.-]+)/.exec(ignition) ?? [];
    const registered = await service.agent(token).send("v2RegisterHost", {
      params,
      headers: { "muster-agent": "1" },
      body: { host_id: hostId },
    });
    const own = registered.headers.get("muster-host-token") ?? "";
    const host = { ...params, host_id: hostId };
    await service.agent(own).call("v2GetNextSteps", { params: host });

    await alice.call("RegenerateInfraEnvSigningKey", { params });
    expect((await fetch(link)).status).toBe(401);
    expect(await refused(service.agent(token).call("v2GetNextSteps", { params: host }))).toMatchObject({ status: 401 });
    await service.agent(own).call("v2GetNextSteps", { params: host });
    const { url } = await alice.call("GetInfraEnvDownloadURL", { params });
    expect((await fetch(url ?? "", { method: "HEAD" })).status).toBe(200);
  });

  test("a host's own token speaks for that host alone, and agents of others' tokens get no host token", async () => {
    const { ours, theirs } = scene;
    const own = await ownTokens.sign({ infra_env_id: ours.infraEnvId, host_id: ours.hostId });
    const other = "cccccccc-0000-4000-8000-0000000000aa";
    const params = { infra_env_id: ours.infraEnvId };
    const as = service.agent(own);
    expect(await refused(as.call("v2RegisterHost", { params, body: { host_id: other } }))).toMatchObject({
      status: 404,
    });
    expect(
      await refused(as.call("v2GetNextSteps", { params: { infra_env_id: theirs.infraEnvId, host_id: theirs.hostId } })),
    ).toMatchObject({ status: 404 });
  });

  test("an agent takes no host of somebody else's into its own infra-env", async () => {
    const { ours, theirs } = scene;
    const params = { infra_env_id: theirs.infraEnvId };
    for (const claims of [{ infra_env_id: theirs.infraEnvId }, { cluster_id: theirs.clusterId }]) {
      const bobs = service.agent(await ownTokens.sign(claims));
      expect(await refused(bobs.call("v2RegisterHost", { params, body: { host_id: ours.hostId } }))).toMatchObject({
        status: 404,
      });
    }
    const host = { infra_env_id: ours.infraEnvId, host_id: ours.hostId };
    expect(await (await service.as("alice")).call("v2GetHost", { params: host })).toMatchObject({
      id: ours.hostId,
      user_name: "alice",
    });
  });

  test("a machine that is shut out is not heard until it is let in again, whatever it shows", async () => {
    const alice = await service.as("alice");
    const { infraEnvId, hostId } = scene.ours;
    const params = { infra_env_id: infraEnvId, host_id: hostId };
    const tokens = [
      await ownTokens.sign({ infra_env_id: infraEnvId }),
      await ownTokens.sign({ infra_env_id: infraEnvId, host_id: hostId }),
    ];
    expect(await alice.call("musterRevokeHost", { params: { host_id: hostId } })).toMatchObject({
      revoked_by: "alice",
    });
    for (const token of tokens) {
      const agent = service.agent(token);
      expect(await refused(agent.call("v2GetNextSteps", { params }))).toMatchObject({ status: 403 });
      const registration = agent.call("v2RegisterHost", {
        params: { infra_env_id: infraEnvId },
        body: { host_id: hostId },
      });
      expect(await refused(registration)).toMatchObject({ status: 403 });
    }
    expect(
      await refused((await service.as("bob")).call("musterReadmitHost", { params: { host_id: hostId } })),
    ).toMatchObject({
      status: 404,
    });
    await alice.call("musterReadmitHost", { params: { host_id: hostId } });
    for (const token of tokens) await service.agent(token).call("v2GetNextSteps", { params });
  });

  test("who changed what is written down, for administrators", async () => {
    const alice = await service.as("alice");
    const { clusterId } = scene.ours;
    await alice.call("V2UpdateCluster", { params: { cluster_id: clusterId }, body: { name: "renamed" } });
    for (const who of ["bob", "auditor"] as const) {
      await refused((await service.as(who)).call("v2DeregisterCluster", { params: { cluster_id: clusterId } }));
    }
    const { entries } = await (await service.as("auditor")).call("musterListAudit", {
      query: { cluster_id: clusterId },
    });
    expect(entries.slice(0, 3)).toMatchObject([
      { user_name: "auditor", role: "read-only-admin", operation: "v2DeregisterCluster", status: 403 },
      { user_name: "bob", operation: "v2DeregisterCluster", status: 404 },
      { user_name: "alice", operation: "V2UpdateCluster", status: 201 },
    ]);
    expect(await refused(alice.call("musterListAudit"))).toMatchObject({ status: 403 });
  });

  test("neither tokens nor secrets reach the log", async () => {
    const token = await scene.issuer.token(people.alice);
    const own = await ownTokens.sign({ infra_env_id: scene.ours.infraEnvId });
    const path = `/api/assisted-install/v2/infra-envs/${scene.ours.infraEnvId}/downloads/files?file_name=discovery.ign`;
    await fetch(`${urlOf(service.at())}${path}&api_key=${own}`);
    await fetch(`${urlOf(service.at())}/byapikey/${own}/4.22/x86_64/nonsense.iso`);
    await clientOf(service.at(), asPerson(token)).call("musterGetMe");
    const told = service.logged.join("");
    expect(service.logged.length).toBeGreaterThan(10);
    expect(told.includes(own.split(".")[2] ?? "?")).toBe(false);
    expect(told.includes(token.split(".")[2] ?? "?")).toBe(false);
  });

  test("an issuer that is away: known keys go on working; a new key is found without a restart", async () => {
    const alice = await service.as("alice");
    scene.issuer.trouble.status = 500;
    try {
      await alice.call("musterGetMe");
    } finally {
      scene.issuer.trouble.status = null;
    }
  });

  test("a browser logs in and out, and pages of other sites cannot use its session", async () => {
    scene.issuer.visitor.claims = people.alice;
    const base = urlOf(service.at());
    const visit = (url: string, cookies: string) => fetch(url, { redirect: "manual", headers: { cookie: cookies } });
    const cookiesOf = (response: Response) =>
      response.headers
        .getSetCookie()
        .map((text) => text.split(";")[0])
        .join("; ");
    const begun = await visit(`${base}/api/muster/v1/access/login?return_to=/clusters`, "");
    const atIssuer = await visit(begun.headers.get("location") ?? "", "");
    const back = atIssuer.headers.get("location") ?? "";
    expect((await visit(back, "")).status).toBe(400);
    const finished = await visit(back, cookiesOf(begun));
    expect([finished.status, finished.headers.get("location")]).toEqual([302, "/clusters"]);
    expect(finished.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax/);
    const session = cookiesOf(finished);
    const me = await visit(`${base}/api/muster/v1/access/me`, session);
    expect(await me.json()).toMatchObject({ user_name: "alice" });
    const create = (headers: Record<string, string>) =>
      fetch(`${base}/api/assisted-install/v2/clusters`, {
        method: "POST",
        headers: { cookie: session, "content-type": "application/json", ...headers },
        body: "{}",
      });
    expect((await create({ origin: "https://evil.example" })).status).toBe(403);
    expect((await create({ origin: base })).status).toBe(400);
    const out = await fetch(`${base}/api/muster/v1/access/logout`, { method: "POST" });
    expect(out.headers.getSetCookie()[0]).toMatch(/^muster_session=;.*Max-Age=0/);
    const elsewhere = await visit(`${base}/api/muster/v1/access/login?return_to=//evil.example`, "");
    const returned = await visit(
      (await visit(elsewhere.headers.get("location") ?? "", "")).headers.get("location") ?? "",
      cookiesOf(elsewhere),
    );
    expect(returned.headers.get("location")).toBe("/");
  });
});

describe("an issuer that never answered", () => {
  const service = running("oidc", { MUSTER_OIDC_ISSUER: "http://127.0.0.1:9" });

  test("is told with 503 and a reason", async () => {
    const { status, message } = await refused((await service.as("alice")).call("musterGetMe"));
    expect(status).toBe(503);
    expect(message).toContain("http://127.0.0.1:9/.well-known/openid-configuration is not readable");
  });
});

describe("rhsso", () => {
  const service = running("rhsso");

  test("image links expire and carry the token of their infra-env", async () => {
    const alice = await service.as("alice");
    const { infraEnvId } = scene.ours;
    const infraEnv = await alice.call("GetInfraEnv", { params: { infra_env_id: infraEnvId } });
    expect(infraEnv.download_url).toContain("/bytoken/");
    expect(Date.parse(infraEnv.expires_at ?? "") - Date.now()).toBeGreaterThan(3.9 * 3_600_000);
    const { url } = await alice.call("GetInfraEnvPresignedFileURL", {
      params: { infra_env_id: infraEnvId },
      query: { file_name: "ipxe-script" },
    });
    const script = await (await fetch(url ?? "")).text();
    expect(script).toMatch(/pxe-initrd\?\S*image_token=/);
  });

  test("keys that the issuer changed are found without a restart", async () => {
    await (await service.as("alice")).call("musterGetMe");
    const fetched = scene.issuer.asked.keys;
    await (await service.as("alice")).call("musterGetMe");
    expect(scene.issuer.asked.keys).toBe(fetched);
  });
});
