// Every setting of a running service, in the order and groups that help and documents show.
import type { Setting, Table } from "./setting.ts";
import { access } from "./table/access.ts";
import { checks } from "./table/checks.ts";
import { clusters } from "./table/clusters.ts";
import { housekeeping } from "./table/housekeeping.ts";
import { listening } from "./table/listening.ts";
import { releases } from "./table/releases.ts";
import { reporting } from "./table/reporting.ts";
import { state } from "./table/state.ts";
import { timeouts } from "./table/timeouts.ts";

export const groups = [
  { title: "Listening", table: listening },
  { title: "State", table: state },
  { title: "Access", table: access },
  { title: "Logs and reports", table: reporting },
  { title: "Releases and images", table: releases },
  { title: "Clusters", table: clusters },
  { title: "Checks and requirements", table: checks },
  { title: "Time limits", table: timeouts },
  { title: "Housekeeping", table: housekeeping },
] as const satisfies readonly { title: string; table: Table }[];

const schema = {
  ...listening,
  ...state,
  ...access,
  ...reporting,
  ...releases,
  ...clusters,
  ...checks,
  ...timeouts,
  ...housekeeping,
};

export type SettingName = keyof typeof schema;

/** The values that a service runs with. A setting has one name: in the environment, in the file, and here. */
export type Settings = {
  readonly [Name in SettingName]: (typeof schema)[Name] extends Setting<infer Value> ? Value : never;
};

export const allSettings: Readonly<Record<SettingName, Setting>> = schema;

export const settingNames: readonly SettingName[] = Object.keys(schema).filter(isSettingName);

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(schema, name);
}
