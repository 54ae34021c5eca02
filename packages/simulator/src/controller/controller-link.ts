import {
  ApiError,
  type Client,
  type Cluster,
  type FinalizingStage,
  type HostStage,
  type LogsState,
  type MonitoredOperator,
  type OperatorMonitorReport,
} from "@muster/contract";
import type { Clock } from "../clock.ts";
import type { HostAddress } from "../host/host-link.ts";
import { controllerPatience, patiently } from "../host/patience.ts";
import { randomFrom } from "../random.ts";

type LinkOptions = Readonly<{ client: Client; clock: Clock; clusterId: string; signal: AbortSignal }>;

/** Everything that the controller in a new cluster says to the service (reference host-side B2, B6). */
export class ControllerLink {
  readonly #options: LinkOptions;
  readonly #random: () => number;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#random = randomFrom(options.clusterId);
  }

  cluster(): Promise<Cluster> {
    return this.#try((client, params) => client.call("v2GetCluster", { params }));
  }

  hostStage({ infraEnvId, hostId }: HostAddress, stage: HostStage): Promise<void> {
    const params = { infra_env_id: infraEnvId, host_id: hostId };
    return this.#try((client) =>
      client.call("v2UpdateHostInstallProgress", { params, body: { current_stage: stage } }),
    );
  }

  finalizing(stage: FinalizingStage): Promise<void> {
    const body = { finalizing_stage: stage };
    return this.#try((client, params) => client.call("v2UpdateClusterFinalizingProgress", { params, body }));
  }

  operators(): Promise<MonitoredOperator[]> {
    return this.#try((client, params) => client.call("V2ListOfClusterOperators", { params }));
  }

  reportOperator(body: OperatorMonitorReport): Promise<void> {
    return this.#try((client, params) => client.call("v2ReportMonitoredOperatorStatus", { params, body }));
  }

  uploadIngressCertificate(body: string): Promise<void> {
    return this.#try((client, params) => client.call("v2UploadClusterIngressCert", { params, body }));
  }

  /** Empty when no operator brought any. */
  async customManifests(): Promise<string> {
    const query = { file_name: "custom_manifests.json" } as const;
    const { client, clusterId } = this.#options;
    const params = { cluster_id: clusterId };
    try {
      return await (await client.call("V2DownloadClusterFiles", { params, query })).text();
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return "";
      throw error;
    }
  }

  kubeconfig(): Promise<string> {
    const query = { file_name: "kubeconfig-noingress" } as const;
    return this.#try(async (client, params) =>
      (await client.call("V2DownloadClusterCredentials", { params, query })).text(),
    );
  }

  async complete(): Promise<void> {
    await this.#try((client, params) => client.call("v2CompleteInstallation", { params, body: { is_success: true } }));
  }

  logsProgress(state: LogsState): Promise<void> {
    const body = { logs_state: state };
    return this.#try((client, params) => client.call("v2UpdateClusterLogsProgress", { params, body }));
  }

  uploadLogs(upfile: File): Promise<void> {
    const query = { logs_type: "controller" } as const;
    return this.#try((client, params) => client.call("V2UploadLogs", { params, query, body: { upfile } }));
  }

  #try<Value>(call: (client: Client, params: { cluster_id: string }) => Promise<Value>): Promise<Value> {
    const { client, clock, clusterId, signal } = this.#options;
    const trying = { patience: controllerPatience, clock, random: this.#random, signal };
    return patiently(() => call(client, { cluster_id: clusterId }), trying);
  }
}
