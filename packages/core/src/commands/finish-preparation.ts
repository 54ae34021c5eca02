import type { Changes } from "../changes.ts";
import { aboutCluster } from "../events/subject.ts";
import type { Cluster } from "../model/cluster.ts";
import { done, type Outcome, refused } from "../refusal.ts";
import { clusterChanges } from "./patch.ts";
import { clusterIsNot } from "./wrong-status.ts";

export type PreparationResult =
  | Readonly<{ kind: "success"; openshiftClusterId: string }>
  | Readonly<{ kind: "failure"; reason: string }>;

/** The files of an installation are there, or could not be made (reference service 3.11). Refused when nobody waits any more. */
export function finishPreparation(cluster: Cluster, result: PreparationResult): Outcome<Changes> {
  if (cluster.status !== "preparing-for-installation") {
    return refused(clusterIsNot(cluster, ["preparing-for-installation"], "discard this result"));
  }
  switch (result.kind) {
    case "success": {
      const { openshiftClusterId } = result;
      const lastInstallationPreparation = { status: "success", reason: "" } as const;
      return done(clusterChanges(cluster, { openshiftClusterId, lastInstallationPreparation }));
    }
    case "failure": {
      const lastInstallationPreparation = { status: "failed", reason: result.reason } as const;
      const told = aboutCluster("prepare_installation_failed", cluster, { error: result.reason });
      return done(clusterChanges(cluster, { lastInstallationPreparation }, [told]));
    }
  }
}
