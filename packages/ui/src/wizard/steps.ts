// The steps to an installation, and which checks each of them must see pass (reference host-side E8).
import type { ClusterValidationId, HostValidationId } from "@muster/contract";

export const steps = ["details", "operators", "hosts", "storage", "networking", "manifests", "review"] as const;
export type Step = (typeof steps)[number];

export const isStep = (text: string): text is Step => steps.some((step) => step === text);

type Rule = Readonly<{
  clusterGroups: readonly string[];
  cluster: readonly ClusterValidationId[];
  hostGroups: readonly string[];
  host: readonly HostValidationId[];
  /** Told, but holding nobody up at this step. */
  soft: readonly HostValidationId[];
}>;

const nothing: Rule = { clusterGroups: [], cluster: [], hostGroups: [], host: [], soft: [] };

const operatorChecks = [
  "lso-requirements-satisfied",
  "odf-requirements-satisfied",
  "lvm-requirements-satisfied",
  "cnv-requirements-satisfied",
  "nvidia-gpu-requirements-satisfied",
  "openshift-ai-requirements-satisfied",
  "osc-requirements-satisfied",
  "amd-gpu-requirements-satisfied",
] as const;

const networkSoft: readonly HostValidationId[] = ["ntp-synced", "container-images-available", "mtu-valid"];

export const stepRules: Readonly<Record<Step, Rule>> = {
  details: { ...nothing, cluster: ["pull-secret-set", "dns-domain-defined"] },
  operators: nothing,
  hosts: {
    clusterGroups: [],
    cluster: ["sufficient-masters-count", ...operatorChecks],
    hostGroups: ["hardware"],
    host: ["connected", "hostname-valid", "media-connected", ...operatorChecks],
    soft: [
      "no-skip-installation-disk",
      "no-skip-missing-disk",
      "compatible-agent",
      "inventory-not-partially-truncated",
    ],
  },
  storage: {
    clusterGroups: [],
    cluster: [],
    hostGroups: [],
    host: [
      "no-skip-installation-disk",
      "no-skip-missing-disk",
      "sufficient-installation-disk-speed",
      "has-min-valid-disks",
    ],
    soft: ["inventory-not-partially-truncated"],
  },
  networking: {
    clusterGroups: ["network"],
    cluster: ["api-vips-defined", "machine-cidr-defined", "cluster-cidr-defined", "service-cidr-defined"],
    hostGroups: ["network"],
    host: ["apps-domain-name-resolved-correctly"],
    soft: networkSoft,
  },
  manifests: {
    ...nothing,
    cluster: ["platform-requirements-satisfied", "custom-manifests-requirements-satisfied"],
  },
  review: { ...nothing, cluster: ["all-hosts-are-ready-to-install"] },
};

/** The step at which a failing check can be mended. */
export function stepOf(id: string, group: string, about: "cluster" | "host"): Step {
  const rule = steps.find((step) => {
    const { cluster, host, clusterGroups, hostGroups } = stepRules[step];
    return about === "cluster"
      ? cluster.some((known) => known === id) || clusterGroups.includes(group)
      : host.some((known) => known === id) || hostGroups.includes(group);
  });
  return rule ?? (about === "host" || id === "no-hosts" ? "hosts" : "review");
}
