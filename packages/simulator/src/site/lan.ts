import { addressAt, type Network } from "../machine/network.ts";

/** The scan of an agent ends there (reference host-side A6.2). */
const mostFreeAddresses = 8_000;

/** Who answers on which address of the networks at a site. */
export class Lan {
  readonly #taken = new Set<string>();
  readonly #leases = new Map<string, string>();
  /** Every host asks for the same list again and again. */
  readonly #free = new Map<string, readonly string[]>();

  /** From now on somebody answers there: a machine, a router, or a stranger who makes a virtual IP useless. */
  occupy(...addresses: readonly string[]): void {
    for (const address of addresses) this.#taken.add(address);
    this.#free.clear();
  }

  vacate(...addresses: readonly string[]): void {
    for (const address of addresses) this.#taken.delete(address);
    this.#free.clear();
  }

  isTaken(address: string): boolean {
    return this.#taken.has(address);
  }

  freeAddresses(network: Network): readonly string[] {
    const known = this.#free.get(network.cidr);
    if (known) return known;
    const size = 2 ** (network.bits - network.prefix);
    const free: string[] = [];
    for (let position = 0; position < size && free.length < mostFreeAddresses; position += 1) {
      const address = addressAt(network, position);
      if (!this.#taken.has(address)) free.push(address);
    }
    this.#free.set(network.cidr, free);
    return free;
  }

  /** The same MAC address gets the same lease, counted from the end of the network. */
  lease(mac: string, network: Network): string {
    const key = `${mac} ${network.cidr}`;
    const known = this.#leases.get(key);
    if (known) return known;
    const given = new Set(this.#leases.values());
    for (let position = 2 ** Math.min(network.bits - network.prefix, 16) - 2; position > 0; position -= 1) {
      const address = addressAt(network, position);
      if (this.#taken.has(address) || given.has(address)) continue;
      this.#leases.set(key, address);
      return address;
    }
    throw new RangeError(`no address of ${network.cidr} is left to lease`);
  }
}
