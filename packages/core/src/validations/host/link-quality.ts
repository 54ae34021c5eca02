// The worst of what a host measured on the way to others, worked out once per report: clusters of hundreds of hosts have
// reports of hundreds of entries, and nearly all are fine.
import type { ConnectivityReport } from "../../model/observations.ts";

export type L3 = NonNullable<NonNullable<ConnectivityReport["remoteHosts"]>[number]["l3Connectivity"]>[number];

type Worst = Readonly<{ delayMs: number; lossPercentage: number; brokenMtu: readonly string[] }>;

const known = new WeakMap<ConnectivityReport, Worst>();

export function worstOf(report: ConnectivityReport): Worst {
  const before = known.get(report);
  if (before) return before;
  let [delayMs, lossPercentage] = [0, 0];
  const brokenMtu: string[] = [];
  for (const { l3Connectivity, mtuReport } of report.remoteHosts ?? []) {
    for (const entry of l3Connectivity ?? []) {
      delayMs = Math.max(delayMs, delayOf(entry));
      lossPercentage = Math.max(lossPercentage, lossOf(entry));
    }
    for (const { mtuSuccessful, outgoingNic, remoteIpAddress } of mtuReport ?? []) {
      if (mtuSuccessful === false) brokenMtu.push(`${remoteIpAddress} through ${outgoingNic}`);
    }
  }
  const worst = { delayMs, lossPercentage, brokenMtu };
  known.set(report, worst);
  return worst;
}

// Addresses that do not answer at all are for the check of the majority group to speak of.
export const delayOf = ({ successful, averageRttMs }: L3): number => (successful ? (averageRttMs ?? 0) : 0);
export const lossOf = ({ successful, packetLossPercentage }: L3): number =>
  successful ? (packetLossPercentage ?? 0) : 0;
