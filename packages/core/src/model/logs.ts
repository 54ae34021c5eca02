import type * as wire from "@muster/contract";
import type { Instant } from "./instant.ts";

export type LogCollection = Readonly<{
  state: wire.LogsState;
  startedAt: Instant | null;
  collectedAt: Instant | null;
}>;

export const noLogs: LogCollection = { state: "", startedAt: null, collectedAt: null };
