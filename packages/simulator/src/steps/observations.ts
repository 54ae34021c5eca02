// Every step that only looks, with how long it takes a machine.
import type { StepType } from "@muster/contract";
import type { Answer } from "./answer.ts";
import { connectivityCheck } from "./connectivity.ts";
import { diskSpeedCheck } from "./disk-speed.ts";
import { dhcpLeaseAllocate, domainResolution, freeNetworkAddresses, ntpSynchronizer, verifyVips } from "./network.ts";
import { answered } from "./outcome.ts";
import { apiVipConnectivityCheck, imageAvailability, tangConnectivityCheck } from "./servers.ts";

type Observation = Readonly<{ seconds: number; answer: Answer }>;

export const observations: Readonly<Partial<Record<StepType, Observation>>> = {
  inventory: { seconds: 2, answer: (_, { machine }) => answered(machine.inventory()) },
  "connectivity-check": { seconds: 10, answer: connectivityCheck },
  "free-network-addresses": { seconds: 8, answer: freeNetworkAddresses },
  "verify-vips": { seconds: 3, answer: verifyVips },
  "ntp-synchronizer": { seconds: 1, answer: ntpSynchronizer },
  "domain-resolution": { seconds: 1, answer: domainResolution },
  "dhcp-lease-allocate": { seconds: 6, answer: dhcpLeaseAllocate },
  "api-vip-connectivity-check": { seconds: 1, answer: apiVipConnectivityCheck },
  "tang-connectivity-check": { seconds: 1, answer: tangConnectivityCheck },
  "installation-disk-speed-check": { seconds: 15, answer: diskSpeedCheck() },
  "container-image-availability": { seconds: 40, answer: imageAvailability() },
};
