// Which proofs each AUTH_TYPE takes, and how each is checked (reference service 9.4).
import { timingSafeEqual } from "node:crypto";
import type { Scheme } from "@muster/contract";
import { infraEnvOf } from "../images/link-token.ts";
import type { Settings } from "../settings/index.ts";
import type { Caller, Reach } from "./caller.ts";
import { verifyImageToken } from "./image-token.ts";
import type { Issuer } from "./issuer.ts";
import type { KeptSecrets } from "./kept-secrets.ts";
import { generationOf, type LocalTokens, refusedToken } from "./local-tokens.ts";
import { type Expected, personFrom, type RoleRules, verifiedClaims } from "./people.ts";
import type { KeyFinder } from "./published-keys.ts";

/** What a request is about, as far as its address tells. */
export type About = Readonly<{ clusterId: string | null; infraEnvId: string | null }>;

/** Who shows this token; throws 401 when nobody does, 503 when that cannot be told now. */
export type Verifier = (token: string, about: About) => Promise<Caller>;

export type Verifiers = Readonly<Partial<Record<Scheme, Verifier>>>;

type Tools = Readonly<{
  settings: RoleRules & Pick<Settings, "LOCAL_AUTH_ENFORCE_RESOURCE_SCOPE">;
  tokens: LocalTokens;
  secrets: KeptSecrets;
  /** The infra-envs whose hosts a cluster has, or that are bound to it. */
  infraEnvsOf(clusterId: string): Promise<readonly string[]>;
  now: () => number;
}>;

const machine = (scheme: Scheme, reach: Reach): Caller => ({
  userName: "",
  orgId: "",
  emailDomain: "",
  role: "user",
  scheme,
  reach,
});

/** Tokens of this service, for one infra-env, cluster or host. */
export function localVerifier(scheme: Scheme, { settings, tokens, secrets, now }: Tools): Verifier {
  return async (token) => {
    const { infraEnvId, clusterId, hostId, generation } = await tokens.verify(token, now() / 1_000);
    if (infraEnvId === null && clusterId === null) {
      throw refusedToken("The token names neither an infra-env nor a cluster. Take one from an image or a link.");
    }
    // What a host holds of its own outlives a new signing key: the machine is known, and can be shut out by itself.
    if (generation !== null && hostId === null && infraEnvId !== null) {
      const key = await secrets.signingKey(infraEnvId);
      if (key === null || generationOf(key) !== generation) {
        throw refusedToken(
          "The infra-env has a new signing key: the token was made with an older one. Use a new image or link.",
        );
      }
    }
    if (!settings.LOCAL_AUTH_ENFORCE_RESOURCE_SCOPE && hostId === null) return machine(scheme, { kind: "everything" });
    return machine(scheme, { kind: "token", infraEnvId, clusterId, hostId });
  };
}

/** The three tokens of the Agent-based Installer: each opens everything that its kind may do. */
export function agentInstallerVerifier(scheme: Scheme, { tokens, now }: Tools): Verifier {
  return async (token) => {
    const claims = await tokens.verify(token, now() / 1_000);
    if (claims.scheme !== null && claims.scheme !== scheme) {
      throw refusedToken(`The token is for ${claims.scheme}, and ${scheme} is needed here.`);
    }
    const caller = machine(scheme, { kind: "everything" });
    return scheme === "userAuth" ? { ...caller, userName: "admin", role: "admin" } : caller;
  };
}

/** Links that expire. */
export function imageTokenVerifier(scheme: Scheme, { secrets }: Tools): Verifier {
  return async (token) => {
    const infraEnvId = infraEnvOf(token);
    const key = infraEnvId === null ? null : await secrets.signingKey(infraEnvId);
    if (infraEnvId === null || key === null)
      throw refusedToken("The token in this link names no infra-env. Ask for a fresh link.");
    await verifyImageToken(token, infraEnvId, key);
    return machine(scheme, { kind: "token", infraEnvId, clusterId: null, hostId: null });
  };
}

