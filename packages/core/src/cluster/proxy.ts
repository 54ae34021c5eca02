import type { ProxySettings } from "../model/cluster.ts";
import { contains, parseAddress, parseNetwork } from "../network/address.ts";
import { invalid, type Problem } from "../problem.ts";
import type { Refusal } from "../refusal.ts";
import { isDomainName } from "./names.ts";

/** Names of the fields differ between clusters and infra-envs. */
export type ProxyFields = Readonly<{ httpProxy: string; httpsProxy: string; noProxy: string }>;

export const clusterProxyFields: ProxyFields = {
  httpProxy: "http_proxy",
  httpsProxy: "https_proxy",
  noProxy: "no_proxy",
};

/** `reserved` are networks that no proxy can be in, because they exist only inside the cluster. */
export function checkProxy(
  proxy: ProxySettings,
  fields: ProxyFields,
  reserved: readonly string[] = [],
): Refusal | null {
  const http = proxyUrlProblem(proxy.httpProxy, ["http:"], reserved);
  if (http) return invalid(fields.httpProxy, http);
  const https = proxyUrlProblem(proxy.httpsProxy, ["http:", "https:"], reserved);
  if (https) return invalid(fields.httpsProxy, https);
  const none = noProxyProblem(proxy.noProxy);
  return none && invalid(fields.noProxy, none);
}

/** People write spaces after commas; whoever reads the list later may not expect them. */
export const tidyNoProxy = (list: string): string =>
  list
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .join(",");

/** The value may hold a password, so it is never repeated. */
function proxyUrlProblem(text: string, schemes: readonly string[], reserved: readonly string[]): Problem | null {
  if (text === "") return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !schemes.includes(url.protocol) || url.hostname === "") {
    return {
      found: url ? `a URL that begins with ${url.protocol}//` : "something that is not a URL",
      needed: `a URL that begins with ${schemes.map((scheme) => `${scheme}//`).join(" or ")}`,
      remedy: "correct the URL of the proxy",
    };
  }
  const address = url.hostname.replace(/^\[|\]$/g, "");
  const inside = reserved.find((cidr) => {
    const network = parseNetwork(cidr);
    return network !== null && contains(network, address);
  });
  if (!inside) return null;
  return {
    found: `a proxy at ${address}, in the cluster's own network ${inside}`,
    needed: "a proxy outside the cluster and service networks",
    remedy: "change the proxy or that network",
  };
}

function noProxyProblem(list: string): Problem | null {
  if (list === "" || list === "*") return null;
  const wrong = list.split(",").find((entry) => !isNoProxyEntry(entry));
  if (wrong === undefined) return null;
  return {
    found: `"${wrong}"`,
    needed: "addresses, networks and domains, separated by commas, or a single *",
    remedy: "correct the list",
  };
}

const isNoProxyEntry = (entry: string): boolean =>
  parseAddress(entry) !== null ||
  parseNetwork(entry) !== null ||
  isDomainName(entry.startsWith(".") ? entry.slice(1) : entry);
