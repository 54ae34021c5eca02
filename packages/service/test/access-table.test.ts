// Every route of the contract × everybody who might call it × every AUTH_TYPE: who comes in, and what the others are told.
import { type OperationId, type RouteDefinition, routes, type Scheme } from "@muster/contract";
import type { FastifyInstance, InjectOptions } from "fastify";
import { SignJWT } from "jose";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Aggregates } from "../src/aggregates/aggregates.ts";
import { createAccess } from "../src/auth/access.ts";
import { policyOf } from "../src/auth/policy.ts";
import type { Handlers } from "../src/http/handler.ts";
import { HttpProblem } from "../src/http/problem.ts";
import { buildServer } from "../src/http/server.ts";
import { databaseFrom, policyFrom } from "../src/settings/index.ts";
import { openDatabase } from "../src/store/database.ts";
import { readSecret } from "../src/store/reader.ts";
import {
  type AccessScene,
  accessScene,
  type Household,
  ownKey,
  ownTokens,
  people,
  signImageToken,
} from "./access-scene.ts";

const types = ["none", "local", "agent-installer-local", "rhsso", "oidc"] as const;
type AuthType = (typeof types)[number];

/** What a caller shows: in which place, and what. */
type Shown = Partial<Record<Scheme, string>>;

const callers = [
  "anonymous",
  "wrong token",
  "expired token",
  "agent of this infra-env",
  "agent of another",
  "link of this infra-env",
  "link of another",
  "installer's user",
  "installer's agent",
  "watcher",
  "owner",
  "user of the same organisation",
  "user of another organisation",
  "read-only-admin",
  "admin",
] as const;
type CallerKind = (typeof callers)[number];

/** The reference's table (service 9.4) once more, in the words of this test: which proofs count in which mode. */
const taken: Record<AuthType, Partial<Record<CallerKind, readonly Scheme[]>>> = {
  none: {},
  local: {
    "agent of this infra-env": ["agentAuth"],
    "agent of another": ["agentAuth"],
    "link of this infra-env": ["urlAuth"],
    "link of another": ["urlAuth"],
  },
  "agent-installer-local": {
    "installer's user": ["userAuth"],
    "installer's agent": ["agentAuth"],
    watcher: ["watcherAuth"],
    // Signed with the same key, and for no scheme in particular.
    "agent of this infra-env": ["agentAuth"],
    "agent of another": ["agentAuth"],
  },
  rhsso: {
    "agent of this infra-env": ["agentAuth"],
    "agent of another": ["agentAuth"],
    "link of this infra-env": ["imageAuth", "imageURLAuth"],
    "link of another": ["imageAuth", "imageURLAuth"],
    owner: ["userAuth"],
    "user of the same organisation": ["userAuth"],
    "user of another organisation": ["userAuth"],
    "read-only-admin": ["userAuth"],
    admin: ["userAuth"],
  },
  oidc: {
    "agent of this infra-env": ["agentAuth"],
    "agent of another": ["agentAuth"],
    "link of this infra-env": ["urlAuth"],
    "link of another": ["urlAuth"],
    owner: ["userAuth"],
    "user of the same organisation": ["userAuth"],
    "user of another organisation": ["userAuth"],
    "read-only-admin": ["userAuth"],
    admin: ["userAuth"],
  },
};

const byLinkPath: Partial<Record<string, Scheme>> = { getImageByApiKey: "urlAuth", getImageByToken: "imageURLAuth" };

const authOf = (route: RouteDefinition) => {
  const scheme = byLinkPath[route.id];
  return scheme ? [{ scheme }] : route.auth;
};

type Outcome = "in" | 401 | 403 | 404;

/** What is expected, from the reference's words alone. */
function expected(route: RouteDefinition, caller: CallerKind, type: AuthType): Outcome {
  const auth = authOf(route);
  if (type === "none" || auth.length === 0) return "in";
  const schemes = taken[type][caller] ?? [];
  const match = auth.find(({ scheme }) => schemes.includes(scheme));
  if (!match) return 401;
  const changes = !["GET", "HEAD"].includes(route.method);
  const about = namesResource(route);
  switch (caller) {
    case "agent of another":
    case "link of another":
      if (type === "agent-installer-local") return "in";
      // The token of a pull secret is not one of this infra-env's at all.
      if (type === "rhsso" && caller === "agent of another") return 401;
      // The link itself names another infra-env: it is a good link to that one.
      return route.id in byLinkPath ? "in" : 404;
    case "read-only-admin":
      return changes || !allows(match.roles, "read-only-admin") ? 403 : "in";
    case "admin":
      // Credentials are for the user whose cluster it is.
      return allows(match.roles, "admin") ? "in" : 403;
    case "user of the same organisation":
      if (!allows(match.roles, "user")) return 403;
      return about && (changes || isCredentials(route)) ? 403 : "in";
    case "user of another organisation":
      if (!allows(match.roles, "user")) return 403;
      return about ? 404 : "in";
    case "owner":
      return allows(match.roles, "user") ? "in" : 403;
    default:
      return "in";
  }
}

