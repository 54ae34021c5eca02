import type { Parts } from "../build/config.ts";
import { file } from "../build/nodes.ts";
import type { Variable } from "./environment.ts";
import type { DiscoveryInput } from "./input.ts";
import { shellWord } from "./quoting.ts";

/** The proxy for Ignition itself, for the agent's unit and for people who log in. */
export function proxyParts(input: DiscoveryInput): Parts {
  const { httpProxy, httpsProxy, noProxy } = input.proxy ?? {};
  const exceptions = (noProxy ?? "").split(",").map((entry) => entry.trim());
  const proxy = {
    ...(httpProxy && { httpProxy }),
    ...(httpsProxy && { httpsProxy }),
    ...(noProxy && { noProxy: [...new Set(exceptions)].filter((entry) => entry !== "") }),
  };
  if (Object.keys(proxy).length === 0) return {};
  const exports = proxyVariables(input).map(([name, value]) => `export ${name}=${shellWord(value)}\n`);
  return { ignition: { proxy }, files: [file("/etc/profile.d/proxy.sh", exports.join(""))] };
}

/** In both cases: programs do not agree on one. */
export function proxyVariables({ proxy = {} }: Pick<DiscoveryInput, "proxy">): readonly Variable[] {
  const variables = [
    ["HTTP_PROXY", proxy.httpProxy],
    ["HTTPS_PROXY", proxy.httpsProxy],
    ["NO_PROXY", proxy.noProxy],
  ] as const;
  return variables.flatMap(([name, value]) =>
    value
      ? ([
          [name, value],
          [name.toLowerCase(), value],
        ] as const)
      : [],
  );
}
