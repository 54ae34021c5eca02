// explain, plan and history: Muster's own API, which services of another make do not have.
import type { History } from "@muster/contract";
import type { Flag, Invocation } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { Failure, usageFailure } from "../failure.ts";
import { outputFlag, print, tableFlag } from "../output.ts";
import { findCluster, findHost } from "../service/find.ts";
import { isUnknownOperation } from "../service/hosts.ts";
import { serviceCommand } from "../service/service-command.ts";
import { explanationPage } from "../show/explanation.ts";
import { historyTable } from "../show/history.ts";
import { planPage } from "../show/plan.ts";
import { clusterArgument } from "./cluster/arguments.ts";
import { hostArgument } from "./host/arguments.ts";

export const clusterExplain = serviceCommand({
  arguments: [clusterArgument],
  flags: [outputFlag],
  async run(service, invocation, io) {
    const { id } = await findCluster(service, invocation.args[0] ?? "");
    const explanation = await own(() => service.client.call("musterExplainCluster", { params: { cluster_id: id } }));
    await print(invocation, io, explanation, () => explanationPage(explanation, service.server, io, Date.now()));
    return exitCode.ok;
  },
});

export const hostExplain = serviceCommand({
  arguments: [hostArgument],
  flags: [outputFlag],
  async run(service, invocation, io) {
    const { id } = await findHost(service, invocation.args[0] ?? "");
    const explanation = await own(() => service.client.call("musterExplainHost", { params: { host_id: id } }));
    await print(invocation, io, explanation, () => explanationPage(explanation, service.server, io, Date.now()));
    return exitCode.ok;
  },
});

export const clusterPlan = serviceCommand({
  arguments: [clusterArgument],
  flags: [outputFlag],
  details: () => "Changes nothing. Exits with 1 when an install would be refused now.",
  async run(service, invocation, io) {
    const { id } = await findCluster(service, invocation.args[0] ?? "");
    const plan = await own(() => service.client.call("musterPlanCluster", { params: { cluster_id: id } }));
    await print(invocation, io, plan, () => planPage(plan, service.server, io, Date.now()));
    return plan.state === "blocked" ? exitCode.failed : exitCode.ok;
  },
});

const historyFlags: readonly Flag[] = [
  { name: "until", value: "TIME", says: "Only what happened up to this moment, as in 2026-05-01T12:00:00Z" },
  { name: "limit", value: "N", says: "The newest N (default 200); 0 for all" },
  tableFlag,
];

export const clusterHistory = serviceCommand({
  arguments: [clusterArgument],
  flags: historyFlags,
  async run(service, invocation, io) {
    const { id } = await findCluster(service, invocation.args[0] ?? "");
    const params = { cluster_id: id };
    const changes = await allPages(invocation, (query) =>
      service.client.call("musterClusterHistory", { params, query }),
    );
    await print(invocation, io, changes, (wide) => historyTable(changes, io, wide));
    return exitCode.ok;
  },
});

export const hostHistory = serviceCommand({
  arguments: [hostArgument],
  flags: historyFlags,
  async run(service, invocation, io) {
    const { id } = await findHost(service, invocation.args[0] ?? "");
    const params = { host_id: id };
    const changes = await allPages(invocation, (query) => service.client.call("musterHostHistory", { params, query }));
    await print(invocation, io, changes, (wide) => historyTable(changes, io, wide));
    return exitCode.ok;
  },
});

type Page = Readonly<{ after: number; until?: string }>;

async function allPages(
  invocation: Invocation,
  fetchPage: (page: Page) => Promise<History>,
): Promise<History["changes"]> {
  const until = invocation.value("until");
  if (until !== undefined && Number.isNaN(Date.parse(until))) {
    throw usageFailure(`"${until}" is no moment.`, "Write it as in 2026-05-01T12:00:00Z.");
  }
  const limit = Number(invocation.value("limit") ?? 200);
  if (!Number.isInteger(limit) || limit < 0)
    throw usageFailure("--limit is no number of changes.", "Write a whole number.");
  const moment = until === undefined ? {} : { until: new Date(until).toISOString() };
  const changes: History["changes"] = [];
  let after: number | undefined = 0;
  while (after !== undefined) {
    const from: number = after;
    const page: History = await own(() => fetchPage({ after: from, ...moment }));
    changes.push(...page.changes);
    after = page.next;
  }
  return limit === 0 ? changes : changes.slice(-limit);
}

/** The cluster or host was found a moment ago: what is unknown is the operation. */
async function own<Found>(call: () => Promise<Found>): Promise<Found> {
  try {
    return await call();
  } catch (error) {
    if (!isUnknownOperation(error)) throw error;
    throw new Failure(
      "this service cannot tell: it does not have Muster's own API.",
      "Upgrade it; `get` shows the checks that fail.",
      undefined,
      error,
    );
  }
}
