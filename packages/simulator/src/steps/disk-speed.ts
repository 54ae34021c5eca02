import { DiskSpeedCheckRequest, type DiskSpeedCheckResponse } from "@muster/contract";
import { answering } from "./answer.ts";
import { answered } from "./outcome.ts";

/** How long the disk takes to say that a write is safe; ten milliseconds are the most that a cluster bears. */
export const diskSpeedCheck = (milliseconds = 2) =>
  answering(DiskSpeedCheckRequest, ({ path }) =>
    answered({ path, io_sync_duration: milliseconds } satisfies DiskSpeedCheckResponse),
  );
