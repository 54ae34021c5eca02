import type { Static } from "typebox";
import { Enumeration, Model } from "../schema.ts";

export const LogsType = Enumeration(["host", "controller", "all", ""]);
export type LogsType = Static<typeof LogsType>;

export const LogsState = Enumeration(["requested", "collecting", "completed", "timeout", ""]);
export type LogsState = Static<typeof LogsState>;

export const LogsProgressParams = Model({
  logs_state: LogsState,
});
export type LogsProgressParams = Static<typeof LogsProgressParams>;
