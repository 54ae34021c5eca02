import type { Cluster, Host } from "@muster/contract";
import { failingIds } from "../conduct/describe.ts";
import type { View } from "./itinerary.ts";

export const viewCluster = (cluster: Cluster): View => ({
  status: cluster.status,
  info: cluster.status_info,
  hosts: cluster.total_host_count,
  failing: new Set(failingIds(cluster.validations_info)),
});

export const viewHost = (host: Host): View => ({
  status: host.status,
  info: host.status_info,
  stage: host.progress?.current_stage,
  failing: new Set(failingIds(host.validations_info)),
});
