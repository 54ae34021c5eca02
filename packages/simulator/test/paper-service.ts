// A service made of paper: it answers every request from what a test wrote on it, and keeps what it was told.
import {
  type Client,
  type Cluster,
  ClusterFinalizingProgress,
  check,
  checkBody,
  createClient,
  describeProblems,
  type Host,
  HostCreateParams,
  HostProgress,
  type HostRole,
  type HostStage,
  type OperationId,
  OperatorMonitorReport,
  type OperatorStatus,
  routes,
  type Step,
  StepReply,
} from "@muster/contract";
import type { Static, TSchema } from "typebox";

export type Received = Readonly<{
  id: OperationId;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}>;

type Written = Readonly<{ status?: number; json?: unknown; headers?: Readonly<Record<string, string>> }>;
/** Null stands for the usual answer. */
type Handler = (received: Received) => Written | null;

export const clusterId = "00000000-0000-4000-8000-000000000900";
export const infraEnvId = "00000000-0000-4000-8000-000000000901";

export class PaperService {
  readonly received: Received[] = [];
  readonly replies: (StepReply & { hostId: string })[] = [];
  /** Every stage that was reported, in order. */
  readonly stages: { hostId: string; stage: HostStage; info: string }[] = [];
  readonly finalizing: string[] = [];
  readonly operators = new Map<string, OperatorStatus>();
  cluster: Partial<Cluster> = { status: "installing", install_started_at: "2026-01-01T00:00:00.000Z" };
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

  giveRole(hostId: string, role: HostRole): void {
    this.#roles.set(hostId, role);
  }

  /** Steps for the next poll of a host that has none yet. */
  instruct(hostId: string, ...steps: Step[]): void {
    this.#instructions.set(hostId, [...(this.#instructions.get(hostId) ?? []), steps]);
  }

  count(id: OperationId): number {
    return this.received.filter((received) => received.id === id).length;
  }

  /** The stages of a host, each once however often it was repeated. */
  stagesOf(hostId: string): HostStage[] {
    const all = this.stages.filter((reported) => reported.hostId === hostId).map(({ stage }) => stage);
    return all.filter((stage, index) => stage !== all[index - 1]);
  }

  async #answer(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname, searchParams } = new URL(url);
    const { id, params } = match(init.method ?? "GET", pathname);
    const body = typeof init.body === "string" ? mustFit(id, JSON.parse(init.body)) : (init.body ?? null);
    const received: Received = { id, params, query: searchParams, headers: new Headers(init.headers), body };
    this.received.push(received);
    const { status = 200, json, headers = {} } = this.#handlers[id]?.(received) ?? this.#usual(received);
    return new Response(json === undefined ? null : JSON.stringify(json), { status, headers });
  }

  #usual({ id, params, query, body }: Received): Written {
    const hostId = params.host_id ?? "";
    switch (id) {
      case "v2RegisterHost":
        return this.register(read(HostCreateParams, body).host_id);
      case "v2GetNextSteps": {
        const instructions = this.#instructions.get(hostId)?.shift() ?? [];
        return { json: { next_instruction_seconds: 60, post_step_action: "continue", instructions } };
      }
      case "v2PostStepReply":
        this.replies.push({ ...read(StepReply, body), hostId });
        return { status: 204 };
      case "v2UpdateHostInstallProgress": {
        const { current_stage: stage, progress_info: info = "" } = read(HostProgress, body);
        if (stage) this.stages.push({ hostId, stage, info });
        return {};
      }
      case "v2UpdateClusterFinalizingProgress":
        this.finalizing.push(read(ClusterFinalizingProgress, body).finalizing_stage ?? "");
        return {};
      case "v2GetCluster":
        return { json: { id: clusterId, kind: "Cluster", ...this.cluster, hosts: this.#hosts() } };
      case "ListClusterHosts":
        return { json: this.#hosts().filter(({ role }) => role === query.get("role")) };
      case "V2ListOfClusterOperators":
        return { json: [...this.operators].map(([name, status]) => ({ name, status, operator_type: typeOf(name) })) };
      case "v2ReportMonitoredOperatorStatus": {
        const { name = "", status = "progressing" } = read(OperatorMonitorReport, body);
        this.operators.set(name, status);
        return {};
      }
      default:
        return {};
    }
  }

  register(hostId: string): Written {
    const runner = { infra_env_id: infraEnvId, host_id: hostId, agent_version: this.agentVersion };
    const command = { command: "", args: [JSON.stringify(runner)], retry_seconds: 60 };
    return { status: 201, json: { id: hostId, next_step_runner_command: command } };
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

const typeOf = (operator: string): string => (operator === "console" || operator === "cvo" ? "builtin" : "olm");

function match(method: string, path: string): { id: OperationId; params: Record<string, string> } {
  for (const route of Object.values(routes)) {
    if (route.method !== method) continue;
    const pattern = route.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const found = new RegExp(`^${pattern}$`).exec(path);
    if (found) return { id: route.id, params: { ...found.groups } };
  }
  throw new Error(`no operation answers ${method} ${path}`);
}

/** A request that the contract does not know would be refused by a real service; here it is a mistake of the simulator. */
function mustFit(id: OperationId, body: unknown): unknown {
  const checked = checkBody(routes[id], body);
  if (checked.kind === "invalid") throw new TypeError(`${id}: ${describeProblems(checked.problems)}`);
  return checked.value;
}

function read<Schema extends TSchema>(schema: Schema, body: unknown): Static<Schema> {
  const checked = check(schema, body);
  if (checked.kind === "invalid") throw new TypeError(describeProblems(checked.problems));
  return checked.value;
}
