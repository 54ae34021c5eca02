import { type Event, followFeed } from "@muster/contract";
import type { Flag, Invocation, Io } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { usageFailure } from "../../failure.ts";
import { formatOf, print, tableFlag } from "../../output.ts";
import { findClusterId, findHost, findInfraEnv } from "../../service/find.ts";
import { isUnknownOperation } from "../../service/hosts.ts";
import { pause } from "../../service/live.ts";
import { clusterNames, hostNames, infraEnvNames } from "../../service/names.ts";
import { type Service, serviceCommand } from "../../service/service-command.ts";
import { eventLine, eventTable } from "../../show/events.ts";
import { intervalOf, watchFlags } from "../watch.ts";

const severities = ["info", "warning", "error", "critical"] as const;

const aboutFlags: readonly Flag[] = [
  { name: "cluster", value: "CLUSTER", says: "Events of this cluster and its hosts", completes: clusterNames },
  { name: "host", value: "HOST", says: "Events of this host", completes: hostNames },
  { name: "infra-env", value: "INFRA-ENV", says: "Events of this infra-env and its hosts", completes: infraEnvNames },
  {
    name: "severity",
    value: "SEVERITY",
    says: "This severity and those above it",
    completes: severities,
    strict: true,
  },
];

export const eventList = serviceCommand({
  flags: [
    ...aboutFlags,
    { name: "message", value: "TEXT", says: "Only those whose message holds this" },
    { name: "limit", value: "N", says: "The newest N (default 100); 0 for all" },
    tableFlag,
  ],
  async run(service, invocation, io) {
    const limit = Number(invocation.value("limit") ?? 100);
    if (!Number.isInteger(limit) || limit < 0)
      throw usageFailure(`--limit ${invocation.value("limit")} is no number of events.`, "Write a whole number.");
    const query = {
      ...(await aboutOf(service, invocation)),
      severities: severitiesOf(invocation),
      message: invocation.value("message"),
    };
    const newest = await service.client.call("v2ListEvents", {
      query: { ...query, order: "descending", limit: limit === 0 ? -1 : limit },
    });
    const events = newest.toReversed();
    await print(invocation, io, events, (wide) => eventTable(events, io, wide));
    return exitCode.ok;
  },
});

export const eventWatch = serviceCommand({
  flags: [...aboutFlags, ...watchFlags],
  details: () => "Prints the last ten events, then each new one as it happens, until Ctrl-C.",
  async run(service, invocation, io) {
    const intervalMs = intervalOf(invocation);
    const about = await aboutOf(service, invocation);
    const wanted = severitiesOf(invocation);
    const signal = io.interruption();
    const say = eventPrinter(invocation, io);
    const query = { ...about, severities: wanted };
    const last = await service.client.call("v2ListEvents", { query: { ...query, order: "descending", limit: 10 } });
    for (const event of last.toReversed()) say(event);
    try {
      for await (const message of followFeed(service.client, { ...about, signal })) {
        if (message.type === "event" && wanted.includes(message.event.severity)) say(message.event);
      }
    } catch (error) {
      if (!isUnknownOperation(error)) throw error;
      await poll(service, query, { signal, intervalMs, say });
    }
    return exitCode.ok;
  },
});

type About = Readonly<{ cluster_id?: string; host_id?: string; infra_env_id?: string }>;
type Polling = Readonly<{ signal: AbortSignal; intervalMs: number; say(event: Event): void }>;

async function poll(
  { client }: Service,
  query: About & { severities: Event["severity"][] },
  { signal, intervalMs, say }: Polling,
) {
  while (!signal.aborted) {
    await pause(intervalMs, signal);
    const recent = await client.call("v2ListEvents", { query: { ...query, order: "descending", limit: 200 } });
    for (const event of recent.toReversed()) say(event);
  }
}

/** Each event once: a list that is asked for again holds those that were there before. */
function eventPrinter(invocation: Invocation, io: Io): (event: Event) => void {
  const seen = new Set<string>();
  const asJson = formatOf(invocation) === "json";
  return (event) => {
    const line = JSON.stringify(event);
    if (seen.has(line)) return;
    seen.add(line);
    io.out(asJson ? `${line}\n` : `${eventLine(event, io)}\n`);
  };
}

async function aboutOf(service: Service, invocation: Invocation): Promise<About> {
  const cluster = invocation.value("cluster");
  const host = invocation.value("host");
  const infraEnv = invocation.value("infra-env");
  return {
    ...(cluster !== undefined && { cluster_id: await findClusterId(service, cluster) }),
    ...(host !== undefined && { host_id: (await findHost(service, host)).id }),
    ...(infraEnv !== undefined && { infra_env_id: (await findInfraEnv(service, infraEnv)).id }),
  };
}

function severitiesOf(invocation: Invocation): Event["severity"][] {
  const least = invocation.value("severity") ?? "info";
  return severities.slice(severities.findIndex((severity) => severity.startsWith(least)));
}
