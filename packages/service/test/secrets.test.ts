import { type FeedMessage, followFeed } from "@muster/contract";
import { installCluster, pullSecret, untilEvent } from "@muster/simulator";
import { expect, test } from "vitest";
import { hosts } from "../src/store/schema.ts";
import { runningService } from "./running-service.ts";
import { newCluster, newInfraEnv, refusal } from "./scene.ts";

const service = runningService({ LOG_LEVEL: "trace" });

const secrets = {
  "what opens registries": JSON.parse(pullSecret).auths["quay.io"].auth as string,
  "the password of a proxy": "proxy-hunter2",
  "the token of an ignition endpoint": "token-hunter2",
  "the password of a BMC": "bmc-hunter2",
  "an override of an install-config": "override-hunter2",
  "an override of an ignition": "ignition-hunter2",
};

/** Everything that can be read by somebody who may not read secrets: logs, events, and answers that say no. */
function expectNothingIn(text: string): void {
  for (const [name, secret] of Object.entries(secrets)) {
    expect(text.includes(secret), `${name} was told`).toBe(false);
  }
}

test("a whole installation tells no secret, neither in its log nor in its history", async () => {
  const followed: FeedMessage[] = [];
  const leave = new AbortController();
  const following = (async () => {
    for await (const message of followFeed(service.client, { signal: leave.signal })) followed.push(message);
  })();
  const { clusterId, infraEnvId, fleet } = await installCluster(service.client, {
    name: "discreet",
    siteNumber: 240,
    topology: "sno",
    speed: 2_000,
    clusterParams: { http_proxy: "http://user:proxy-hunter2@proxy.example.com:3128" },
    infraEnvParams: {
      proxy: { http_proxy: "http://user:proxy-hunter2@proxy.example.com:3128" },
      ignition_config_override: JSON.stringify({
        ignition: { version: "3.1.0" },
        storage: { files: [{ path: "/etc/x", contents: { source: "data:,ignition-hunter2" } }] },
      }),
    },
  });
  await fleet.stop();
  leave.abort();
  await following;
  expect(followed.filter(({ type }) => type === "host").length).toBeGreaterThan(10);
  const params = { cluster_id: clusterId };
  const password = (await service.client.call("V2GetCredentials", { params })).password ?? "";
  const events = await service.client.call("v2ListEvents", {
    query: { ...params, limit: 5_000, categories: ["user", "metrics"] },
  });
  const infraEnvEvents = await service.client.call("v2ListEvents", { query: { infra_env_id: infraEnvId } });
  const ownApi = [
    await service.client.call("musterClusterHistory", { params }),
    await service.client.call("musterExplainCluster", { params }),
    await service.client.call("musterPlanCluster", { params }),
    await service.client.call("musterListClusters"),
    await service.client.call("musterListHosts"),
    followed,
  ];
  const told = [service.logged.join(""), JSON.stringify([events, infraEnvEvents, ownApi])].join("\n");
  expect(service.logged.length).toBeGreaterThan(100);
  expectNothingIn(told);
  expect(told.includes(password)).toBe(false);
  const archive = await service.client.call("V2DownloadClusterLogs", { params, query: { logs_type: "all" } });
  const logs = await archive.text();
  expect(logs.includes(secrets["what opens registries"])).toBe(false);
  expect(logs.includes(password)).toBe(false);
});

test("answers that say no do not repeat what they refuse", async () => {
  const { id } = await newCluster(service.client);
  const { id: infraEnvId } = await newInfraEnv(service.client, { cluster_id: id });
  const host_id = "cccccccc-0000-4000-8000-000000000001";
  await service.client.call("v2RegisterHost", { params: { infra_env_id: infraEnvId }, body: { host_id } });
  const cluster = { cluster_id: id };
  const host = { infra_env_id: infraEnvId, host_id };
  const credentials = { address: "nowhere", username: "admin", password: "bmc-hunter2" };
  const wrong = { auths: { "quay.io": { auth: `${secrets["what opens registries"]}!` } } };
  const refusals = await Promise.all([
    refusal(newCluster(service.client, { pull_secret: JSON.stringify(wrong) })),
    refusal(newCluster(service.client, { http_proxy: "ftp://user:proxy-hunter2@proxy.example.com" })),
    refusal(newInfraEnv(service.client, { proxy: { http_proxy: "ftp://user:proxy-hunter2@proxy.example.com" } })),
    refusal(newInfraEnv(service.client, { ignition_config_override: "ignition-hunter2" })),
    refusal(service.client.call("V2UpdateCluster", { params: cluster, body: { pull_secret: JSON.stringify(wrong) } })),
    refusal(
      service.client.call("v2UpdateClusterInstallConfig", {
        params: cluster,
        body: '{"fips": "override-hunter2", "nonsense": "override-hunter2"}',
      }),
    ),
    refusal(service.client.call("v2UpdateClusterInstallConfig", { params: cluster, body: "override-hunter2" })),
    refusal(service.client.call("v2UpdateHost", { params: host, body: { fencing_credentials: credentials } })),
    refusal(
      service.client.call("v2UpdateHost", {
        params: host,
        body: { ignition_endpoint_http_headers: [{ key: "a b", value: "token-hunter2" }] },
      }),
    ),
    refusal(service.client.call("v2UpdateHostIgnition", { params: host, body: { config: "ignition-hunter2" } })),
  ]);
  for (const { status, reason } of refusals) {
    expect(status).toBe(400);
    expectNothingIn(reason);
  }
  expectNothingIn(service.logged.join(""));
});

test("what a host is given stays with it: readers see that it is there", async () => {
  const { id } = await newCluster(service.client, { control_plane_count: 2 });
  const { id: infraEnvId } = await newInfraEnv(service.client, { cluster_id: id });
  const host_id = "cccccccc-0000-4000-8000-000000000002";
  await service.client.call("v2RegisterHost", { params: { infra_env_id: infraEnvId }, body: { host_id } });
  const params = { infra_env_id: infraEnvId, host_id };
  await service.client.call("v2UpdateHost", { params, body: { ignition_endpoint_token: "token-hunter2" } });
  await untilEvent(service.client, { infra_env_id: infraEnvId }, "infra_env_registered");
  const seen = [
    await service.client.call("v2GetHost", { params }),
    await service.client.call("v2ListHosts", { params: { infra_env_id: infraEnvId } }),
    await service.client.call("v2GetCluster", { params: { cluster_id: id } }),
    await service.client.call("v2ListClusters", { query: { with_hosts: true } }),
    await service.client.call("GetInfraEnv", { params: { infra_env_id: infraEnvId } }),
  ];
  const text = JSON.stringify(seen);
  expect(text).toContain('"ignition_endpoint_token_set":true');
  expect(text.includes("token-hunter2")).toBe(false);
  const documents = await service.inspect((db) => db.select().from(hosts));
  expect(JSON.stringify(documents).includes("token-hunter2")).toBe(false);
  expect((await service.client.call("v2GetHost", { params })).ignition_endpoint_token_set).toBe(true);
  expect(text.includes(secrets["what opens registries"])).toBe(false);
});
