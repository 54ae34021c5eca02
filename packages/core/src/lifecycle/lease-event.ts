import type { EventDraft } from "../events/draft.ts";
import { aboutCluster } from "../events/subject.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Instant } from "../model/instant.ts";
import type { Policy } from "../policy.ts";
import { minutes } from "./says.ts";
import { isPast } from "./timeouts.ts";
import { vipDhcpDeadline } from "./wake.ts";

const wordsOf = ({ validations }: Cluster) => validations.find(({ id }) => id === "api-vips-defined")?.message;

/** Told once: while nothing else about the VIPs changes, the check finds other words only when their time has run out. */
export function leaseEvents(before: Cluster, after: Cluster, policy: Policy, now: Instant): EventDraft[] {
  const late = after.apiVips.length === 0 && isPast(vipDhcpDeadline(after, policy), now);
  if (!late || wordsOf(before) === undefined || wordsOf(before) === wordsOf(after)) return [];
  return [
    aboutCluster("api_ingress_vip_timed_out", after, { timeout_interval: `${minutes(policy.vipDhcpTimeout)} minutes` }),
  ];
}
