import type { Cluster, NodeRoles } from "../model/cluster.ts";
import type { HostRole } from "../model/host.ts";

/** Whether a choice such as "masters,workers" covers a role; "undecided" while the host has none and it matters. */
export function coversRole(nodes: NodeRoles, role: HostRole): boolean | "undecided" {
  if (nodes === "none") return false;
  if (nodes === "all" || nodes === "masters,arbiters,workers") return true;
  return role === "auto-assign" ? "undecided" : nodes.split(",").includes(`${role}s`);
}

/** Disks are bound to a TPM only where the cluster asks for it, by role. */
export const needsTpm = ({ diskEncryption: { mode, enableOn } }: Cluster, role: HostRole): boolean =>
  mode === "tpmv2" && coversRole(enableOn, role) === true;