const allows = (roles: readonly string[] = [], role: string) => roles.length === 0 || roles.includes(role);
const isCredentials = ({ id }: RouteDefinition) => /Credentials|ClusterKubeconfig/.test(id);

function namesResource({ path, query, id }: RouteDefinition): boolean {
  const names = ["cluster_id", "infra_env_id", "host_id"];
  return (
    names.some((name) => path.includes(`{${name}}`) || name in query.properties) ||
    id in bodies ||
    id === "getImageByApiKey"
  );
}

const time = "2026-01-01T00:00:00.000Z";
let scene: AccessScene;

/** Bodies of the operations whose body names a resource. */
const bodies: Partial<Record<OperationId, () => object>> = {
  BindHost: () => ({ cluster_id: scene.ours.clusterId }),
  RegisterInfraEnv: () => ({ name: "x", pull_secret: "{}", cluster_id: scene.ours.clusterId }),
  v2RegisterHost: () => ({ host_id: scene.ours.hostId }),
  RegisterHost: () => ({ host_id: scene.ours.hostId }),
  v2TriggerEvent: () => ({ severity: "info", message: "x", event_time: time, cluster_id: scene.ours.clusterId }),
};

/** A handler of each operation that only says that the request came through. */
const reached: Handlers = Object.fromEntries(
  Object.keys(routes).map((id) => [
    id,
    () => {
      throw new HttpProblem(418, "reached");
    },
  ]),
);

beforeAll(async () => {
  scene = await accessScene();
}, 120_000);
afterAll(() => scene?.close());

