import { type Host, type HostStage, hostName } from "../model/host.ts";
import type { Refusal } from "../refusal.ts";

/** Reports arrive from several machines and may overtake each other: a host never goes back (reference service 3.5). */
export function refuseStage(host: Host, stages: readonly HostStage[], stage: HostStage): Refusal | null {
  if (stage === "Failed") return null;
  if (!stages.includes(stage) && stage !== "Done") {
    return {
      code: "stage-not-for-role",
      status: 409,
      found: `host ${hostName(host)} was reported in stage "${stage}"`,
      needed: `a stage of its role: ${stages.join(", ")}`,
      remedy: "report a stage from that list",
    };
  }
  const { stage: current } = host.progress;
  const position = (of: HostStage) => (of === "Done" ? stages.length : stages.indexOf(of));
  if (current === null || position(stage) >= position(current)) return null;
  return {
    code: "stage-goes-back",
    status: 409,
    found: `host ${hostName(host)} was reported in stage "${stage}" after it had reached "${current}"`,
    needed: "a stage that is not earlier",
    remedy: "ignore this answer, the later stage is kept",
  };
}
