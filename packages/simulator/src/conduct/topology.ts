export type Nodes = Readonly<{ controlPlanes: number; arbiters: number; workers: number }>;

export const topologies = {
  sno: { controlPlanes: 1, arbiters: 0, workers: 0 },
  compact: { controlPlanes: 3, arbiters: 0, workers: 0 },
  ha: { controlPlanes: 3, arbiters: 0, workers: 2 },
  four: { controlPlanes: 4, arbiters: 0, workers: 0 },
  five: { controlPlanes: 5, arbiters: 0, workers: 0 },
  arbiter: { controlPlanes: 2, arbiters: 1, workers: 0 },
  /** Two nodes that can power each other off. */
  fencing: { controlPlanes: 2, arbiters: 0, workers: 0 },
} as const satisfies Readonly<Record<string, Nodes>>;

export type Topology = keyof typeof topologies;

export const hostCount = ({ controlPlanes, arbiters, workers }: Nodes): number => controlPlanes + arbiters + workers;
