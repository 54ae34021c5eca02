import type * as wire from "@muster/contract";
import type { FromWire } from "@muster/contract";
import type { Changes } from "../changes.ts";
import { hostChanges } from "../commands/patch.ts";
import { hostIsNot } from "../commands/wrong-status.ts";
import { aboutHost } from "../events/subject.ts";
import { ignitionOverrideProblem } from "../formats/ignition.ts";
import { type Cluster, isDay2Cluster } from "../model/cluster.ts";
import { type FencingCredentials, type Host, type HostStatus, hostName, isDay2 } from "../model/host.ts";
import type { Policy } from "../policy.ts";
import { firstRefusal, invalid, type Problem } from "../problem.ts";
import { done, type Outcome, type Refusal, refused } from "../refusal.ts";
import { checkInstallerArgs } from "../steps/installer-args.ts";
import { isHostname } from "../validations/host/hostname.ts";
import { chooseDisk, chooseFormatting } from "./disks.ts";
import { fencingProblem } from "./fencing.ts";
import { nodeLabelProblem } from "./labels.ts";

export type HostUpdate = FromWire<typeof wire.HostUpdateParams>;

/** Before its installation begins a host may be changed (reference host-side E9). */
const editable: ReadonlySet<HostStatus> = new Set([
  "discovering",
  "known",
  "disconnected",
  "insufficient",
  "pending-for-input",
  "disabled",
  "binding",
  "discovering-unbound",
  "known-unbound",
  "disconnected-unbound",
  "insufficient-unbound",
  "disabled-unbound",
] satisfies HostStatus[]);

const closed = (host: Host): Refusal =>
  hostIsNot(host, [...editable], "wait until the installation has ended, or reset it");

/** What an update of a host would change, bound or in the pool. */
export function updateHost(host: Host, update: HostUpdate, cluster: Cluster | null, policy: Policy): Outcome<Changes> {
  if (!editable.has(host.status)) return refused(closed(host));
  const after: Host = { ...host, ...simpleFields(host, update) };
  const refusal = checkHost(update, after, cluster, policy);
  if (refusal) return refused(refusal);
  const disk = update.disksSelectedConfig ? chooseDisk(host, update.disksSelectedConfig) : done({});
  if (disk.kind === "refused") return disk;
  const formatting = update.disksSkipFormatting ? chooseFormatting(host, update.disksSkipFormatting) : done({});
  if (formatting.kind === "refused") return formatting;
  return done(hostChanges(host, { ...after, ...disk.value, ...formatting.value }));
}

function simpleFields(host: Host, update: HostUpdate): Partial<Host> {
  return {
    ...(update.hostRole ? roleFields(host, update.hostRole) : {}),
    ...(update.machineConfigPoolName === undefined ? {} : { machineConfigPoolName: update.machineConfigPoolName }),
    requestedHostname: update.hostName ?? host.requestedHostname,
    ignitionEndpointToken: update.ignitionEndpointToken ?? host.ignitionEndpointToken,
    ignitionEndpointHttpHeaders: update.ignitionEndpointHttpHeaders
      ? asRecord(update.ignitionEndpointHttpHeaders)
      : host.ignitionEndpointHttpHeaders,
    nodeLabels: update.nodeLabels ? asRecord(update.nodeLabels) : host.nodeLabels,
    fencingCredentials: update.fencingCredentials ? toFencing(update.fencingCredentials) : host.fencingCredentials,
  };
}

/** A chosen role settles the suggestion; on day 2 the pool that is named after the role follows it. */
function roleFields(host: Host, role: NonNullable<HostUpdate["hostRole"]>): Partial<Host> {
  const followsRole = isDay2(host) && role !== "auto-assign" && ["", host.role].includes(host.machineConfigPoolName);
  return { role, suggestedRole: role, ...(followsRole ? { machineConfigPoolName: role } : {}) };
}

const asRecord = (entries: readonly Readonly<{ key: string; value: string }>[]): Readonly<Record<string, string>> =>
  Object.fromEntries(entries.map(({ key, value }) => [key, value]));

const toFencing = (given: NonNullable<HostUpdate["fencingCredentials"]>): FencingCredentials => ({
  address: given.address,
  username: given.username,
  password: given.password,
  certificateVerification: given.certificateVerification ?? "Enabled",
  macAddress: given.macAddress ?? null,
});

function checkHost(update: HostUpdate, after: Host, cluster: Cluster | null, policy: Policy): Refusal | null {
  const check = (field: string, problem: Problem | null | undefined) => () =>
    problem ? invalid(field, problem) : null;
  return firstRefusal(
    check("host_role", update.hostRole && roleProblem(after, cluster)),
    check("host_name", update.hostName ? hostnameProblem(update.hostName) : null),
    check("machine_config_pool_name", update.machineConfigPoolName ? poolProblem(update.machineConfigPoolName) : null),
    check("node_labels", firstProblem(update.nodeLabels, nodeLabelProblem)),
    check("ignition_endpoint_http_headers", firstProblem(update.ignitionEndpointHttpHeaders, headerProblem)),
    check(
      "fencing_credentials",
      update.fencingCredentials &&
        after.fencingCredentials &&
        fencingProblem(after.fencingCredentials, cluster, policy),
    ),
  );
}

function firstProblem<Item>(
  items: readonly Item[] | undefined,
  problem: (item: Item) => Problem | null,
): Problem | null {
  for (const item of items ?? []) {
    const found = problem(item);
    if (found) return found;
  }
  return null;
}

function roleProblem(host: Host, cluster: Cluster | null): Problem | null {
  const arbiterFits = cluster === null || (cluster.controlPlaneCount === 2 && !isDay2Cluster(cluster));
  if (host.role !== "arbiter" || arbiterFits) return null;
  return {
    found: "role arbiter",
    needed: "a cluster of two control plane nodes that is still to be installed",
    remedy: "choose another role, or set control_plane_count to 2",
  };
}

const hostnameProblem = (name: string): Problem | null =>
  isHostname(name)
    ? null
    : {
        found: `"${name}"`,
        needed: "at most 63 lower-case letters, digits, hyphens and dots, and not a name of localhost",
        remedy: "choose another name",
      };

const poolProblem = (name: string): Problem | null =>
  /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/.test(name)
    ? null
    : { found: `"${name}"`, needed: "the name of a machine config pool, such as worker", remedy: "correct the name" };

/** Values of headers may be secrets, so only the name is repeated. */
const headerProblem = ({ key, value }: Readonly<{ key: string; value: string }>): Problem | null =>
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(key) && !/[\r\n\0]/.test(value)
    ? null
    : { found: `header "${key}"`, needed: "a name and a value as HTTP allows them", remedy: "correct the header" };

export function updateInstallerArgs(host: Host, args: readonly string[]): Outcome<Changes> {
  if (!editable.has(host.status)) return refused(closed(host));
  const refusal = checkInstallerArgs(args);
  if (refusal) return refused(refusal);
  const event = aboutHost("host_installer_args_applied", host, { host_name: hostName(host) });
  return done(hostChanges(host, { installerArgs: [...args] }, [event]));
}

export function updateHostIgnition(host: Host, config: string): Outcome<Changes> {
  if (!editable.has(host.status)) return refused(closed(host));
  const problem = ignitionOverrideProblem(config);
  if (problem) return refused(invalid("config", problem));
  const event = aboutHost("host_discovery_ignition_config_applied", host, { host_name: hostName(host) });
  return done(hostChanges(host, { ignitionConfigOverrides: config }, [event]));
}
