export { type Applied, type ApplyOptions, applyIgnition, type Change } from "./apply.ts";
export type { KeyFile } from "./homes.ts";
export type { Limits } from "./source.ts";
