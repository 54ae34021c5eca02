import type { EventDraft } from "../events/draft.ts";
import type { HostValidationId } from "../finding.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";
import type { Refusal } from "../refusal.ts";
import type { HostFacts } from "../validations/facts.ts";
import { hostExemptions } from "../validations/run.ts";

export type HostSignal =
  | "refresh"
  | "register"
  | "progress"
  | "installation-failed"
  | "media-disconnected"
  | "install"
  | "cancel"
  | "reset"
  | "bind"
  | "unbind"
  | "cluster-removed"
  | "reclaim"
  | "rebooting-for-reclaim"
  | "reclaim-failed";

/** What a row of the host's table may look at. */
export type HostLifecycleFacts = HostFacts &
  Readonly<{
    /** Validations that hold the host back now: neither passed nor ignored. */
    failing: ReadonlySet<HostValidationId>;
    /** What came with the signal, in words. */
    because: string;
  }>;

/** What changes beside the status. A refusal undoes all of it. */
export type HostEffect = Readonly<{
  host?: Partial<Host>;
  cluster?: Partial<Cluster>;
  events?: readonly EventDraft[];
  refusal?: Refusal;
}>;

export function hostLifecycleFacts(facts: HostFacts, because = ""): HostLifecycleFacts {
  const { ignores } = hostExemptions(facts.cluster, facts.policy);
  const failing = new Set<HostValidationId>();
  for (const { id, status } of facts.host.validations) {
    if (status !== "success" && status !== "disabled" && !ignores(id)) failing.add(id);
  }
  return { ...facts, failing, because };
}
