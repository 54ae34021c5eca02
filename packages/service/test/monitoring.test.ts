// What a service tells about itself after installations, and whether dashboard and alerts ask for just that.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type MetricRow, metricTable } from "../src/metrics/table.ts";
import { heldInstall } from "./held-installs.ts";
import { namesIn, seriesIn } from "./promql.ts";
import { runningService } from "./running-service.ts";
import { bringTo, newCluster, newInfraEnv, newMachine } from "./scene.ts";

const service = runningService();
let text = "";

beforeAll(async () => {
  const { client } = service;
  const installed = await heldInstall(client, "installed", { machine: { kind: "rack-server" } });
  const failed = await heldInstall(client, "error");
  const cancelled = await heldInstall(client, "installing");
  await client.call("V2CancelInstallation", { params: { cluster_id: cancelled.clusterId } });
  for (const { fleet } of [installed, failed, cancelled]) await fleet.stop();
  await twins();
  const { id } = await newCluster(client);
  await client.call("v2DeregisterCluster", { params: { cluster_id: id } });
  text = await (await fetch(`${service.url}/metrics`)).text();
}, 240_000);

/** Two machines of one name: the first one's check passes until the second one is there. */
async function twins(): Promise<void> {
  const { client } = service;
  const { id } = await newCluster(client);
  const { id: infraEnvId } = await newInfraEnv(client, { cluster_id: id });
  for (let twin = 1; twin <= 2; twin += 1) {
    const machine = newMachine(client, infraEnvId, { hostname: "twin" });
    await bringTo(client, infraEnvId, machine, "pending-for-input");
  }
}

const valueAt = (series: string): number | undefined => {
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

/** The values of all series of a name. */
const valuesOf = (name: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (.*)$`, "gm"))].map(([, labels = "", value]) => [
      labels,
      Number(value),
    ]),
  );

const old = "service_assisted_installer";

describe("what the service tells", () => {
  test("is every metric of the table, by its type", () => {
    for (const [name, { type }] of Object.entries<MetricRow>(metricTable)) {
      expect(text).toContain(`# TYPE ${name} ${type}\n`);
    }
  });

  test("installations are counted by how they began and ended", () => {
    expect(valueAt(`${old}_cluster_creations`)).toBe(5);
    expect(valueAt(`${old}_cluster_installation_started`)).toBe(3);
    expect(valuesOf(`${old}_cluster_installation_seconds_count`)).toEqual({
      'result="installed"': 1,
      'result="error"': 1,
      'result="cancelled"': 1,
    });
    expect(valueAt(`${old}_cluster_hosts{role="master",result="installed"}`)).toBe(1);
    expect(valueAt(`${old}_cluster_host_cores_count{role="master",result="error"}`)).toBe(1);
    expect(valueAt(`${old}_cluster_host_ram_gb_sum{role="master",result="installed"}`)).toBeGreaterThan(8);
    for (const name of ["disk_gb", "nic_gb"]) {
      expect(Object.keys(valuesOf(`${old}_cluster_host_${name}_count`)).length).toBeGreaterThan(0);
    }
  });

  test("hosts tell their stages, their disks and their trial pulls", () => {
    const phases = valuesOf(`${old}_host_installation_phase_seconds_count`);
    expect(phases['phase="Starting installation",result="success"']).toBe(3);
    expect(phases['phase="Writing image to disk",result="error"']).toBe(1);
    expect(Object.keys(phases).filter((labels) => labels.includes("Done"))).toEqual([]);
    const synced = Object.values(valuesOf(`${old}_cluster_host_disk_sync_duration_ms_count`));
    expect(synced.reduce((sum, count) => sum + count, 0)).toBe(3);
    const pulls = valuesOf(`${old}_cluster_image_pull_status`);
    expect(Object.entries(pulls).some(([labels, count]) => labels.includes('result="success"') && count > 0)).toBe(
      true,
    );
  });

  test("checks count that turned bad, and those that failed to the end", () => {
    const turned = valuesOf(`${old}_host_validation_failed_after_success_before_installation`);
    expect(turned['hostValidationType="hostname-unique"']).toBe(1);
    const atDeletion = valuesOf(`${old}_cluster_validation_is_in_failed_status_on_cluster_deletion`);
    expect(atDeletion['clusterValidationType="sufficient-masters-count"']).toBe(1);
  });

  test("disks are told, and what the service does itself", () => {
    const percent = valueAt(`${old}_filesystem_usage_percentage`);
    expect(percent).toBeGreaterThan(0);
    expect(percent).toBeLessThanOrEqual(100);
    expect(valueAt('directory_usage_bytes{directory="objects"}')).toBeGreaterThan(0);
    expect(valueAt('fs_free_bytes{directory="data"}')).toBeGreaterThan(0);
    expect(valueAt(`${old}_operation_duration_miliseconds_count{operation="prepare-installation"}`)).toBe(3);
    expect(valueAt(`${old}_operation_duration_miliseconds_count{operation="commit"}`)).toBeGreaterThan(10);
    expect(valueAt(`${old}_monitored_clusters_duration_ms_count{fullscan="false"}`)).toBe(
      valueAt('muster_refresh_seconds_count{kind="cluster"}'),
    );
    expect(valueAt(`${old}_monitored_clusters_cycle_duration_ms_count{fullscan="false"}`)).toBe(0);
    expect(valueAt("muster_ready")).toBe(1);
  });

  test("nothing of tracing is loaded while nobody collects traces", () => {
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    expect(loaded.some((path) => path.includes("prom-client"))).toBe(true);
    expect(loaded.filter((path) => path.includes("@opentelemetry/sdk-trace"))).toEqual([]);
  });
});

