// Names of statuses, roles and stages. Keys are the wire's; the compiler knows when one is missing.
import type { Cluster, Event, Host, HostRole } from "@muster/contract";

export const clusterStatuses: Readonly<Record<Cluster["status"], string>> = {
  insufficient: "Draft: not ready",
  "pending-for-input": "Draft: needs input",
  ready: "Ready to install",
  "preparing-for-installation": "Preparing",
  installing: "Installing",
  "installing-pending-user-action": "Waiting for you",
  finalizing: "Finalizing",
  installed: "Installed",
  "adding-hosts": "Adding hosts",
  cancelled: "Cancelled",
  error: "Failed",
  unmonitored: "Not monitored",
};

export const hostStatuses: Readonly<Record<Host["status"], string>> = {
  discovering: "Discovering",
  known: "Ready",
  disconnected: "Disconnected",
  insufficient: "Not sufficient",
  disabled: "Disabled",
  "preparing-for-installation": "Preparing",
  "preparing-failed": "Preparing failed",
  "preparing-successful": "Prepared",
  "pending-for-input": "Needs input",
  installing: "Starting installation",
  "installing-in-progress": "Installing",
  "installing-pending-user-action": "Waiting for you",
  "resetting-pending-user-action": "Reboot needed",
  installed: "Installed",
  error: "Failed",
  resetting: "Resetting",
  "added-to-existing-cluster": "Added to cluster",
  cancelled: "Cancelled",
  binding: "Binding",
  unbinding: "Unbinding",
  "unbinding-pending-user-action": "Unbinding: reboot needed",
  "known-unbound": "Available",
  "disconnected-unbound": "Disconnected",
  "insufficient-unbound": "Not sufficient",
  "disabled-unbound": "Disabled",
  "discovering-unbound": "Discovering",
  reclaiming: "Returning to pool",
  "reclaiming-rebooting": "Rebooting to pool",
};

export const roles: Readonly<Record<HostRole, string>> = {
  "auto-assign": "Automatic",
  master: "Control plane",
  arbiter: "Arbiter",
  worker: "Worker",
  bootstrap: "Bootstrap",
};

export const severities: Readonly<Record<Event["severity"], string>> = {
  info: "Info",
  warning: "Warning",
  error: "Error",
  critical: "Critical",
};

export const checkStatuses = {
  success: "Passed",
  failure: "Failed",
  pending: "Waiting",
  disabled: "Off",
  error: "Could not be checked",
} as const;

/** Groups of validations by the wire's names; unknown ones are shown as they come. */
export const checkGroups: Readonly<Record<string, string>> = {
  hardware: "Hardware",
  network: "Network",
  operators: "Operators",
  infrastructure: "Infrastructure",
  platform: "Platform",
  configuration: "Configuration",
  "hosts-data": "Hosts",
};
