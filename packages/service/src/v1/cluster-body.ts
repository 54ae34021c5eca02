// What a cluster is asked to be, in the words of 2021 and in those of today.
import * as wire from "@muster/contract";
import type { HostUpdate } from "@muster/core";
import { badRequest } from "../http/problem.ts";

/** One address where there are lists today. */
const asVips = (ip: string | undefined): { ip: string }[] | undefined =>
  ip === undefined ? undefined : ip === "" ? [] : [{ ip }];

export function creationToday(body: wire.V1ClusterCreateParams): wire.ClusterCreateParams {
  const { kind, ingress_vip, ...rest } = body;
  if (kind === "AddHostsCluster") {
    throw badRequest(
      "kind is AddHostsCluster: clusters that take more hosts are made by POST /v2/clusters/import; give Cluster here",
    );
  }
  const vips = asVips(ingress_vip);
  return { ...(vips && { ingress_vips: vips }), ...rest };
}

export function updateToday(body: wire.V1ClusterUpdateParams): wire.V2ClusterUpdateParams {
  const {
    api_vip,
    ingress_vip,
    hosts_roles: _roles,
    hosts_names: _names,
    disks_selected_config: _disks,
    hosts_machine_config_pool_names: _pools,
    ...rest
  } = body;
  const [api, ingress] = [asVips(api_vip), asVips(ingress_vip)];
  return { ...(api && { api_vips: api }), ...(ingress && { ingress_vips: ingress }), ...rest };
}

/** What one request says about each host, gathered from its four lists. */
export function hostUpdates(body: wire.V1ClusterUpdateParams): ReadonlyMap<string, HostUpdate> {
  const updates = new Map<string, wire.HostUpdateParams>();
  const add = (id: string, part: wire.HostUpdateParams) => {
    const key = id.toLowerCase();
    updates.set(key, { ...updates.get(key), ...part });
  };
  for (const { id, role } of body.hosts_roles ?? []) add(id, { host_role: role });
  for (const { id, hostname } of body.hosts_names ?? []) add(id, { host_name: hostname });
  for (const { id, disks_config = [] } of body.disks_selected_config ?? []) {
    add(id, { disks_selected_config: disks_config });
  }
  for (const { id, machine_config_pool_name } of body.hosts_machine_config_pool_names ?? []) {
    add(id, { machine_config_pool_name });
  }
  return new Map([...updates].map(([id, update]) => [id, wire.fromWire(wire.HostUpdateParams, update)]));
}