/**
 * Agents of single sign-on show the cloud's token out of their pull secret. It is held against the pull secret of the very
 * resource they ask for, so that a token of another infra-env opens nothing; and it reaches no more than it was held against:
 * a cluster that is named beside an infra-env may be anybody's.
 */
export function pullSecretVerifier({ secrets, infraEnvsOf }: Tools): Verifier {
  return async (token, about) => {
    const isOf = async (kind: "cluster" | "infra-env", id: string): Promise<boolean> => {
      const expected = await secrets.pullSecretToken(kind, id);
      return expected !== null && sameText(expected, token);
    };
    const isOfCluster = async (id: string): Promise<boolean> => {
      if (await isOf("cluster", id)) return true;
      for (const infraEnvId of await infraEnvsOf(id)) if (await isOf("infra-env", infraEnvId)) return true;
      return false;
    };
    const { infraEnvId } = about;
    const clusterId = infraEnvId === null ? about.clusterId : null;
    const isTheirs =
      (infraEnvId !== null && (await isOf("infra-env", infraEnvId))) ||
      (clusterId !== null && (await isOfCluster(clusterId)));
    if (isTheirs) return machine("agentAuth", { kind: "token", infraEnvId, clusterId, hostId: null });
    throw refusedToken(
      "The token is not the one of cloud.openshift.com in the pull secret of this infra-env. Boot an image of this infra-env.",
    );
  };
}

/** A host's own token is signed here in every mode; what is not one is checked as the mode says. */
export function withHostTokens(otherwise: Verifier, tools: Tools): Verifier {
  const own = localVerifier("agentAuth", tools);
  return (token, about) =>
    token.split(".").length === 3 && token.startsWith("eyJ") ? own(token, about) : otherwise(token, about);
}

export function personVerifier(
  keys: Readonly<{ find: KeyFinder }>,
  expected: () => Promise<Expected>,
  rules: RoleRules,
): Verifier {
  return async (token) => personFrom(await verifiedClaims(token, keys.find, await expected()), rules);
}

/** Asymmetric ones only: whoever knew a shared secret could make tokens too. */
const issuerAlgorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

export const oidcExpected = (issuer: Issuer, audience: string[]) => async (): Promise<Expected> => ({
  algorithms: issuerAlgorithms,
  issuer: (await issuer.doors()).issuer,
  audience,
});

export type Modes = Readonly<{
  tools: Tools;
  /** Checks tokens of people, in the two modes that have any. */
  person: Verifier | null;
}>;

/** One column of the reference's table for each mode; a scheme without a row is refused. */
export function verifiersFor(type: Exclude<Settings["AUTH_TYPE"], "none">, { tools, person }: Modes): Verifiers {
  const people: Verifiers = person === null ? {} : { userAuth: person };
  switch (type) {
    case "local":
      return { agentAuth: localVerifier("agentAuth", tools), urlAuth: localVerifier("urlAuth", tools) };
    case "agent-installer-local":
      return {
        userAuth: agentInstallerVerifier("userAuth", tools),
        agentAuth: agentInstallerVerifier("agentAuth", tools),
        watcherAuth: agentInstallerVerifier("watcherAuth", tools),
      };
    case "rhsso":
      return {
        ...people,
        agentAuth: withHostTokens(pullSecretVerifier(tools), tools),
        imageAuth: imageTokenVerifier("imageAuth", tools),
        imageURLAuth: imageTokenVerifier("imageURLAuth", tools),
      };
    case "oidc":
      return {
        ...people,
        agentAuth: localVerifier("agentAuth", tools),
        urlAuth: localVerifier("urlAuth", tools),
        imageAuth: imageTokenVerifier("imageAuth", tools),
        imageURLAuth: imageTokenVerifier("imageURLAuth", tools),
      };
  }
}

/** Takes the same time wherever the first difference is. */
function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
