import type { Gather } from "../store/gather.ts";
import type { HostPlace } from "../store/host-places.ts";

// Five times the largest fleet. What falls out is asked of the database again.
const mostRemembered = 50_000;

/** Where the hosts are that were heard of last. */
export class Places {
  readonly #byHost = new Map<string, HostPlace>();
  readonly #stored: Pick<Gather<HostPlace>, "find">;
  #departures = 0;

  constructor(stored: Pick<Gather<HostPlace>, "find">) {
    this.#stored = stored;
  }

  get size(): number {
    return this.#byHost.size;
  }

  async find(hostId: string): Promise<HostPlace | null> {
    const known = this.#byHost.get(hostId);
    if (known) return known;
    const since = this.#departures;
    const place = await this.#stored.find(hostId);
    // It may have moved, or gone, while the query was on its way.
    const moved = this.#byHost.get(hostId);
    if (place && !moved && this.#departures === since) this.#remember(hostId, place);
    return moved ?? place;
  }

  arrived(hostId: string, { infraEnvId, clusterId }: HostPlace): void {
    const known = this.#byHost.get(hostId);
    if (known?.infraEnvId === infraEnvId && known.clusterId === clusterId) return;
    this.#remember(hostId, { infraEnvId, clusterId });
  }

  /** Where it was until now, if that was known. */
  left(hostId: string): HostPlace | null {
    const place = this.#byHost.get(hostId) ?? null;
    this.#byHost.delete(hostId);
    this.#departures += 1;
    return place;
  }

  #remember(hostId: string, place: HostPlace): void {
    this.#byHost.delete(hostId);
    this.#byHost.set(hostId, place);
    const [oldest] = this.#byHost.keys();
    if (oldest !== undefined && this.#byHost.size > mostRemembered) this.#byHost.delete(oldest);
  }
}
