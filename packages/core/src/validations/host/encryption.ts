import { type Finding, fail, notApplicable, pass, pending } from "../../finding.ts";
import { coversRole } from "../../hardware/disk-encryption.ts";
import type { Cluster } from "../../model/cluster.ts";
import { effectiveRole, type Host, isDay2 } from "../../model/host.ts";
import type { ApiVipConnectivity, Inventory } from "../../model/observations.ts";
import { type HostValidation, inCluster } from "./validation.ts";

export const diskEncryptionSatisfied: HostValidation = {
  id: "disk-encryption-requirements-satisfied",
  category: "hardware",
  needs: [],
  check: inCluster(({ host }, cluster) => (isDay2(host) ? joining(host) : installing(host, cluster))),
};

function installing(host: Host, { diskEncryption: { enableOn, mode } }: Cluster): Finding {
  const wanted = coversRole(enableOn, effectiveRole(host));
  if (wanted === false) return notApplicable;
  if (wanted === "undecided") return pending("a role for the host");
  return mode === "tang" ? tang(host) : tpm(host.inventory);
}

/** A host that joins must follow what the running cluster's own configuration says. */
function joining(host: Host): Finding {
  if (!host.apiVipConnectivity?.ignition) return pending("the configuration that the cluster has for this host");
  const encryption = encryptionIn(host.apiVipConnectivity);
  switch (encryption) {
    case "none":
      return notApplicable;
    case "tpm":
      return tpm(host.inventory);
    case "tang":
      return tang(host);
    case "unreadable":
      return fail({
        found: "a disk encryption in the cluster's configuration that names neither a TPM nor Tang servers",
        needed: "one of the two to unlock the disk with",
        remedy: "correct the LUKS section of the cluster's machine configuration",
      });
  }
}

function tpm(inventory: Inventory | null): Finding {
  if (!inventory) return pending("the inventory of the host");
  if (inventory.tpmVersion === "2.0") return pass("The installation disk can be encrypted with the TPM.");
  const none = inventory.tpmVersion === undefined || inventory.tpmVersion === "none";
  return fail({
    found: none ? "no TPM" : `a TPM of version ${inventory.tpmVersion}`,
    needed: "a TPM of version 2.0 to keep the key of the disk",
    remedy: none
      ? "enable the TPM in the firmware settings"
      : "use a machine with TPM 2.0, or encrypt with Tang servers",
  });
}

/** Agents repeat whole answers of servers. */
const longestReason = 200;

function tang({ tangConnectivity: report }: Host): Finding {
  if (!report) return pending("the host to try the Tang servers");
  if (report.isSuccess) return pass("The installation disk can be encrypted with the Tang servers.");
  const answered = report.tangServerResponse?.flatMap(({ tangUrl }) => tangUrl ?? []).join(", ");
  const reason = report.error?.trim().slice(0, longestReason);
  return fail({
    found: `that not all Tang servers gave a usable answer${answered ? `; only these did: ${answered}` : ""}${reason ? ` (${reason})` : ""}`,
    needed: "every Tang server reachable from the host, with the thumbprint that was given",
    remedy: "check the URLs and thumbprints, and that nothing blocks the way from the host to the servers",
  });
}

type Encryption = "none" | "tpm" | "tang" | "unreadable";

/** The configuration is large and rarely changes: read once per report. */
const read = new WeakMap<ApiVipConnectivity, Encryption>();

function encryptionIn(report: ApiVipConnectivity): Encryption {
  const before = read.get(report);
  if (before) return before;
  const encryption = parseEncryption(report.ignition ?? "");
  read.set(report, encryption);
  return encryption;
}

type Luks = Readonly<{ clevis?: Readonly<{ tpm2?: unknown; tang?: unknown }> }> | null;

function parseEncryption(ignition: string): Encryption {
  if (!ignition.includes('"luks"')) return "none";
  const luks = luksIn(ignition);
  if (luks.length === 0) return "none";
  if (luks.some((device) => device?.clevis?.tpm2 === true)) return "tpm";
  return luks.some((device) => Array.isArray(device?.clevis?.tang)) ? "tang" : "unreadable";
}

function luksIn(ignition: string): readonly Luks[] {
  try {
    const config: { storage?: { luks?: unknown } | null } | null = JSON.parse(ignition);
    const luks = config?.storage?.luks;
    return Array.isArray(luks) ? luks : [];
  } catch {
    return [null];
  }
}
