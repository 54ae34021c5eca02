// Clocks: certificates are worthless on a machine that lives in another hour.
import { fail, pass, pending } from "../../finding.ts";
import { hour, type Instant, minute, second } from "../../model/instant.ts";
import { type HostValidation, unlessRebooted } from "./validation.ts";

export const ntpSynced: HostValidation = {
  id: "ntp-synced",
  category: "network",
  needs: [],
  check: unlessRebooted(({ host }) => {
    const sources = host.ntpSources;
    if (!sources) return pending("the host to report its time servers");
    if (sources.some(({ sourceState }) => sourceState === "synced"))
      return pass("A time server sets the host's clock.");
    const found = sources.map(({ sourceName, sourceState }) => `${sourceName} (${sourceState})`).join(", ");
    return fail({
      found: found ? `no time server in use: ${found}` : "no time server",
      needed: "at least one time server that the host follows",
      remedy: "hand out a reachable NTP server by DHCP, or add one to the cluster or the infra-env",
    });
  }),
};

// A host behind the service sees certificates that are not valid yet; one ahead is harmed only later (reference service 4.2).
const mayBeBehind: Instant = 20 * minute;
const mayBeAhead: Instant = hour;

export const timeSynced: HostValidation = {
  id: "time-synced-between-host-and-service",
  category: "network",
  needs: [],
  check: unlessRebooted(({ host: { clockSeconds, clockReadAt } }) => {
    if (clockSeconds === null || clockReadAt === null) return pending("the host to tell its time");
    const ahead = clockSeconds * second - clockReadAt;
    if (ahead <= mayBeAhead && -ahead <= mayBeBehind) return pass("The clocks of host and service agree.");
    const minutes = Math.floor(Math.abs(ahead) / minute);
    return fail({
      found: `a clock ${minutes} minutes ${ahead > 0 ? "ahead of" : "behind"} that of the service`,
      needed: `at most ${mayBeBehind / minute} minutes behind or ${mayBeAhead / minute} minutes ahead`,
      remedy: "hand out an NTP server by DHCP, or set the clock of the machine",
    });
  }),
};
