import { aHost, now } from "../../../test/builders.ts";
import { outcomes } from "../../../test/host-facts.ts";

const rebooting = { ...aHost().progress, stage: "Rebooting" } as const;

outcomes("ntp-synced", [
  ["a server is followed", {}, "success"],
  [
    "one of two is followed",
    {
      host: {
        ntpSources: [
          { sourceName: "a", sourceState: "unreachable" },
          { sourceName: "b", sourceState: "synced" },
        ],
      },
    },
    "success",
  ],
  [
    "none is followed",
    { host: { ntpSources: [{ sourceName: "a", sourceState: "unreachable" }] } },
    "failure",
    "a (unreachable)",
  ],
  ["there is none", { host: { ntpSources: [] } }, "failure", "no time server"],
  ["not reported yet", { host: { ntpSources: null } }, "pending"],
  ["in a pool", { cluster: null, host: { ntpSources: [] } }, "failure"],
  ["while it reboots", { host: { ntpSources: [], progress: rebooting } }, "not-applicable"],
]);

const minutesAhead = (minutes: number) => ({ host: { clockSeconds: now / 1_000 + minutes * 60, clockReadAt: now } });

outcomes("time-synced-between-host-and-service", [
  ["the same time", {}, "success"],
  ["20 minutes behind", minutesAhead(-20), "success"],
  ["21 minutes behind", minutesAhead(-21), "failure", "a clock 21 minutes behind"],
  ["an hour ahead", minutesAhead(60), "success"],
  ["61 minutes ahead", minutesAhead(61), "failure", "a clock 61 minutes ahead of"],
  ["not told yet", { host: { clockSeconds: null, clockReadAt: null } }, "pending"],
  ["told, but not when", { host: { clockReadAt: null } }, "pending"],
  ["in a pool", { ...minutesAhead(-21), cluster: null }, "failure"],
  ["while it reboots", { host: { ...minutesAhead(-21).host, progress: rebooting } }, "not-applicable"],
]);
