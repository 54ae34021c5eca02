// A service made of paper: it answers every request from what a test wrote on it, and keeps what it was told.
import {
  type Client,
  type Cluster,
  createClient,
  type Host,
  type HostRole,
  type HostStage,
  type OperationId,
  routes,
  type Step,
  type StepReply,
} from "@muster/contract";

export type Received = Readonly<{
  id: OperationId;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}>;

type Written = Readonly<{ status?: number; json?: unknown }>;
type Handler = (received: Received) => Written;

export const clusterId = "00000000-0000-4000-8000-000000000900";
export const infraEnvId = "00000000-0000-4000-8000-000000000901";

export class PaperService {
  readonly received: Received[] = [];
  readonly replies: (StepReply & { hostId: string })[] = [];
  /** Every stage that was reported, in order: host, stage, and what was said of it. */
  readonly stages: { hostId: string; stage: HostStage; info: string }[] = [];
  readonly finalizing: string[] = [];
  readonly operators = new Map<string, string>();
  cluster: Partial<Cluster> = {
    status: "installing",
    control_plane_count: 3,
    install_started_at: "2026-01-01T00:00:00.000Z",
  };
  agentVersion = "quay.io/lab/agent:1";
  readonly #roles = new Map<string, HostRole>();
  readonly #instructions = new Map<string, Step[][]>();
  readonly #handlers: Partial<Record<OperationId, Handler>> = {};

  get client(): Client {
    return createClient({ baseUrl: "http://paper", fetch: (url, init) => this.#answer(String(url), init) });
  }

  /** Answers an operation differently from now on. */
  on(id: OperationId, handler: Handler): void {
    this.#handlers[id] = handler;
  }

  hasRole(hostId: string, role: HostRole): void {
    this.#roles.set(hostId, role);
  }

  /** Steps for the next poll of a host. */
  instruct(hostId: string, ...steps: Step[]): void {
    this.#instructions.set(hostId, [...(this.#instructions.get(hostId) ?? []), steps]);
  }

  count(id: OperationId): number {
    return this.received.filter((received) => received.id === id).length;
  }

  stagesOf(hostId: string): HostStage[] {
    const all = this.stages.filter((reported) => reported.hostId === hostId).map(({ stage }) => stage);
    return all.filter((stage, index) => stage !== all[index - 1]);
  }

  async #answer(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname, searchParams } = new URL(url);
    const { id, params } = match(init.method ?? "GET", pathname);
    const body = typeof init.body === "string" ? JSON.parse(init.body) : (init.body ?? null);
    const received: Received = { id, params, query: searchParams, headers: new Headers(init.headers), body };
    this.received.push(received);
    const { status = 200, json } = this.#handlers[id]?.(received) ?? this.#usual(received);
    return new Response(json === undefined ? null : JSON.stringify(json), { status });
  }

  #usual({ id, params, query, body }: Received): Written {
    const hostId = params.host_id ?? "";
    switch (id) {
      case "v2RegisterHost": {
        const registered = body as { host_id: string };
        const args = JSON.stringify({
          infra_env_id: infraEnvId,
          host_id: registered.host_id,
          agent_version: this.agentVersion,
        });
        return {
          status: 201,
          json: { id: registered.host_id, next_step_runner_command: { command: "", args: [args], retry_seconds: 60 } },
        };
      }
      case "v2GetNextSteps":
        return {
          json: {
            next_instruction_seconds: 60,
            post_step_action: "continue",
            instructions: this.#instructions.get(hostId)?.shift() ?? [],
          },
        };
      case "v2PostStepReply":
        this.replies.push({ ...(body as StepReply), hostId });
        return { status: 204 };
      case "v2UpdateHostInstallProgress": {
        const { current_stage, progress_info = "" } = body as { current_stage: HostStage; progress_info?: string };
        this.stages.push({ hostId, stage: current_stage, info: progress_info });
        return {};
      }
      case "v2UpdateClusterFinalizingProgress":
        this.finalizing.push((body as { finalizing_stage: string }).finalizing_stage);
        return {};
      case "v2GetCluster":
        return { json: { id: clusterId, kind: "Cluster", ...this.cluster, hosts: this.#hosts() } };
      case "ListClusterHosts":
        return { json: this.#hosts().filter(({ role }) => role === query.get("role")) };
      case "V2ListOfClusterOperators":
        return {
          json: [...this.operators].map(([name, status]) => ({
            name,
            status,
            operator_type: name === "console" || name === "cvo" ? "builtin" : "olm",
          })),
        };
      case "v2ReportMonitoredOperatorStatus": {
        const { name, status } = body as { name: string; status: string };
        this.operators.set(name, status);
        return {};
      }
      default:
        return { status: id === "v2DownloadHostIgnition" || id.startsWith("V2Download") ? 200 : 204 };
    }
  }

  #hosts(): Partial<Host>[] {
    return [...this.#roles].map(([id, role]) => {
      const stage = this.stages.findLast(({ hostId }) => hostId === id)?.stage;
      return {
        id,
        infra_env_id: infraEnvId,
        role: role === "bootstrap" ? "master" : role,
        status: stage === "Done" ? "installed" : "installing-in-progress",
        ...(stage ? { progress: { current_stage: stage } } : {}),
      };
    });
  }
}

function match(method: string, path: string): { id: OperationId; params: Record<string, string> } {
  for (const route of Object.values(routes)) {
    if (route.method !== method) continue;
    const pattern = route.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const found = new RegExp(`^${pattern}$`).exec(path);
    if (found) return { id: route.id, params: { ...found.groups } };
  }
  throw new Error(`no operation answers ${method} ${path}`);
}
