// Whether the service answers. Every request and the live feed report here; the banner shows it.
import { useSyncExternalStore } from "react";

export type Connection = Readonly<{ kind: "here" }> | Readonly<{ kind: "gone"; since: number; reason: string }>;

let current: Connection = { kind: "here" };
const listeners = new Set<() => void>();

function change(next: Connection): void {
  current = next;
  for (const listener of listeners) listener();
}

export function reportAnswer(): void {
  if (current.kind !== "here") change({ kind: "here" });
}

export function reportSilence(reason: string): void {
  if (current.kind === "here") change({ kind: "gone", since: Date.now(), reason });
}

export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const connection = (): Connection => current;
export const useConnection = (): Connection => useSyncExternalStore(onConnection, connection);
