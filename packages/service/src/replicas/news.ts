// What replicas tell each other. A notification of PostgreSQL carries less than 8,000 bytes.
import type { Instant } from "@muster/core";

/** An aggregate that was written, and when time alone could change it next. */
export type WrittenRoot = Readonly<{ kind: "cluster" | "pool"; id: string; version: number; wakeAt: Instant | null }>;

/** A host that called. */
export type Sighting = Readonly<{ hostId: string; infraEnvId: string; at: Instant; clockSeconds: number | null }>;

export type News = Readonly<
  | { from: string; changes: readonly WrittenRoot[] }
  /** Too much to tell: whatever is remembered may be out of date. */
  | { from: string; changes: "many" }
  | { from: string; seen: readonly Sighting[] }
>;

export const channel = "muster";
const mostBytes = 7_900;
const sightingsPerNotice = 70;

/** Short keys: a group commit of 64 clusters must fit. */
export function tellChanges(from: string, changes: readonly WrittenRoot[]): string {
  const short = changes.map(({ kind, id, version, wakeAt }) => [kind[0], id, version, wakeAt]);
  const text = JSON.stringify({ from, changes: short });
  return text.length <= mostBytes ? text : JSON.stringify({ from, changes: "many" });
}

/** That it is there, which nobody but itself listens for. */
export const tellPresence = (from: string): string => JSON.stringify({ from });

export function tellSightings(from: string, seen: readonly Sighting[]): string[] {
  const rows = seen.map(({ hostId, infraEnvId, at, clockSeconds }) => [hostId, infraEnvId, at, clockSeconds]);
  const notices = [];
  for (let start = 0; start < rows.length; start += sightingsPerNotice) {
    notices.push(JSON.stringify({ from, seen: rows.slice(start, start + sightingsPerNotice) }));
  }
  return notices;
}

/** Null for what no replica of this version says: a newer one may know more. */
export function hearNews(text: string): News | null {
  try {
    const { from, changes, seen } = JSON.parse(text);
    if (typeof from !== "string") return null;
    if (changes === "many") return { from, changes };
    if (Array.isArray(changes)) {
      return {
        from,
        changes: changes.map(([kind, id, version, wakeAt]) => ({
          kind: kind === "c" ? "cluster" : "pool",
          id: String(id),
          version: Number(version),
          wakeAt: wakeAt === null ? null : Number(wakeAt),
        })),
      };
    }
    if (!Array.isArray(seen)) return null;
    return {
      from,
      seen: seen.map(([hostId, infraEnvId, at, clockSeconds]) => ({
        hostId: String(hostId),
        infraEnvId: String(infraEnvId),
        at: Number(at),
        clockSeconds: clockSeconds === null ? null : Number(clockSeconds),
      })),
    };
  } catch {
    return null;
  }
}
