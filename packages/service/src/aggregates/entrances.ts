type Door = { inside: number; closed: Promise<void> | null; emptied: () => void };

/** Many may go in at once; whoever closes a door waits until all are through, and keeps others out meanwhile. */
export class Entrances {
  readonly #doors = new Map<string, Door>();

  get size(): number {
    return this.#doors.size;
  }

  async enter<Value>(id: string, work: () => Promise<Value>): Promise<Value> {
    while (this.#doors.get(id)?.closed) await this.#doors.get(id)?.closed;
    const door = this.#door(id);
    door.inside += 1;
    try {
      return await work();
    } finally {
      door.inside -= 1;
      if (door.inside === 0) door.emptied();
      this.#leave(id, door);
    }
  }

  async close<Value>(id: string, work: () => Promise<Value>): Promise<Value> {
    while (this.#doors.get(id)?.closed) await this.#doors.get(id)?.closed;
    const door = this.#door(id);
    const { promise, resolve } = Promise.withResolvers<void>();
    door.closed = promise;
    try {
      if (door.inside > 0) {
        await new Promise<void>((emptied) => {
          door.emptied = emptied;
        });
      }
      return await work();
    } finally {
      door.closed = null;
      resolve();
      this.#leave(id, door);
    }
  }

  #door(id: string): Door {
    const door = this.#doors.get(id) ?? { inside: 0, closed: null, emptied: () => {} };
    this.#doors.set(id, door);
    return door;
  }

  #leave(id: string, door: Door): void {
    if (door.inside === 0 && !door.closed && this.#doors.get(id) === door) this.#doors.delete(id);
  }
}
