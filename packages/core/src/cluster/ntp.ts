import { parseAddress } from "../network/address.ts";
import type { Problem } from "../problem.ts";
import { isDomainName } from "./names.ts";

/** A comma-separated list of addresses and names, as chrony takes them. Empty means none. */
export function ntpProblem(list: string): Problem | null {
  if (list.trim() === "") return null;
  const servers = list.split(",").map((server) => server.trim());
  const wrong = servers.find((server) => parseAddress(server) === null && !isDomainName(server));
  if (wrong !== undefined) {
    return {
      found: `"${wrong}" as time server`,
      needed: "addresses or DNS names, separated by commas",
      remedy: "correct the list",
    };
  }
  const twice = servers.find((server, index) => servers.indexOf(server) !== index);
  if (twice === undefined) return null;
  return { found: `time server ${twice} more than once`, needed: "each server once", remedy: "remove the duplicate" };
}
