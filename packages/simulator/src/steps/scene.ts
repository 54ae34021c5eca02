import type { Machine } from "../machine/machine.ts";
import type { Lan } from "../site/lan.ts";
import type { Resolve } from "../site/names.ts";

/** What a machine sees around it while it runs a step. */
export type Scene = Readonly<{ machine: Machine; lan: Lan; resolve: Resolve }>;
