import { loadNmstate } from "@muster/nmstate";
import wasmUrl from "@muster/nmstate/nmstate.wasm?url";
import { queryOptions } from "@tanstack/react-query";

/** The nmstate library itself, fetched when somebody edits a network. */
export const nmstateQuery = () =>
  queryOptions({
    queryKey: ["nmstate"],
    queryFn: async ({ signal }) => {
      const response = await fetch(wasmUrl, { signal });
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
      return loadNmstate(new Uint8Array(await response.arrayBuffer()));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
