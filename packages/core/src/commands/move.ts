import { type Changes, noChanges } from "../changes.ts";
import { Draft } from "../draft.ts";
import { type HostSignal, hostLifecycleFacts } from "../lifecycle/host-facts.ts";
import { type HostMove, hostMachine, moveHost } from "../lifecycle/host-machine.ts";
import { done, type Outcome, refused } from "../refusal.ts";
import type { HostFacts } from "../validations/facts.ts";
import { hostIsNot } from "./wrong-status.ts";

/** What a move writes. A signal that changes nothing is not told either: agents repeat themselves. */
export function changesOf({ host, cluster }: HostFacts, move: Extract<HostMove, { kind: "moved" }>): Changes {
  const draft = new Draft(cluster, [host]);
  draft.patchHost(host.id, move.host);
  draft.patchCluster(move.cluster);
  if (draft.version === 0) return noChanges;
  draft.tell(move.events);
  return draft.changes();
}

/** Sends a signal to a host; refused when it means nothing in the host's status. */
export function signalHost(facts: HostFacts, on: HostSignal, remedy: string): Outcome<Changes> {
  const move = moveHost(hostLifecycleFacts(facts), on);
  if (move === null) return refused(hostIsNot(facts.host, hostMachine.allows(on), remedy));
  return move.kind === "refused" ? refused(move.refusal) : done(changesOf(facts, move));
}
