import type { EventDraft } from "./events/draft.ts";
import type { Cluster } from "./model/cluster.ts";
import type { Host } from "./model/host.ts";
import type { Instant } from "./model/instant.ts";

/** What must be written, together, in one transaction. Patches hold only fields whose value changes. */
export type Changes = Readonly<{
  cluster: Partial<Cluster>;
  hosts: ReadonlyMap<string, Partial<Host>>;
  events: readonly EventDraft[];
}>;

export type Refreshed = Changes &
  Readonly<{
    /** The next moment at which time alone could change the answer; null when only news can. */
    wakeAt: Instant | null;
  }>;

export const noChanges: Changes = { cluster: {}, hosts: new Map(), events: [] };
