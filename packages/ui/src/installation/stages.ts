// Where a host is on its way through the stages.
import type { HostStage } from "@muster/contract";
import type { HostRow } from "../live/host-row.ts";

export type StagePoint = Readonly<{ stage: HostStage; state: "done" | "now" | "later" | "failed" }>;

export function stagePoints({ stages, stage, status }: Pick<HostRow, "stages" | "stage" | "status">): StagePoint[] {
  const at = stage === null ? -1 : stages.indexOf(stage);
  const finished = status === "installed" || status === "added-to-existing-cluster" || stage === "Done";
  return stages.map((name, index) => {
    if (finished || index < at) return { stage: name, state: "done" };
    if (index > at) return { stage: name, state: "later" };
    return { stage: name, state: status === "error" ? "failed" : "now" };
  });
}

/** Hosts that need somebody first, then those that are least far. */
export function byNeed(rows: readonly HostRow[]): HostRow[] {
  const rank = ({ status }: HostRow) => (status === "error" ? 0 : status.endsWith("pending-user-action") ? 1 : 2);
  return rows.toSorted(
    (one, other) => rank(one) - rank(other) || one.percent - other.percent || (one.name < other.name ? -1 : 1),
  );
}
