// The readers, gathered by what they asked for: a message is looked up, not offered to everyone, and its bytes are made once
// for all who get the same.
import type { Subject, Told } from "./entry.ts";
import type { Message } from "./message.ts";
import type { Reader } from "./reader.ts";
import type { Visibility } from "./visibility.ts";

export type Filter = Readonly<{ clusterId?: string; infraEnvId?: string; hostId?: string }>;

type Group = {
  readonly filter: Filter;
  readonly visibility: Visibility;
  readonly readers: Set<Reader>;
  pending: string[];
};

export class Audience {
  /** By the narrowest thing that they asked for, then by all of it. */
  readonly #groups = new Map<string, Map<string, Group>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  *readers(): Iterable<Reader> {
    for (const groups of this.#groups.values()) for (const { readers } of groups.values()) yield* readers;
  }

  join(reader: Reader, filter: Filter, visibility: Visibility): () => void {
    const place = placeOf(filter);
    const key = JSON.stringify([filter.clusterId, filter.infraEnvId, filter.hostId, visibility.key]);
    const groups = this.#groups.get(place) ?? new Map<string, Group>();
    this.#groups.set(place, groups);
    const group: Group = groups.get(key) ?? { filter, visibility, readers: new Set<Reader>(), pending: [] };
    groups.set(key, group);
    group.readers.add(reader);
    this.#size += 1;
    return () => {
      if (!group.readers.delete(reader)) return;
      this.#size -= 1;
      if (group.readers.size > 0) return;
      groups.delete(key);
      if (groups.size === 0 && this.#groups.get(place) === groups) this.#groups.delete(place);
    };
  }

  /** Whether anybody wants to know. */
  follows(told: Told): boolean {
    for (const _ of this.#concerned(told)) return true;
    return false;
  }

  *#concerned(told: Told): Generator<Group> {
    for (const place of placesOf(told)) {
      for (const group of this.#groups.get(place)?.values() ?? []) {
        if (concerns(told, group.filter, group.visibility)) yield group;
      }
    }
  }

  send(messages: Iterable<Message>): void {
    const touched = new Set<Group>();
    for (const message of messages) {
      for (const group of this.#concerned(message)) {
        group.pending.push(message.text());
        touched.add(group);
      }
    }
    for (const group of touched) {
      const bytes = Buffer.from(group.pending.join(""));
      group.pending = [];
      for (const reader of group.readers) reader.send(bytes);
    }
  }
}

export const concerns = (
  { clusterId, infraEnvId, hostId, owner, isDeparture }: Told,
  filter: Filter,
  { sees }: Visibility,
): boolean =>
  (!isDeparture || filter.clusterId !== undefined) &&
  (filter.clusterId === undefined || filter.clusterId === clusterId) &&
  (filter.infraEnvId === undefined || filter.infraEnvId === infraEnvId) &&
  (filter.hostId === undefined || filter.hostId === hostId) &&
  sees(owner);

const placeOf = ({ clusterId, infraEnvId, hostId }: Filter): string => hostId ?? clusterId ?? infraEnvId ?? "";

const placesOf = ({ clusterId, infraEnvId, hostId }: Subject): ReadonlySet<string> =>
  new Set(["", clusterId ?? "", infraEnvId ?? "", hostId ?? ""]);
