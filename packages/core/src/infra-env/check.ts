import { checkNtpLists } from "../cluster/check.ts";
import { checkProxy, type ProxyFields } from "../cluster/proxy.ts";
import { pullSecretProblem } from "../cluster/pull-secret.ts";
import { sshKeysProblem } from "../cluster/ssh-key.ts";
import { ignitionOverrideProblem } from "../formats/ignition.ts";
import { isCertificateBundle } from "../formats/pem.ts";
import type { InfraEnv, KernelArgument } from "../model/infra-env.ts";
import { firstRefusal, invalid, type Problem } from "../problem.ts";
import type { Refusal } from "../refusal.ts";
import type { InfraEnvUpdate } from "./params.ts";
import { staticNetworkProblem } from "./static-network.ts";

const proxyFields: ProxyFields = {
  httpProxy: "proxy.http_proxy",
  httpsProxy: "proxy.https_proxy",
  noProxy: "proxy.no_proxy",
};

/** `after` is the infra-env as it would be; only fields that were given are held against the caller. */
export function checkInfraEnvFields(given: InfraEnvUpdate, after: InfraEnv): Refusal | null {
  const check = (field: string, isGiven: unknown, problem: () => Problem | null) => () => {
    const found = isGiven === undefined ? null : problem();
    return found && invalid(field, found);
  };
  return firstRefusal(
    check("pull_secret", given.pullSecret, () => pullSecretProblem(given.pullSecret ?? "")),
    check("ssh_authorized_key", given.sshAuthorizedKey, () => sshKeysProblem(after.sshAuthorizedKey)),
    () => (given.proxy ? checkProxy(after.proxy, proxyFields) : null),
    () =>
      checkNtpLists(
        { field: "additional_ntp_sources", list: given.additionalNtpSources },
        { field: "ntp_sources", list: given.ntpSources },
      ),
    check("static_network_config", given.staticNetworkConfig, () => staticNetworkProblem(after.staticNetworkConfig)),
    check("kernel_arguments", given.kernelArguments, () => kernelArgumentsProblem(after.kernelArguments)),
    check("ignition_config_override", given.ignitionConfigOverride, () =>
      ignitionOverrideProblem(after.ignitionConfigOverride),
    ),
    check("additional_trust_bundle", given.additionalTrustBundle || undefined, () =>
      trustBundleProblem(after.additionalTrustBundle),
    ),
  );
}

const argument = /^(?:[^ \t\n\r"]+|"[^"]*")+$/;

function kernelArgumentsProblem(kernelArguments: readonly KernelArgument[]): Problem | null {
  const wrong = kernelArguments.find(({ value }) => !argument.test(value));
  if (!wrong) return null;
  return {
    found: `"${wrong.value}" to ${wrong.operation}`,
    needed: "one kernel argument without spaces outside quotes, such as console=ttyS0",
    remedy: "write each argument as an entry of its own",
  };
}

const longestTrustBundle = 65_535;

function trustBundleProblem(bundle: string): Problem | null {
  if (bundle.length <= longestTrustBundle && isCertificateBundle(bundle)) return null;
  return {
    found: bundle.length > longestTrustBundle ? `${bundle.length} characters` : "text that is not PEM certificates",
    needed: `PEM certificates, at most ${longestTrustBundle} characters`,
    remedy: "correct the bundle",
  };
}
