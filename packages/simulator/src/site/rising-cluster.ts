import type { HostRole } from "@muster/contract";

export type NodeState = "configuring" | "joined" | "ready";

export type RisingNode = Readonly<{
  hostId: string;
  infraEnvId: string;
  hostname: string;
  role: HostRole;
  state: NodeState;
}>;

/**
 * A cluster between the first machine that starts to install it and its last report: what the programs inside would see
 * of its API. They poll, as the real ones do.
 */
export class RisingCluster {
  readonly id: string;
  readonly isSingleNode: boolean;
  readonly #nodes = new Map<string, RisingNode>();
  /** The temporary control plane answers. */
  bootstrapIsUp = false;
  controllerIsReady = false;

  constructor(id: string, { isSingleNode }: Readonly<{ isSingleNode: boolean }>) {
    this.id = id;
    this.isSingleNode = isSingleNode;
  }

  get nodes(): readonly RisingNode[] {
    return [...this.#nodes.values()];
  }

  report(node: RisingNode): void {
    this.#nodes.set(node.hostId, node);
  }

  ready(role: "master" | "arbiter"): readonly RisingNode[] {
    return this.nodes.filter((node) => node.state === "ready" && nodeRole(node.role) === role);
  }
}

/** The bootstrap host becomes a control plane node like the others. */
export const nodeRole = (role: HostRole): HostRole => (role === "bootstrap" ? "master" : role);
