// What a host is asked to do in each state, how long it waits before it asks again (reference service 5.2).
import type { HostStatus } from "../model/host.ts";
import type { StepType } from "./step.ts";

export type StepPlan = Readonly<{ steps: readonly StepType[]; seconds: number; afterwards: "continue" | "exit" }>;
type Plans = Readonly<Partial<Record<HostStatus, StepPlan>>>;

const usual = 60;
const backedOff = 120;

const ask = (...steps: StepType[]): StepPlan => ({ steps, seconds: usual, afterwards: "continue" });
const askSeldom = (...steps: StepType[]): StepPlan => ({ steps, seconds: backedOff, afterwards: "continue" });
/** The agent stops, registers again, and learns where it belongs now. */
const leave: StepPlan = { steps: [], seconds: 0, afterwards: "exit" };

/** Any state that no table names. */
export const idle: StepPlan = ask();

const failed = askSeldom("logs-gather", "stop-installation");

const checking = ask(
  "inventory",
  "connectivity-check",
  "tang-connectivity-check",
  "free-network-addresses",
  "dhcp-lease-allocate",
  "ntp-synchronizer",
  "domain-resolution",
  "verify-vips",
);

export const day1Plans: Plans = {
  known: ask(
    "connectivity-check",
    "tang-connectivity-check",
    "free-network-addresses",
    "dhcp-lease-allocate",
    "inventory",
    "ntp-synchronizer",
    "domain-resolution",
    "verify-vips",
  ),
  insufficient: checking,
  "pending-for-input": checking,
  disconnected: askSeldom("inventory"),
  discovering: ask("inventory"),
  "preparing-for-installation": ask(
    "dhcp-lease-allocate",
    "installation-disk-speed-check",
    "container-image-availability",
  ),
  installing: ask("install", "dhcp-lease-allocate"),
  "installing-in-progress": ask("dhcp-lease-allocate"),
  error: failed,
  cancelled: failed,
  disabled: askSeldom(),
  resetting: askSeldom(),
  binding: leave,
};

export const day2Plans: Plans = {
  known: ask(
    "connectivity-check",
    "api-vip-connectivity-check",
    "tang-connectivity-check",
    "inventory",
    "ntp-synchronizer",
    "domain-resolution",
  ),
  insufficient: ask(
    "inventory",
    "connectivity-check",
    "api-vip-connectivity-check",
    "tang-connectivity-check",
    "ntp-synchronizer",
    "domain-resolution",
  ),
  discovering: ask("inventory", "ntp-synchronizer", "domain-resolution"),
  "pending-for-input": ask("inventory", "connectivity-check", "api-vip-connectivity-check", "tang-connectivity-check"),
  disconnected: askSeldom("inventory"),
  installing: ask("install"),
  "installing-in-progress": ask(),
  error: failed,
  cancelled: failed,
  binding: leave,
};

const discovered = ask("inventory", "ntp-synchronizer");

export const poolPlans: Plans = {
  "discovering-unbound": discovered,
  "insufficient-unbound": discovered,
  "known-unbound": discovered,
  "disconnected-unbound": askSeldom("inventory"),
  "disabled-unbound": askSeldom(),
  unbinding: leave,
  "unbinding-pending-user-action": leave,
  reclaiming: ask("download-boot-artifacts"),
  "reclaiming-rebooting": { steps: ["reboot-for-reclaim"], seconds: backedOff, afterwards: "exit" },
};

/** An agent of another version is replaced before anything else is asked of it. */
export const upgradePlan: StepPlan = ask("upgrade-agent");

export const upgradeStates: ReadonlySet<HostStatus> = new Set<HostStatus>([
  "binding",
  "discovering",
  "discovering-unbound",
  "insufficient",
  "insufficient-unbound",
  "known",
  "known-unbound",
  "pending-for-input",
]);
