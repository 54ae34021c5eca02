import { type Cluster, draftEvent, type Host, type InfraEnv, type RegisteredHost, registerHost } from "@muster/core";
import { Missing } from "../aggregates/actor.ts";
import type { HostChange } from "../aggregates/aggregate.ts";
import { Elsewhere, lookAgain } from "../aggregates/look-again.ts";
import { HttpProblem, orRefuse } from "../http/problem.ts";
import type { Service } from "../service.ts";
import { StaleVersion } from "../store/writer.ts";

export type Registration = Readonly<{ infraEnvId: string; hostId: string; agentVersion: string; requestId: string }>;
export type Registered = Readonly<{ host: Host; cluster: Cluster | null }>;

/** Registrations of one machine happen one after the other: two at once from two images would make two of it. */
export class Registrations {
  readonly #service: Service;
  readonly #under = new Map<string, Promise<unknown>>();

  constructor(service: Service) {
    this.#service = service;
  }

  async register(registration: Registration): Promise<Registered> {
    const { hostId, infraEnvId } = registration;
    const before = this.#under.get(hostId) ?? Promise.resolve();
    const { entrances } = this.#service.aggregates;
    const attempt = () =>
      lookAgain(
        () => register(this.#service, registration),
        () => this.#service.aggregates.forgetHost(hostId),
      );
    const mine = before.then(() =>
      entrances.enter(infraEnvId, () =>
        attempt().catch(async (error) => {
          if (error instanceof HttpProblem) await tellRefusal(this.#service, registration, error);
          throw error;
        }),
      ),
    );
    const settled = mine.catch(() => {});
    this.#under.set(hostId, settled);
    try {
      return await mine;
    } finally {
      if (this.#under.get(hostId) === settled) this.#under.delete(hostId);
    }
  }
}

/** A machine announces itself: for the first time, again, or from another infra-env than before. */
async function register(service: Service, registration: Registration): Promise<Registered> {
  const { aggregates, policy } = service;
  const { infraEnvId, hostId, agentVersion, requestId } = registration;
  const { root: infraEnv } = await aggregates.pool(infraEnvId);
  const place = await aggregates.place(hostId);
  const moves = place !== null && place.infraEnvId !== infraEnvId;
  const isKnown = place !== null && !moves;
  const clusterId = isKnown ? place.clusterId : infraEnv.clusterId;
  const decide = (known: Host | null, cluster: Cluster | null, root: InfraEnv, now: number): RegisteredHost => {
    if (isKnown && known === null) throw new Elsewhere();
    return orRefuse(registerHost({ hostId, agentVersion, infraEnv: root, known, cluster, policy, now }));
  };
  if (moves) {
    // Only a machine that is let in leaves the place where it was.
    const cluster = clusterId === null ? null : (await aggregates.cluster(clusterId)).root;
    decide(null, cluster, infraEnv, service.now());
    await leave(service, hostId, requestId);
  }
  const orLookAgain = (error: unknown): never => {
    throw error instanceof StaleVersion ? new Elsewhere() : error;
  };
  if (clusterId === null) {
    return aggregates
      .changePool(
        infraEnvId,
        (pool, now) => {
          const registered = decide(pool.hosts.get(hostId) ?? null, null, pool.root, now);
          return {
            answer: { host: registered.host, cluster: null },
            hosts: new Map([[hostId, hostChange(registered)]]),
            events: registered.events,
          };
        },
        requestId,
      )
      .catch(orLookAgain);
  }
  return aggregates
    .changeCluster(
      clusterId,
      (aggregate, now) => {
        const registered = decide(aggregate.hosts.get(hostId) ?? null, aggregate.root, infraEnv, now);
        return {
          answer: { host: registered.host, cluster: aggregate.root },
          root: registered.cluster,
          hosts: new Map([[hostId, hostChange(registered)]]),
          events: registered.events,
        };
      },
      requestId,
    )
    .catch(orLookAgain);
}

/** A person should see that a machine was turned away, and why; the machine only hears a number. */
async function tellRefusal({ aggregates }: Service, registration: Registration, { message }: Error): Promise<void> {
  const { infraEnvId, hostId, requestId } = registration;
  await aggregates.changePool(
    infraEnvId,
    ({ root: { clusterId } }) => ({
      answer: undefined,
      events: [draftEvent("host_registration_failed", { hostId, infraEnvId, clusterId }, { message })],
    }),
    requestId,
  );
}

const hostChange = ({ host, hosts, isNew }: RegisteredHost): HostChange =>
  isNew ? { kind: "put", host } : { kind: "patch", fields: hosts.get(host.id) ?? {} };

/** The machine booted another infra-env's image: what the old one knew of it is over. */
async function leave({ aggregates }: Service, hostId: string, requestId: string): Promise<void> {
  const place = await aggregates.place(hostId);
  if (!place) return;
  const gone = { answer: undefined, hosts: new Map([[hostId, { kind: "delete" } as const]]) };
  const left =
    place.clusterId === null
      ? aggregates.changePool(place.infraEnvId, () => gone, requestId)
      : aggregates.changeCluster(place.clusterId, () => gone, requestId);
  await left.catch((error) => {
    if (!(error instanceof Missing)) throw error;
  });
}
