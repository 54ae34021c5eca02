// Which of a cluster's pages matters most at its status (reference host-side E8).
import type { Cluster } from "@muster/contract";

export type MainView = "setup" | "installation" | "add-hosts";

const drafts: ReadonlySet<Cluster["status"]> = new Set(["insufficient", "pending-for-input", "ready"]);

export const isDraft = ({ status }: Pick<Cluster, "status">): boolean => drafts.has(status);

export function mainView({ status }: Pick<Cluster, "status">): MainView {
  if (drafts.has(status)) return "setup";
  return status === "adding-hosts" ? "add-hosts" : "installation";
}
