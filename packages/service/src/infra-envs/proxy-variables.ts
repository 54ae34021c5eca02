import type { InfraEnv } from "@muster/core";

/** Programs look for either spelling. */
export function proxyVariables({ httpProxy, httpsProxy, noProxy }: InfraEnv["proxy"]): (readonly [string, string])[] {
  const named = [
    ["HTTP_PROXY", httpProxy],
    ["HTTPS_PROXY", httpsProxy],
    ["NO_PROXY", noProxy],
  ] as const;
  return named.flatMap(([name, value]) =>
    value === ""
      ? []
      : ([
          [name, value],
          [name.toLowerCase(), value],
        ] as const),
  );
}
