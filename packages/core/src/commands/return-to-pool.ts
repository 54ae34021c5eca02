import type { Changes } from "../changes.ts";
import { aboutHost } from "../events/subject.ts";
import { leaveCluster } from "../lifecycle/host-effects.ts";
import { hostSays } from "../lifecycle/says.ts";
import { hostName } from "../model/host.ts";
import type { HostFacts } from "../validations/facts.ts";
import { unbindHost } from "./binding.ts";
import { hostChanges } from "./patch.ts";

/** What becomes of a host whose cluster is removed: it goes back to its pool. Null when it came with the cluster's own image. */
export function returnToPool(facts: HostFacts): Changes | null {
  const { host, infraEnv, now } = facts;
  if (infraEnv === null || infraEnv.clusterId !== null) return null;
  const unbound = unbindHost(facts);
  if (unbound.kind === "done") return unbound.value;
  // On its way into the cluster, or being reset: nobody may unbind it now, but there is no cluster to stay in.
  const isArriving = host.status === "binding";
  return hostChanges(
    host,
    {
      ...leaveCluster().host,
      status: isArriving ? "unbinding" : "unbinding-pending-user-action",
      statusInfo: isArriving ? hostSays.unbinding : hostSays.unbindingNeedsBoot,
      statusUpdatedAt: now,
    },
    [aboutHost("host_unbind_succeeded", host, { host_name: hostName(host) })],
  );
}
