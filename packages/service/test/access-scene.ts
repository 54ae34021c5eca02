// Two households with a cluster, an infra-env and a host each, and everybody who might knock.
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@muster/contract";
import type { JWTPayload } from "jose";
import { signImageToken } from "../src/auth/image-token.ts";
import { LocalTokens } from "../src/auth/local-tokens.ts";
import { type RunningService, startService } from "../src/index.ts";
import { startIssuer, type TestIssuer } from "../src/testing/issuer.ts";
import { contractFetch } from "./contract-fetch.ts";
import { createTestDatabase, type Flags, testSettings } from "./running-service.ts";
import { newCluster, newInfraEnv } from "./scene.ts";

export const people = {
  alice: { preferred_username: "alice", org_id: "acme", email: "alice@acme.example" },
  carol: { preferred_username: "carol", org_id: "acme", email: "carol@acme.example" },
  bob: { preferred_username: "bob", org_id: "other", email: "bob@other.example" },
  auditor: { preferred_username: "auditor", groups: ["muster-read-only-admin"] },
  root: { preferred_username: "root", groups: ["muster-admin"] },
} as const satisfies Record<string, JWTPayload>;

export type Household = Readonly<{ clusterId: string; infraEnvId: string; hostId: string; cloudToken: string }>;

const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
const ecFlags = { EC_PRIVATE_KEY_PEM: pair.privateKey.export({ type: "sec1", format: "pem" }).toString() };

/** Signs as the service under test does. */
export const ownTokens = new LocalTokens(pair);
export const { privateKey: ownKey } = pair;

export const flagsFor = (type: string, issuer: TestIssuer): Flags => ({
  AUTH_TYPE: type,
  ENABLE_ORG_TENANCY: "true",
  ...ecFlags,
  ...(type === "oidc" && { MUSTER_OIDC_ISSUER: issuer.url, MUSTER_OIDC_CLIENT_ID: issuer.clientId }),
  ...(type === "rhsso" && { JWKS_URL: `${issuer.url}/keys` }),
});

export type AccessScene = Readonly<{
  issuer: TestIssuer;
  directory: string;
  /** Alice's, and Bob's. */
  ours: Household;
  theirs: Household;
  settings(type: string, more?: Flags): ReturnType<typeof testSettings>;
  close(): Promise<void>;
}>;

/** Made through the API by the people themselves, who log in at an issuer. */
export async function accessScene(): Promise<AccessScene> {
  const issuer = await startIssuer();
  const directory = await mkdtemp(join(tmpdir(), "muster-test-"));
  const database = await createTestDatabase(directory);
  const settings = (type: string, more: Flags = {}) =>
    testSettings(directory, { ...database.flags, ...flagsFor(type, issuer), ...more });
  const service = await startService({ settings: settings("oidc") });
  const ours = await settle(service, await issuer.token(people.alice));
  const theirs = await settle(service, await issuer.token(people.bob));
  await service.stop();
  const close = async () => {
    await issuer.close();
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  };
  return { issuer, directory, ours, theirs, settings, close };
}

export const urlOf = (service: RunningService): string =>
  service.addresses[0]?.url.replace("localhost", "127.0.0.1") ?? "";

export const clientOf = (service: RunningService, headers: Readonly<Record<string, string>>) =>
  createClient({ baseUrl: urlOf(service), fetch: contractFetch, headers });

export const asPerson = (token: string) => ({ authorization: `Bearer ${token}` });

async function settle(service: RunningService, token: string): Promise<Household> {
  const client = clientOf(service, asPerson(token));
  const cloudToken = Buffer.from(`someone:${randomBytes(9).toString("hex")}`).toString("base64");
  const pull_secret = JSON.stringify({ auths: { "cloud.openshift.com": { auth: cloudToken, email: "a@b.example" } } });
  const { id: clusterId } = await newCluster(client, { pull_secret });
  const { id: infraEnvId } = await newInfraEnv(client, { cluster_id: clusterId, pull_secret });
  const agent = clientOf(service, { "x-secret-key": await ownTokens.sign({ infra_env_id: infraEnvId }) });
  const hostId = `cccccccc-0000-4000-8000-${randomBytes(6).toString("hex")}`;
  await agent.call("v2RegisterHost", { params: { infra_env_id: infraEnvId }, body: { host_id: hostId } });
  return { clusterId, infraEnvId, hostId, cloudToken };
}

export { signImageToken };
