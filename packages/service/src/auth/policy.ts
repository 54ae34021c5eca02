// What each route asks of its caller, as one table: which proofs it takes, and which resources it is about. Rows are read off
// the contract; the few that the contract cannot tell are listed here.
import { type Auth, type OperationId, type RouteDefinition, routes } from "@muster/contract";

export type SubjectKind =
  | "cluster"
  | "infra-env"
  | "host"
  /** The host that a machine says it is: it need not exist yet. */
  | "self";

export type Subject = Readonly<{ kind: SubjectKind; from: "params" | "query" | "body"; name: string }>;

export type RoutePolicy = Readonly<{
  id: string;
  /** Any one of these is enough; none at all: the route is open. */
  auth: readonly Auth[];
  subjects: readonly Subject[];
  /** The path parameter that is itself the proof. */
  pathToken: "api_key" | "image_token" | null;
  /** Whether it changes something: then those who may only look are refused. */
  changes: boolean;
  /** Whether it hands out what opens a cluster; that is written down like a change. */
  discloses: boolean;
}>;

const kinds: Readonly<Record<string, SubjectKind>> = {
  cluster_id: "cluster",
  infra_env_id: "infra-env",
  host_id: "host",
  host_ids: "host",
};

const exceptions: { readonly [Id in OperationId]?: Partial<RoutePolicy> } = {
  v2RegisterHost: {
    subjects: [
      { kind: "infra-env", from: "params", name: "infra_env_id" },
      { kind: "self", from: "body", name: "host_id" },
    ],
  },
  RegisterHost: {
    subjects: [
      { kind: "cluster", from: "params", name: "cluster_id" },
      { kind: "self", from: "body", name: "host_id" },
    ],
  },
  // The link is the proof (reference service 6.2): what the contract calls open is so only to those who hold it.
  getImageByApiKey: { auth: [{ scheme: "urlAuth" }], pathToken: "api_key" },
  getImageByToken: { auth: [{ scheme: "imageURLAuth" }], pathToken: "image_token" },
};

const disclosing: ReadonlySet<string> = new Set<OperationId>([
  "V2GetCredentials",
  "V2DownloadClusterCredentials",
  "V2GetPresignedForClusterCredentials",
  "GetCredentials",
  "DownloadClusterKubeconfig",
]);

export function policyOf(route: RouteDefinition): RoutePolicy {
  return {
    id: route.id,
    auth: route.auth,
    subjects: (["params", "query", "body"] as const).flatMap((from) => subjectsIn(from, route[from])),
    pathToken: null,
    changes: route.method !== "GET" && route.method !== "HEAD",
    discloses: disclosing.has(route.id),
    ...exceptions[route.id as OperationId],
  };
}

function subjectsIn(from: Subject["from"], schema: unknown): Subject[] {
  const properties =
    typeof schema === "object" && schema !== null && "properties" in schema ? Object.keys(schema.properties ?? {}) : [];
  return properties.flatMap((name) => {
    const kind = kinds[name];
    return kind === undefined ? [] : [{ kind, from, name }];
  });
}

/** Every route of the contract with what it asks. */
export const policies: readonly RoutePolicy[] = Object.values(routes).map(policyOf);
