// A cluster and its hosts in a few lines, for people who want to know why a wait was in vain.
import type { Cluster, Host } from "@muster/contract";

export function describeCluster(cluster: Cluster): string {
  const head = `cluster ${cluster.name} is ${cluster.status}: ${cluster.status_info}`;
  const failing = failingValidations(cluster.validations_info).map((line) => `  ${line}`);
  return [head, ...failing, ...(cluster.hosts ?? []).map((host) => indent(describeHost(host)))].join("\n");
}

export function describeHosts(hosts: readonly Host[]): string {
  return hosts.length === 0 ? "no hosts" : hosts.map(describeHost).join("\n");
}

function describeHost(host: Host): string {
  const name = host.requested_hostname || host.id;
  const stage = host.progress?.current_stage ? ` at "${host.progress.current_stage}"` : "";
  const head = `host ${name} (${host.role ?? "no role"}) is ${host.status}${stage}: ${host.status_info}`;
  return [head, ...failingValidations(host.validations_info).map((line) => `  ${line}`)].join("\n");
}

const indent = (text: string): string => text.replace(/^/gm, "  ");

type Validation = Readonly<{ id?: string; status?: string; message?: string }>;

function failingValidations(info?: string): string[] {
  return validationsIn(info)
    .filter(({ status }) => status === "failure" || status === "error" || status === "pending")
    .map(({ id, status, message }) => `${status} ${id}: ${message}`);
}

/** The ids of the validations that fail, those that wait for something not among them. */
export function failingIds(info?: string): string[] {
  return validationsIn(info).flatMap(({ id, status }) =>
    id && (status === "failure" || status === "error") ? id : [],
  );
}

function validationsIn(info = ""): readonly Validation[] {
  if (info === "") return [];
  const categories: Readonly<Record<string, readonly Validation[]>> = JSON.parse(info);
  return Object.values(categories).flat();
}
