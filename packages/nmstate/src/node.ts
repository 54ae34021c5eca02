import { readFile } from "node:fs/promises";
import { getRawAsset, isSea } from "node:sea";
import { loadNmstate, type Nmstate } from "./nmstate.ts";

/** The name under which a single-file executable must carry src/wasm/nmstate.wasm. */
export const nmstateAsset = "nmstate.wasm";

let loading: Promise<Nmstate> | null = null;

/** The library from this package's file, or from the executable's assets; compiled at the first call and kept. */
export function nodeNmstate(): Promise<Nmstate> {
  loading ??= readModule().then(loadNmstate);
  return loading;
}

const readModule = async (): Promise<Uint8Array> =>
  isSea() ? new Uint8Array(getRawAsset(nmstateAsset)) : readFile(new URL("./wasm/nmstate.wasm", import.meta.url));
