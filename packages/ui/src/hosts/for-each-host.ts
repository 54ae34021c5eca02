import type { HostRow } from "../live/host-row.ts";
import { texts } from "../texts/index.ts";

/** Does the same with many hosts, one after the other; the first refusal is told together with how far it went. */
export async function forEachHost(hosts: readonly HostRow[], act: (host: HostRow) => Promise<unknown>): Promise<void> {
  let done = 0;
  const refusals: string[] = [];
  for (const host of hosts) {
    try {
      await act(host);
      done += 1;
    } catch (error) {
      refusals.push(`${host.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  if (refusals.length > 0)
    throw new Error(`${texts.hosts.partly(done, hosts.length)}. ${refusals.slice(0, 3).join(" ")}`);
}
