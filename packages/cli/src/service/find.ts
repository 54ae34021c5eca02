// Names, ids and beginnings of ids → the one thing that is meant.
import { type Cluster, type InfraEnv, type LeanHost, nearest } from "@muster/contract";
import { Failure } from "../failure.ts";
import { listHosts } from "./hosts.ts";
import type { Service } from "./service-command.ts";

type Named = Readonly<{ id: string; name: string }>;

/** Throws a failure that lists what could be meant. */
export function findOne<Item extends Named>(kind: string, word: string, items: readonly Item[]): Item {
  const byId = items.filter(({ id }) => id === word.toLowerCase());
  const byName = items.filter(({ name }) => name === word);
  const byPrefix = word === "" ? [] : items.filter(({ id }) => id.startsWith(word.toLowerCase()));
  const found = [byId, byName, byPrefix].find((some) => some.length > 0) ?? [];
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) {
    throw new Failure(
      `"${word}" may mean each of ${found.length}: ${listed(found)}.`,
      "Give the id, or as much of it as no other shares.",
    );
  }
  throw new Failure(`there is no ${kind} "${word}".`, suggestion(kind, word, items));
}

function suggestion(kind: string, word: string, items: readonly Named[]): string {
  if (items.length === 0) return `This service has no ${kind} at all.`;
  const close = nearestOf(word, items);
  if (close.length > 0) return `Did you mean ${listed(close)}?`;
  return `\`muster ${kind} list\` shows what is there: ${listed(items)}.`;
}

/** The closest by spelling, and those of which the word is a part. */
function nearestOf(word: string, items: readonly Named[]): readonly Named[] {
  const guess = nearest(
    word,
    items.map(({ name }) => name).filter((name) => name !== ""),
  );
  return items.filter(({ name }) => name === guess || (word.length > 2 && name.includes(word)));
}

const mostListed = 6;

function listed(items: readonly Named[]): string {
  const shown = items.slice(0, mostListed).map(({ id, name }) => `${name || "(no name)"} (${id.slice(0, 8)})`);
  const more = items.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

const isWholeId = (word: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word);

export type NamedCluster = Cluster & Readonly<{ name: string }>;

export async function listClusters({ client }: Service): Promise<NamedCluster[]> {
  return (await client.call("v2ListClusters")).map(withName);
}

/** The cluster that a word means, with its hosts. */
export async function findCluster(service: Service, word: string): Promise<NamedCluster> {
  const id = await findClusterId(service, word);
  return withName(await service.client.call("v2GetCluster", { params: { cluster_id: id } }));
}

/** A whole id is taken at its word: the operation that uses it says whether it is known. */
export async function findClusterId(service: Service, word: string): Promise<string> {
  return isWholeId(word) ? word.toLowerCase() : findOne("cluster", word, await listClusters(service)).id;
}

export async function listInfraEnvs({ client }: Service): Promise<readonly InfraEnv[]> {
  return client.call("ListInfraEnvs");
}

export async function findInfraEnv(service: Service, word: string): Promise<InfraEnv> {
  const id = isWholeId(word) ? word : findOne("infra-env", word, await listInfraEnvs(service)).id;
  return service.client.call("GetInfraEnv", { params: { infra_env_id: id } });
}

export type FoundHost = LeanHost & Readonly<{ name: string; params: { infra_env_id: string; host_id: string } }>;

export async function findHost(service: Service, word: string, within: HostScope = {}): Promise<FoundHost> {
  const hosts = (await listHosts(service, within)).map((host) => ({ ...host, name: hostName(host) }));
  const host = findOne("host", word, hosts);
  return { ...host, params: { infra_env_id: host.infra_env_id ?? "", host_id: host.id } };
}

export type HostScope = Readonly<{ cluster_id?: string; infra_env_id?: string }>;

/** What people call a host. */
export function hostName({ requested_hostname }: Pick<LeanHost, "requested_hostname">): string {
  return requested_hostname ?? "";
}

function withName(cluster: Cluster): NamedCluster {
  return { ...cluster, name: cluster.name ?? "" };
}
