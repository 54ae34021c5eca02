import type * as wire from "@muster/contract";

/** An event before it is written: the store adds its time and number. */
export type EventDraft = Readonly<{
  name: string;
  severity: wire.Event["severity"];
  category: "user" | "metrics";
  message: string;
  clusterId: string | null;
  hostId: string | null;
  infraEnvId: string | null;
  props: Readonly<Record<string, unknown>>;
}>;
