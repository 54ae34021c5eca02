import type { Client, Cluster } from "@muster/contract";
import type { Clock } from "../clock.ts";
import { type ControllerBehaviour, ScriptedController } from "../controller/scripted-controller.ts";
import { addressesOf, type Machine } from "../machine/machine.ts";
import { addressAt } from "../machine/network.ts";
import { Lan } from "./lan.ts";
import { type Resolve, usualNames } from "./names.ts";
import { RisingCluster } from "./rising-cluster.ts";

export type SiteOptions = Readonly<{
  client: Client;
  clock: Clock;
  resolve?: Resolve;
  controller?: ControllerBehaviour;
}>;

type Installation = Readonly<{ startedAt: string; cluster: RisingCluster }>;

/** A place with machines: what they see of each other, and the clusters that come into being there. */
export class Site {
  readonly clock: Clock;
  readonly lan = new Lan();
  readonly resolve: Resolve;
  readonly #options: SiteOptions;
  readonly #installations = new Map<string, Installation>();
  readonly #controllers = new Map<RisingCluster, ScriptedController>();

  constructor(options: SiteOptions) {
    this.#options = options;
    this.clock = options.clock;
    this.resolve = options.resolve ?? usualNames;
  }

  place(machine: Machine): void {
    this.lan.occupy(...addressesOf(machine));
    for (const { addresses } of machine.interfaces) {
      for (const { network } of addresses) this.lan.occupy(addressAt(network, 1));
    }
  }

  /** The cluster that this installation builds; a new attempt builds a new one. */
  rising(cluster: Cluster): RisingCluster {
    const startedAt = cluster.install_started_at ?? "";
    const known = this.#installations.get(cluster.id);
    if (known?.startedAt === startedAt) return known.cluster;
    if (known) this.#stopController(known.cluster);
    const rising = new RisingCluster(cluster.id, { isSingleNode: isSingleNode(cluster) });
    this.#installations.set(cluster.id, { startedAt, cluster: rising });
    return rising;
  }

  /** The controller is a pod: it starts where the first control plane node is ready, once. */
  startController(cluster: RisingCluster): void {
    if (this.#controllers.has(cluster)) return;
    const { client, clock, controller: behaviour = {} } = this.#options;
    const controller = new ScriptedController({ client, clock, cluster, behaviour });
    this.#controllers.set(cluster, controller);
    controller.start();
  }

  get controllers(): readonly ScriptedController[] {
    return [...this.#controllers.values()];
  }

  async stop(): Promise<void> {
    await Promise.all(this.controllers.map((controller) => controller.stop()));
  }

  #stopController(cluster: RisingCluster): void {
    void this.#controllers.get(cluster)?.stop();
    this.#controllers.delete(cluster);
  }
}

const isSingleNode = ({ control_plane_count, high_availability_mode }: Cluster): boolean =>
  control_plane_count === 1 || (control_plane_count === undefined && high_availability_mode === "None");
