// Asks every caller who they are and whether they may, in the order of cost: the proof, the role, the resource.
import type { FastifyRequest } from "fastify";
import { HttpProblem } from "../http/problem.ts";
import { uuidIn } from "../http/uuid.ts";
import { checkRole, checkSubject, type Facts, forbidden, type Named } from "./authorise.ts";
import type { Caller } from "./caller.ts";
import { refusedToken } from "./local-tokens.ts";
import type { RoutePolicy, Subject } from "./policy.ts";
import { type Proof, placeNames, proofsIn } from "./proof.ts";
import type { About, Verifiers } from "./verifiers.ts";

/** The parts of a request that name resources. */
export type Parts = Readonly<{ params: unknown; query: unknown; body: unknown }>;

type SessionReader = (request: FastifyRequest) => Promise<Caller | null>;

type Options = Readonly<{
  authType: string;
  verifiers: Verifiers;
  facts: Facts;
  /** Who a browser's session belongs to, where there are sessions. */
  session: SessionReader | null;
  /** Told of each check of a token against a resource. */
  scopeChecked: (allowed: boolean) => void;
}>;

export class Guard {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** May they, with the resources that these parts name? The role first: it costs nothing. */
  async authorise(policy: RoutePolicy, caller: Caller, parts: Partial<Parts>): Promise<void> {
    checkRole(caller, policy);
    const named = namedIn(policy.subjects, parts);
    try {
      for (const subject of named) await checkSubject(caller, subject, policy, this.#options.facts);
    } catch (error) {
      if (caller.reach.kind === "token") this.#options.scopeChecked(false);
      throw error;
    }
    if (caller.reach.kind === "token" && named.length > 0) this.#options.scopeChecked(true);
  }

  /** A token opens one resource: a request that names none would be about all of them. */
  requireSubject(policy: RoutePolicy, caller: Caller, parts: Parts): void {
    if (caller.reach.kind !== "token" || policy.subjects.length === 0) return;
    if (namedIn(policy.subjects, parts).some(({ kind }) => kind !== "self")) return;
    const names = policy.subjects.map(({ name }) => name).join(", ");
    throw forbidden(`The token is for one cluster or infra-env, and the request names none: give ${names}.`);
  }

  /** Who is calling; throws 401, 403 or 503. `parts` are what the address says, and the body where only that tells. */
  async identify(policy: RoutePolicy, request: FastifyRequest, parts: Parts): Promise<Caller> {
    const proofs = proofsIn(request, policy);
    const refusals: unknown[] = [];
    for (const proof of proofs) {
      try {
        return await this.#verify(proof, aboutOf(policy, parts));
      } catch (error) {
        if (!(error instanceof HttpProblem) || error.status !== 401) throw error;
        refusals.push(error);
      }
    }
    const takesPeople = policy.auth.some(({ scheme }) => scheme === "userAuth");
    const visitor = takesPeople && proofs.length === 0 ? await this.#options.session?.(request) : null;
    if (visitor) return visitor;
    throw refusals[0] ?? this.#nothingShown(policy);
  }

  #verify({ scheme, token }: Proof, about: About): Promise<Caller> {
    const verify = this.#options.verifiers[scheme];
    if (!verify) {
      throw refusedToken(
        `With AUTH_TYPE=${this.#options.authType} nothing in ${placeNames[scheme]} is taken as a proof.`,
      );
    }
    return verify(token, about);
  }

  #nothingShown({ auth, id, pathToken }: RoutePolicy): HttpProblem {
    const taken = auth.filter(({ scheme }) => this.#options.verifiers[scheme]).map(({ scheme }) => placeNames[scheme]);
    const { authType } = this.#options;
    if (taken.length === 0) return refusedToken(`With AUTH_TYPE=${authType} nobody may call ${id} over HTTP.`);
    if (pathToken !== null) return refusedToken("The link carries no token. Ask for a fresh link.");
    return refusedToken(`${id} needs a token in ${taken.join(" or ")}; the request has none.`);
  }
}

/** Which resources a request names, each once. What is no id is left to the checks of the route. */
function namedIn(subjects: readonly Subject[], parts: Partial<Parts>): Named[] {
  return subjects.flatMap(({ kind, from, name }) => idsAt(parts[from], name).map((id) => ({ kind, id })));
}

function idsAt(part: unknown, name: string): string[] {
  if (typeof part !== "object" || part === null) return [];
  const found: unknown = Object.entries(part).find(([key]) => key === name)?.[1];
  const values: unknown[] = Array.isArray(found) ? found : [found];
  return values.flatMap((value) => uuidIn(value) ?? []);
}

function aboutOf({ subjects }: RoutePolicy, parts: Parts): About {
  const named = namedIn(subjects, parts);
  const first = (kind: Named["kind"]) => named.find((subject) => subject.kind === kind)?.id ?? null;
  return { clusterId: first("cluster"), infraEnvId: first("infra-env") };
}
