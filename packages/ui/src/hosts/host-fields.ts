// What can be edited of one host, and the requests it becomes.
import type { Host, HostUpdateParams, NodeLabelParams } from "@muster/contract";
import { isHostname } from "@muster/core";
import { lines } from "../parts/lines.ts";
import { texts } from "../texts/index.ts";

export const assignableRoles = ["auto-assign", "master", "arbiter", "worker"] as const satisfies NonNullable<
  HostUpdateParams["host_role"]
>[];

export type HostFields = Readonly<{ name: string; role: (typeof assignableRoles)[number]; labels: string }>;

export function hostFieldsOf(host: Host): HostFields {
  const labels: Record<string, string> = JSON.parse(host.node_labels ?? "{}");
  return {
    name: host.requested_hostname ?? "",
    role: assignableRoles.find((role) => role === host.role) ?? "auto-assign",
    labels: Object.entries(labels)
      .map(([key, value]) => `${key}=${value}`)
      .join("\n"),
  };
}

export function hostProblems({ name, labels }: HostFields): Readonly<{ name?: string; labels?: string }> {
  const wrong = lines(labels).find((line) => !/^[^=\s]+=\S*$/.test(line));
  return {
    ...(name !== "" && !isHostname(name) && { name: texts.hosts.nameInvalid }),
    ...(wrong !== undefined && { labels: texts.hosts.labelsInvalid(wrong) }),
  };
}

export function hostRequest(fields: HostFields, changed: readonly (keyof HostFields)[]): HostUpdateParams {
  return {
    ...(changed.includes("name") && { host_name: fields.name }),
    ...(changed.includes("role") && { host_role: fields.role }),
    ...(changed.includes("labels") && { node_labels: lines(fields.labels).map(label) }),
  };
}

function label(line: string): NodeLabelParams {
  const at = line.indexOf("=");
  return { key: line.slice(0, at), value: line.slice(at + 1) };
}
