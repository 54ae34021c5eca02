import type { EventDraft } from "../events/draft.ts";
import { aboutHost } from "../events/subject.ts";
import { type Host, type HostStatus, hostName } from "../model/host.ts";

/** Told by the name and to the cluster that the host had: leaving a cluster takes both away. */
export const statusEvent = (before: Host, after: Pick<Host, "status" | "statusInfo" | "clusterId">): EventDraft =>
  aboutHost(
    "host_status_updated",
    { ...before, clusterId: after.clusterId ?? before.clusterId },
    {
      host_name: hostName(before),
      src_status: before.status,
      new_status: after.status,
      info: after.statusInfo,
      severity: severityOf(after.status),
    },
  );

function severityOf(status: HostStatus): EventDraft["severity"] {
  switch (status) {
    case "error":
      return "error";
    case "disconnected":
    case "disconnected-unbound":
    case "installing-pending-user-action":
    case "unbinding-pending-user-action":
      return "warning";
    default:
      return "info";
  }
}
