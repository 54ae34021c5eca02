import type { Cluster, Host } from "@muster/contract";
import { Label } from "@patternfly/react-core";
import { texts } from "../texts/index.ts";

type Tone = "success" | "warning" | "danger" | "info" | "custom" | undefined;

/** How a status feels: colour helps, the words carry the meaning. */
const clusterTones: Readonly<Record<Cluster["status"], Tone>> = {
  insufficient: undefined,
  "pending-for-input": undefined,
  ready: "success",
  "preparing-for-installation": "info",
  installing: "info",
  "installing-pending-user-action": "warning",
  finalizing: "info",
  installed: "success",
  "adding-hosts": "success",
  cancelled: "warning",
  error: "danger",
  unmonitored: undefined,
};

const hostTones: Readonly<Partial<Record<Host["status"], Tone>>> = {
  known: "success",
  "known-unbound": "success",
  installed: "success",
  "added-to-existing-cluster": "success",
  "preparing-successful": "success",
  disconnected: "danger",
  "disconnected-unbound": "danger",
  error: "danger",
  "preparing-failed": "danger",
  insufficient: "warning",
  "insufficient-unbound": "warning",
  "pending-for-input": "warning",
  "installing-pending-user-action": "warning",
  "resetting-pending-user-action": "warning",
  "unbinding-pending-user-action": "warning",
  cancelled: "warning",
  "preparing-for-installation": "info",
  installing: "info",
  "installing-in-progress": "info",
  binding: "info",
  unbinding: "info",
  resetting: "info",
  reclaiming: "info",
  "reclaiming-rebooting": "info",
};

function ToneLabel({ tone, children }: Readonly<{ tone: Tone; children: string }>) {
  return (
    <Label isCompact variant="outline" {...(tone && { status: tone })}>
      {children}
    </Label>
  );
}

export const ClusterStatusLabel = ({ status }: Readonly<{ status: Cluster["status"] }>) => (
  <ToneLabel tone={clusterTones[status]}>{texts.clusterStatuses[status]}</ToneLabel>
);

export const HostStatusLabel = ({ status }: Readonly<{ status: Host["status"] }>) => (
  <ToneLabel tone={hostTones[status]}>{texts.hostStatuses[status]}</ToneLabel>
);
