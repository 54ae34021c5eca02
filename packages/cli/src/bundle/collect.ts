// Everything about a cluster that helps somebody else to see what went wrong.
import { ApiError, type Cluster } from "@muster/contract";
import type { Service } from "../service/service-command.ts";
import { openArchive } from "./archive.ts";
import { createRedactor, type Redaction } from "./redact.ts";

export type BundleFile = Readonly<{ name: string; content: string }>;
export type Bundle = Readonly<{ files: readonly BundleFile[]; redactions: readonly Redaction[] }>;

/** What the service does not have, or refuses, is told in `missing.json`; the rest is still worth having. */
export async function collectBundle(service: Service, clusterId: string, madeAt: string): Promise<Bundle> {
  const { client, server } = service;
  const redactor = createRedactor();
  const token = await service.token();
  if (token !== undefined) redactor.know(token);
  /** Texts, or values of JSON. */
  const files: { name: string; content: unknown }[] = [];
  const missing: { what: string; reason: string }[] = [];
  const leftOut: Redaction[] = [];
  const params = { cluster_id: clusterId };

  const add = async <Value>(name: string, fetch: () => Promise<Value>): Promise<Value | undefined> => {
    try {
      const value = await fetch();
      files.push({ name, content: redactor.json(name, value) });
      return value;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      missing.push({ what: name, reason: redactor.text("missing.json", `${error.status}: ${error.reason}`) });
      return undefined;
    }
  };

  const cluster: Cluster = await client.call("v2GetCluster", { params });
  const { hosts = [], ...alone } = cluster;
  await add("cluster.json", async () => alone);
  for (const host of hosts) await add(`hosts/${host.id}.json`, async () => host);
  await add("infra-envs.json", () => infraEnvsOf(service, cluster));
  await add("events.json", () =>
    client.call("v2ListEvents", { query: { cluster_id: clusterId, limit: -1, categories: ["user", "metrics"] } }),
  );
  await add("explain.json", () => client.call("musterExplainCluster", { params }));
  await add("plan.json", () => client.call("musterPlanCluster", { params }));
  await add("history.json", () => client.call("musterClusterHistory", { params, query: { limit: 10_000 } }));
  await add("install-config.json", () => client.call("v2GetClusterInstallConfig", { params }));
  await add("service/versions.json", () => client.call("v2ListComponentVersions"));
  await add("service/openshift-versions.json", () => client.call("v2ListSupportedOpenshiftVersions"));
  await add("service/stats.json", () => client.call("musterStats"));
  await addLogs();

  const about = { cluster_id: clusterId, name: cluster.name, service: server, made_at: madeAt };
  files.push({ name: "about.json", content: about }, { name: "missing.json", content: missing });
  // Secrets that were only recognised in a later file may stand in an earlier one.
  const clean = files.map(({ name, content }) => asFile(name, redactor.known(name, content)));
  const redactions = [...redactor.found(), ...leftOut];
  return { files: [...clean, asFile("redactions.json", redactions)], redactions };

  async function addLogs(): Promise<void> {
    try {
      const response = await client.call("V2DownloadClusterLogs", { params, query: { logs_type: "all" } });
      const opened = await openArchive("logs", response.body ?? new Blob([]).stream(), redactor);
      files.push(...opened.files);
      leftOut.push(...opened.leftOut);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      missing.push({ what: "logs", reason: `${error.status}: ${error.reason}` });
    }
  }
}

async function infraEnvsOf({ client }: Service, { id, hosts = [] }: Cluster) {
  const used = new Set(hosts.map(({ infra_env_id }) => infra_env_id));
  return (await client.call("ListInfraEnvs")).filter((infraEnv) => infraEnv.cluster_id === id || used.has(infraEnv.id));
}

const asFile = (name: string, content: unknown): BundleFile => ({
  name,
  content: typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`,
});