describe.each(types)("AUTH_TYPE=%s", (type) => {
  let app: FastifyInstance;
  let shown: Record<CallerKind, Shown>;
  let stop = async () => {};

  beforeAll(async () => {
    const settings = scene.settings(type);
    const database = await openDatabase(databaseFrom(settings), { maxConnections: 2, maxLifetimeSeconds: 60 });
    const log = pino({ level: "silent" });
    const now = () => Date.now();
    const aggregates = new Aggregates({
      db: database.db,
      policy: policyFrom(settings),
      now,
      cacheHosts: 100,
      refreshFailed: () => {},
    });
    const access = await createAccess({ settings, db: database.db, aggregates, log, now, scopeChecked: () => {} });
    app = await buildServer({
      handlers: reached,
      guarded: access.guarded,
      log,
      bodyLimit: 100_000,
      reportLimit: 100_000,
      uploadLimit: 100_000,
      allowedDomains: [],
      rejectUnknownFields: true,
      webDirectory: "",
      places: { database: "the database", files: "the files" },
      observe: () => {},
      observeDownload: () => {},
      tracing: null,
    });
    stop = async () => {
      await access.guarded?.close();
      await app.close();
      await aggregates.stop();
      await database.close();
    };
    const keyOf = async (id: string) =>
      (await readSecret(database.db, { kind: "infra-env", id }, "image-token-key")) ?? "";
    shown = await proofs(type, keyOf);
  }, 120_000);
  afterAll(() => stop());

  test.each(callers)("%s", async (caller) => {
    const wrong: string[] = [];
    for (const route of Object.values<RouteDefinition>(routes)) {
      const answer = await app.inject(request(route, shown[caller]));
      const outcome = [418, 400, 415].includes(answer.statusCode) ? "in" : answer.statusCode;
      const should = expected(route, caller, type);
      if (outcome !== should) wrong.push(`${route.id}: ${outcome} instead of ${should}: ${answer.body.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
  });

  test.skipIf(type === "none" || type === "agent-installer-local")(
    "an agent that names its own infra-env beside a cluster or host of somebody else's",
    async () => {
      const { infraEnvId } = scene.theirs;
      const asked = Object.values<RouteDefinition>(routes).filter(takesBoth);
      expect(asked.map(({ id }) => id)).toEqual(
        expect.arrayContaining(["V2UploadLogs", "v2TriggerEvent", "v2UpdateHostInstallProgress"]),
      );
      const wrong: string[] = [];
      for (const route of asked) {
        const answer = await app.inject(request(route, shown["agent of another"], { infraEnvId }));
        if (answer.statusCode !== 404) wrong.push(`${route.id}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});

/** Whether agents call it, about an infra-env and something else. */
function takesBoth(route: RouteDefinition): boolean {
  const kinds = new Set(policyOf(route).subjects.map(({ kind }) => kind));
  return authOf(route).some(({ scheme }) => scheme === "agentAuth") && kinds.has("infra-env") && kinds.size > 1;
}

function request(route: RouteDefinition, shown: Shown, beside: Partial<Household> = {}): InjectOptions {
  const { clusterId, infraEnvId, hostId } = { ...scene.ours, ...beside };
  const linkToken = shown.urlAuth ?? shown.imageURLAuth ?? "none";
  const params: Record<string, string> = {
    // A cluster of 2021 is its own infra-env; here it is not, and its routes are about the cluster.
    cluster_id: clusterId,
    infra_env_id: infraEnvId,
    host_id: hostId,
    api_key: linkToken,
    image_token: linkToken,
  };
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? "x"));
  const query = new URLSearchParams();
  if (!route.path.includes("{")) {
    if ("cluster_id" in route.query.properties) query.set("cluster_id", clusterId);
    else if ("infra_env_id" in route.query.properties) query.set("infra_env_id", infraEnvId);
  }
  if (beside.infraEnvId && "infra_env_id" in route.query.properties) query.set("infra_env_id", infraEnvId);
  if (shown.urlAuth) query.set("api_key", shown.urlAuth);
  if (shown.imageURLAuth) query.set("image_token", shown.imageURLAuth);
  const about = bodies[route.id as OperationId]?.();
  const body = route.id === "v2TriggerEvent" && beside.infraEnvId ? { ...about, infra_env_id: infraEnvId } : about;
  return {
    method: route.method,
    url: `${path}?${query}`,
    headers: {
      ...(shown.userAuth && { authorization: `Bearer ${shown.userAuth}` }),
      ...(shown.agentAuth && { "x-secret-key": shown.agentAuth }),
      ...(shown.imageAuth && { "image-token": shown.imageAuth }),
      ...(shown.watcherAuth && { "watcher-authorization": shown.watcherAuth }),
    },
    ...(body && { payload: body }),
  };
}

const everywhere = (token: string): Shown => ({
  userAuth: token,
  agentAuth: token,
  urlAuth: token,
  imageAuth: token,
  imageURLAuth: token,
  watcherAuth: token,
});

async function proofs(
  type: AuthType,
  keyOf: (infraEnvId: string) => Promise<string>,
): Promise<Record<CallerKind, Shown>> {
  const { issuer, ours, theirs } = scene;
  const scheme = (auth_scheme: string) =>
    new SignJWT({ auth_scheme }).setProtectedHeader({ alg: "ES256" }).sign(ownKey);
  const agent = async ({ infraEnvId, cloudToken }: typeof ours): Promise<Shown> => ({
    agentAuth: type === "rhsso" ? cloudToken : await ownTokens.sign({ infra_env_id: infraEnvId }),
  });
  const link = async ({ infraEnvId }: typeof ours): Promise<Shown> => {
    if (type !== "rhsso") return { urlAuth: await ownTokens.sign({ infra_env_id: infraEnvId }) };
    const token = await signImageToken(infraEnvId, await keyOf(infraEnvId), Date.now() + 60_000);
    return { imageURLAuth: token, imageAuth: token };
  };
  const person = async (claims: (typeof people)[keyof typeof people]): Promise<Shown> => ({
    userAuth: await issuer.token(claims),
  });
  const past = Math.floor(Date.now() / 1_000) - 60;
  const expiredOwn = await new SignJWT({ infra_env_id: ours.infraEnvId })
    .setProtectedHeader({ alg: "ES256" })
    .setExpirationTime(past)
    .sign(ownKey);
  const expiredImage = await signImageToken(ours.infraEnvId, await keyOf(ours.infraEnvId), past * 1_000);
  const expiredPerson = await issuer.token(people.root, { expiresIn: -60 });
  const isSignedHere = type !== "rhsso";
  return {
    anonymous: {},
    "wrong token": everywhere("eyJhbGciOiJub25lIn0.e30."),
    "expired token": {
      userAuth: type === "agent-installer-local" || type === "local" ? expiredOwn : expiredPerson,
      agentAuth: expiredOwn,
      watcherAuth: expiredOwn,
      urlAuth: expiredOwn,
      imageAuth: isSignedHere ? expiredOwn : expiredImage,
      imageURLAuth: isSignedHere ? expiredOwn : expiredImage,
    },
    "agent of this infra-env": await agent(ours),
    "agent of another": await agent(theirs),
    "link of this infra-env": await link(ours),
    "link of another": await link(theirs),
    "installer's user": { userAuth: await scheme("userAuth") },
    "installer's agent": { agentAuth: await scheme("agentAuth") },
    watcher: { watcherAuth: await scheme("watcherAuth") },
    owner: await person(people.alice),
    "user of the same organisation": await person(people.carol),
    "user of another organisation": await person(people.bob),
    "read-only-admin": await person(people.auditor),
    admin: await person(people.root),
  };
}
