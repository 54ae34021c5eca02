// The load of the design: clusters of five machines that speak the agent protocol, each answer made once and sent again.
import type { ConnectivityCheckParams, DomainResolutionRequest, Steps } from "@muster/contract";
import { createMachine, type Machine, pullSecret } from "@muster/simulator";
import { RawConnection, requestBytes } from "./raw-http.ts";

const api = "/api/assisted-install/v2";
const agent = "quay.io/edge-infrastructure/assisted-installer-agent:latest";
export const hostsPerCluster = 5;

export type BenchHost = {
  readonly machine: Machine;
  readonly path: string;
  readonly infraEnvId: string;
  /** Whole requests by step type. */
  readonly replies: Map<string, Buffer>;
};

export type BenchCluster = Readonly<{ id: string; hosts: readonly BenchHost[] }>;

type Size = Readonly<{ clusters: number; hosts?: number; prefix?: number }>;

export async function describeClusters(
  url: string,
  { clusters: count, hosts: hostCount = hostsPerCluster, prefix = 24 }: Size,
): Promise<BenchCluster[]> {
  const connection = new RawConnection(url);
  const clusters: BenchCluster[] = [];
  for (let index = 0; index < count; index++) {
    const network = `10.${Math.floor(index / 62) + 1}.${(index % 62) * 4}`;
    const cluster = await create(connection, "/clusters", {
      name: `bench-${index}`,
      openshift_version: "4.22",
      base_dns_domain: "example.com",
      pull_secret: pullSecret,
      api_vips: [{ ip: `${network}.5` }],
      ingress_vips: [{ ip: `${network}.6` }],
    });
    const infraEnv = await create(connection, "/infra-envs", {
      name: `bench-${index}`,
      cluster_id: cluster.id,
      pull_secret: pullSecret,
    });
    const hosts = Array.from({ length: hostCount }, (_, place): BenchHost => {
      const number = index * hostCount + place + 1;
      const machine = createMachine({
        number,
        place: place + 1,
        kind: "bench-server",
        networks: [`${network}.0/${prefix}`],
      });
      const path = `${api}/infra-envs/${infraEnv.id}/hosts/${machine.hostId}`;
      return { machine, path, infraEnvId: infraEnv.id, replies: new Map() };
    });
    clusters.push({ id: cluster.id, hosts });
  }
  connection.close();
  return clusters;
}

async function create(connection: RawConnection, path: string, body: object): Promise<{ id: string }> {
  const { status, body: text } = await connection.request("POST", `${api}${path}`, JSON.stringify(body));
  if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

export async function registerHost(connection: RawConnection, { machine, infraEnvId }: BenchHost): Promise<void> {
  const body = JSON.stringify({ host_id: machine.hostId, discovery_agent_version: agent });
  expect(201, await connection.request("POST", `${api}/infra-envs/${infraEnvId}/hosts`, body));
}

/** The body of the answer, unread: reading it is the agent's work, not the service's. */
export async function pollHost(connection: RawConnection, host: BenchHost): Promise<string> {
  const clock = Math.floor(Date.now() / 1_000);
  const answer = await connection.request("GET", `${host.path}/instructions?timestamp=${clock}`);
  expect(200, answer);
  return answer.body;
}

/** What an agent does once a minute: it asks, and answers every step it is given. */
export async function iterate(connection: RawConnection, host: BenchHost): Promise<void> {
  const body = await pollHost(connection, host);
  for (const [, type = ""] of body.matchAll(/"step_type":"([a-z-]+)"/g)) {
    const reply = host.replies.get(type) ?? makeReply(type, body, host);
    expect(204, await connection.send(reply));
  }
}

function makeReply(type: string, steps: string, host: BenchHost): Buffer {
  const { instructions = [] }: Steps = JSON.parse(steps);
  const { args = [] } = instructions.find((step) => step.step_type === type) ?? {};
  const output = answerTo(type, args, host);
  const body = JSON.stringify({ step_type: type, step_id: `${type}-0`, exit_code: 0, output });
  const reply = requestBytes("POST", `${host.path}/instructions`, body);
  host.replies.set(type, reply);
  return reply;
}

function expect(wanted: number, { status, body }: { status: number; body: string }): void {
  if (status !== wanted) throw new Error(`expected ${wanted}, got ${status}: ${body.slice(0, 200)}`);
}

function answerTo(type: string, args: readonly string[], { machine }: BenchHost): string {
  const [request = "null"] = args;
  switch (type) {
    case "inventory":
      return JSON.stringify(machine.inventory());
    case "ntp-synchronizer":
      return JSON.stringify({ ntp_sources: [{ source_name: "ntp.example.com", source_state: "synced" }] });
    case "connectivity-check":
      return JSON.stringify(reachAll(JSON.parse(request)));
    case "domain-resolution": {
      const { domains }: DomainResolutionRequest = JSON.parse(request);
      return JSON.stringify({ resolutions: domains.map(({ domain_name }) => resolution(domain_name ?? "")) });
    }
    case "free-network-addresses":
      return JSON.stringify(
        JSON.parse(request).map((network: string) => ({ network, free_addresses: freeIn(network) })),
      );
    case "verify-vips":
      return JSON.stringify(JSON.parse(request).map((vip: object) => ({ ...vip, verification: "succeeded" })));
    default:
      return "";
  }
}

const resolution = (name: string) =>
  name.startsWith("quay.io") ? { domain_name: name, ipv4_addresses: ["192.0.2.10"] } : { domain_name: name };

const freeIn = (network: string): string[] =>
  Array.from({ length: 20 }, (_, index) => network.replace(/\.\d+\/\d+$/, `.${200 + index}`));

function reachAll(others: ConnectivityCheckParams): object {
  return {
    remote_hosts: others.map(({ host_id, nics = [] }) => {
      const targets = nics.flatMap(({ mac, ip_addresses = [] }) => ip_addresses.map((ip) => ({ ip, mac })));
      return {
        host_id,
        l2_connectivity: targets.map(({ ip, mac }) => ({
          outgoing_nic: "ens1f0",
          outgoing_ip_address: "",
          remote_ip_address: ip,
          remote_mac: mac,
          successful: true,
        })),
        l3_connectivity: targets.map(({ ip }) => ({
          outgoing_nic: "ens1f0",
          remote_ip_address: ip,
          successful: true,
          average_rtt_ms: 0.4,
          packet_loss_percentage: 0,
        })),
      };
    }),
  };
}

/** The first report of a host, alone. */
export async function reportInventory(connection: RawConnection, host: BenchHost): Promise<void> {
  const output = answerTo("inventory", [], host);
  const body = JSON.stringify({ step_type: "inventory", step_id: "inventory-0", exit_code: 0, output });
  expect(204, await connection.request("POST", `${host.path}/instructions`, body));
}

/** How many hosts are ready, over all clusters. */
export async function readyHosts(connection: RawConnection): Promise<number> {
  const { body } = await connection.request("GET", `${api}/clusters`);
  const clusters: { ready_host_count?: number }[] = JSON.parse(body);
  return clusters.reduce((sum, { ready_host_count = 0 }) => sum + ready_host_count, 0);
}
