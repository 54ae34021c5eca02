import { type Changes, noChanges } from "../../changes.ts";
import { assessDisks } from "../../hardware/disks.ts";
import { diskRules } from "../../hardware/requirements.ts";
import { disksOf } from "../../lifecycle/disks-of.ts";
import type { Host, HostStatus } from "../../model/host.ts";
import type { Inventory } from "../../model/observations.ts";
import type { HostFacts } from "../../validations/facts.ts";
import { isHostname } from "../../validations/host/hostname.ts";
import { hostChanges } from "../patch.ts";

/** Later a host is what it was when its installation began. */
const welcome: ReadonlySet<HostStatus> = new Set<HostStatus>([
  "discovering",
  "disconnected",
  "insufficient",
  "known",
  "pending-for-input",
  "discovering-unbound",
  "disconnected-unbound",
  "insufficient-unbound",
  "known-unbound",
]);

/** The hardware as the machine sees it, judged, with what is chosen by default from it. */
export function receiveInventory(facts: HostFacts, reported: Inventory): Changes {
  const { host } = facts;
  if (!welcome.has(host.status)) return noChanges;
  const inventory = assessDisks(reported, diskRules({ ...facts, host: { ...host, inventory: reported } }));
  return hostChanges(host, {
    inventory,
    ...disksOf(host, inventory),
    requestedHostname: host.requestedHostname || nameInstead(inventory),
    // It ran a program from the media, so the media can be read.
    mediaStatus: "connected",
  } satisfies Partial<Host>);
}

/** A machine that nobody named is called localhost, which no two may be: its MAC address tells it apart. */
function nameInstead({ hostname = "", interfaces = [] }: Inventory): string {
  if (isHostname(hostname) || !hostname.startsWith("localhost")) return "";
  const hasAddress = interfaces.find(
    ({ ipv4Addresses = [], ipv6Addresses = [] }) => ipv4Addresses.length + ipv6Addresses.length > 0,
  );
  return (hasAddress?.macAddress ?? "").toLowerCase().replaceAll(":", "-");
}
