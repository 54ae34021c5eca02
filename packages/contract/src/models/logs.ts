import type { Static } from "typebox";
import { Enumeration, Model, named } from "../schema.ts";

export const LogsType = named("logs_type", Enumeration(["host", "controller", "all", ""]));
export type LogsType = Static<typeof LogsType>;

export const LogsState = named("logs_state", Enumeration(["requested", "collecting", "completed", "timeout", ""]));
export type LogsState = Static<typeof LogsState>;

export const LogsProgressParams = Model("logs-progress-params", {
  logs_state: LogsState,
});
export type LogsProgressParams = Static<typeof LogsProgressParams>;