const monitoring = join(import.meta.dirname, "../../../deploy/monitoring");
// Prometheus makes these itself.
const fromPrometheus = ["job", "instance"];

type Panel = { title: string; targets?: { expr: string; legendFormat: string }[] };
type Rule = { alert: string; expr: string; annotations: { summary: string; description: string } };

const { panels }: { panels: Panel[] } = JSON.parse(readFileSync(join(monitoring, "grafana-dashboard.json"), "utf8"));
const { groups }: { groups: { rules: Rule[] }[] } = parse(
  readFileSync(join(monitoring, "prometheus-rules.yaml"), "utf8"),
);
const rules = groups.flatMap((group) => group.rules);

/** What an expression asks for that the service does not tell. */
function strangersIn(expression: string, shown: string): string[] {
  const told = seriesIn(text);
  const { metrics, grouped } = namesIn(expression);
  const labels = new Set(fromPrometheus);
  const strangers: string[] = [];
  for (const [metric, selected] of metrics) {
    const known = metric === "up" ? new Set<string>() : told.get(metric);
    if (!known) strangers.push(metric);
    for (const label of known ?? []) labels.add(label);
    for (const label of selected) {
      if (!known?.has(label) && !fromPrometheus.includes(label)) strangers.push(`${metric}{${label}}`);
    }
  }
  const mentioned = [...shown.matchAll(/\{\{(?: *\$labels\.)?(\w+) *\}\}/g)].map(([, label = ""]) => label);
  return [...strangers, ...[...grouped, ...mentioned].filter((label) => !labels.has(label))];
}

describe("deploy/monitoring", () => {
  test("the dashboard shows nothing that the service does not tell", () => {
    const targets = panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })));
    expect(targets.length).toBeGreaterThan(25);
    const strange = targets.map(({ title, expr, legendFormat }) => [title, strangersIn(expr, legendFormat)] as const);
    expect(strange.filter(([, names]) => names.length > 0)).toEqual([]);
  });

  test("the alerts ask for nothing that the service does not tell, and say what to do", () => {
    expect(rules.length).toBeGreaterThan(8);
    const strange = rules.map(({ alert, expr, annotations: { summary, description } }) => {
      expect(description.length, alert).toBeGreaterThan(80);
      return [alert, strangersIn(expr, `${summary} ${description}`)] as const;
    });
    expect(strange.filter(([, names]) => names.length > 0)).toEqual([]);
  });

  test("a metric or label that does not exist would be found", () => {
    expect(strangersIn('sum by (nobody) (muster_hosts{status=~"x", colour="y"}) / muster_gone', "{{status}}")).toEqual([
      "muster_hosts{colour}",
      "muster_gone",
      "nobody",
    ]);
  });
});
