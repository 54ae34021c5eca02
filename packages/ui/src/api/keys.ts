// Names under which answers are kept.

export const keys = {
  clusters: () => ["clusters"],
  cluster: (id: string) => ["cluster", id],
  explainCluster: (id: string) => ["explain-cluster", id],
  plan: (id: string) => ["plan", id],
  hostRows: (scope: string) => ["host-rows", scope],
  host: (id: string) => ["host", id],
  explainHost: (id: string) => ["explain-host", id],
  infraEnvs: () => ["infra-envs"],
  events: () => ["events"],
  stats: () => ["stats"],
  manifests: (clusterId: string) => ["manifests", clusterId],
  credentials: (clusterId: string) => ["credentials", clusterId],
} as const;
