import { type Event, followFeed } from "@muster/contract";
import type { Flag, Invocation } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { usageFailure } from "../../failure.ts";
import { formatOf, print, tableFlag } from "../../output.ts";
import { findClusterId, findHost, findInfraEnv } from "../../service/find.ts";
import { isUnknownOperation } from "../../service/hosts.ts";
import { pause, persistently } from "../../service/live.ts";
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
    const asJson = formatOf(invocation) === "json";
    const say = (event: Event) => io.out(asJson ? `${JSON.stringify(event)}\n` : `${eventLine(event, io)}\n`);
    const isNew = createMemory();
    let isLost = false;
    const lost = (reason: string) => {
      if (!isLost) io.err(`The service does not answer (${reason}); trying again.\n`);
      isLost = true;
    };
    const unseen = async () => {
      const query = { ...about, severities: wanted, order: "descending", limit: mostListed } as const;
      const newest = await service.client.call("v2ListEvents", { query });
      isLost = false;
      return newest.toReversed().filter(isNew);
    };
    const catchUp = async () => (await persistently(unseen, signal, lost))?.forEach(say);
    for (const event of (await unseen()).slice(-10)) say(event);
    try {
      let isOpen = false;
      for await (const message of followFeed(service.client, { ...about, signal })) {
        if (message.type === "lost") lost(message.reason);
        else isLost = false;
        // What happened since the list, and before the feed was there; or while it was away for too long.
        if (message.type === "reset" || (message.type === "open" && !isOpen)) await catchUp();
        if (message.type === "open") isOpen = true;
        if (message.type === "event" && wanted.includes(message.event.severity) && isNew(message.event))
          say(message.event);
      }
    } catch (error) {
      if (!isUnknownOperation(error)) throw error;
      while (!signal.aborted) {
        await pause(intervalMs, signal);
        await catchUp();
      }
    }
    return exitCode.ok;
  },
});

type About = Readonly<{ cluster_id?: string; host_id?: string; infra_env_id?: string }>;

/** How many of the newest events are looked through for those that were missed. */
const mostListed = 200;

/** Whether an event comes for the first time: lists that are asked for again hold what was there before. */
function createMemory(): (event: Event) => boolean {
  const seen = new Set<string>();
  return ({ event_time, name, message, cluster_id, infra_env_id, host_id }) => {
    const key = JSON.stringify([event_time, name, message, cluster_id, infra_env_id, host_id]);
    if (seen.has(key)) return false;
    seen.add(key);
    const [oldest = ""] = seen;
    if (seen.size > 5 * mostListed) seen.delete(oldest);
    return true;
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
