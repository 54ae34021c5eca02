import {
  type Client,
  type Cluster,
  ConnectionError,
  type Host,
  type HostRegistrationResponse,
  type HostStage,
  type LogsState,
  type StepReply,
  type Steps,
} from "@muster/contract";
import type { Clock } from "../clock.ts";
import type { Machine } from "../machine/machine.ts";
import { agentPatience, installerPatience, type Patience, patiently } from "./patience.ts";

export type LinkOptions = Readonly<{
  client: Client;
  /** How a machine that is given a token of its own talks from then on; others go on as they are. */
  asAgent?: ((token: string) => Client) | undefined;
  infraEnvId: string;
  machine: Machine;
  clock: Clock;
  random: () => number;
  /** Whether packets leave the machine. */
  isOnline: () => boolean;
}>;

export type HostAddress = Readonly<{ infraEnvId: string; hostId: string }>;

/** Everything that one machine says to the service. */
export class HostLink {
  readonly address: HostAddress;
  /** Stages of this host that the service has confirmed. */
  readonly confirmed = new Set<HostStage>();
  readonly #options: LinkOptions;
  #own: Client | null = null;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.address = { infraEnvId: options.infraEnvId, hostId: options.machine.hostId };
  }

  async register(agentVersion: string, signal: AbortSignal): Promise<HostRegistrationResponse> {
    const { infraEnvId, hostId } = this.address;
    const { asAgent, client } = this.#options;
    const { headers, body } = await this.#try(agentPatience, signal, () =>
      client.send("v2RegisterHost", {
        params: { infra_env_id: infraEnvId },
        headers: { discovery_agent_version: agentVersion, ...(asAgent && { "muster-agent": "simulator" }) },
        body: { host_id: hostId, discovery_agent_version: agentVersion },
      }),
    );
    const token = headers.get("muster-host-token");
    if (asAgent && token) this.#own = asAgent(token);
    return body;
  }

  nextSteps(agentVersion: string, signal: AbortSignal): Promise<Steps> {
    const { clock, machine } = this.#options;
    const timestamp = Math.trunc(clock.now() / 1000) + machine.clockOffsetSeconds;
    return this.#try(agentPatience, signal, (client) =>
      client.call("v2GetNextSteps", {
        params: this.#params,
        headers: { discovery_agent_version: agentVersion },
        query: { timestamp },
      }),
    );
  }

  reply(reply: StepReply, agentVersion: string, signal: AbortSignal): Promise<void> {
    return this.#try(agentPatience, signal, async (client) => {
      const headers = { discovery_agent_version: agentVersion };
      await client.call("v2PostStepReply", { params: this.#params, headers, body: reply });
    });
  }

  /** A stage of this host, or of another that this one watches. */
  progress(stage: HostStage, info: string, signal: AbortSignal, of: HostAddress = this.address): Promise<void> {
    const params = { infra_env_id: of.infraEnvId, host_id: of.hostId };
    const body = { current_stage: stage, ...(info ? { progress_info: info } : {}) };
    // A host's own token speaks for that host alone; the one of the image, which it knows too, for all that booted it.
    const image = this.#options.client;
    return this.#try(installerPatience, signal, async (own) => {
      const isOwn = of.hostId === this.address.hostId;
      await (isOwn ? own : image).call("v2UpdateHostInstallProgress", { params, body });
      if (isOwn) this.confirmed.add(stage);
    });
  }

  logsProgress(state: LogsState, signal: AbortSignal): Promise<void> {
    return this.#try(installerPatience, signal, async (client) => {
      await client.call("v2UpdateHostLogsProgress", { params: this.#params, body: { logs_state: state } });
    });
  }

  uploadLogs(clusterId: string, archive: File, signal: AbortSignal): Promise<void> {
    const { infraEnvId, hostId } = this.address;
    const query = { logs_type: "host" as const, infra_env_id: infraEnvId, host_id: hostId };
    return this.#try(installerPatience, signal, async (client) => {
      await client.call("V2UploadLogs", { params: { cluster_id: clusterId }, query, body: { upfile: archive } });
    });
  }

  cluster(clusterId: string, signal: AbortSignal): Promise<Cluster> {
    const call = { params: { cluster_id: clusterId }, query: { "exclude-hosts": true } };
    return this.#try(installerPatience, signal, (client) => client.call("v2GetCluster", call));
  }

  hostsInRole(clusterId: string, role: "master" | "arbiter" | "worker", signal: AbortSignal): Promise<Host[]> {
    const call = { params: { cluster_id: clusterId }, query: { role } };
    return this.#try(installerPatience, signal, (client) => client.call("ListClusterHosts", call));
  }

  downloadHostIgnition(signal: AbortSignal): Promise<string> {
    return this.#try(installerPatience, signal, async (client) =>
      (await client.call("v2DownloadHostIgnition", { params: this.#params })).text(),
    );
  }

  downloadBootstrapIgnition(clusterId: string, signal: AbortSignal): Promise<string> {
    const call = { params: { cluster_id: clusterId }, query: { file_name: "bootstrap.ign" as const } };
    return this.#try(installerPatience, signal, async (client) =>
      (await client.call("V2DownloadClusterFiles", call)).text(),
    );
  }

  get #params() {
    return { infra_env_id: this.address.infraEnvId, host_id: this.address.hostId };
  }

  #try<Value>(patience: Patience, signal: AbortSignal, call: (client: Client) => Promise<Value>): Promise<Value> {
    const { client, clock, random, isOnline } = this.#options;
    const attempt = async () => {
      if (!isOnline()) throw new ConnectionError("http://service.invalid", new Error("the machine is offline"));
      return call(this.#own ?? client);
    };
    return patiently(attempt, { patience, clock, random, signal });
  }
}
