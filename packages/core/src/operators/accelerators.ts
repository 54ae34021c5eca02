import { type Finding, fail, pass, pending } from "../finding.ts";
import type { Host } from "../model/host.ts";
import type { Inventory } from "../model/observations.ts";
import type { Policy } from "../policy.ts";
import type { ClusterFacts } from "../validations/facts.ts";
import type { BoundHostFacts, OperatorSpec } from "./definition.ts";

export const hasGpuOf = (inventory: Inventory, vendors: readonly string[]): boolean =>
  (inventory.gpus ?? []).some((gpu) => vendors.includes((gpu.vendorId ?? "").toLowerCase().replace(/^0x/, "")));

/** Drivers built on the host are not signed with a key that secure boot trusts. */
function secureBootIsOff({ inventory }: BoundHostFacts, title: string): Finding {
  if (inventory.boot?.secureBootState !== "Enabled") return pass(`Kernel modules of ${title} can be loaded.`);
  return fail({
    found: "secure boot enabled",
    needed: `secure boot disabled: ${title} loads kernel modules that are not signed for it`,
    remedy: "disable secure boot in the host's firmware",
  });
}

function someHostHasGpu({ hosts }: ClusterFacts, vendors: readonly string[], title: string): Finding {
  const withGpu = hosts.filter((host: Host) => host.inventory && hasGpuOf(host.inventory, vendors));
  if (withGpu.length > 0) return pass(`${withGpu.length} hosts have a GPU for ${title}.`);
  if (hosts.length === 0 || hosts.some((host) => !host.inventory)) return pending("the inventory of every host");
  return fail({
    found: "no host with a supported GPU",
    needed: `at least one GPU of vendor ${vendors.join(" or ")} for ${title}`,
    remedy: `add a host with such a GPU, or remove ${title}`,
  });
}

type GpuPolicy = Policy["operators"]["nvidia"];

function gpuOperator(
  spec: Omit<OperatorSpec, "host" | "cluster" | "inWords">,
  gpuPolicy: (policy: Policy) => GpuPolicy,
): OperatorSpec {
  return {
    ...spec,
    inWords: (_, policy) => {
      const { requireGpu, supportedVendors } = gpuPolicy(policy);
      const gpu = requireGpu ? [`at least one host with a GPU of vendor ${supportedVendors.join(" or ")}`] : [];
      const words = [...gpu, "secure boot disabled on hosts with a GPU"];
      return { master: words, worker: words };
    },
    host: (facts) =>
      hasGpuOf(facts.inventory, gpuPolicy(facts.policy).supportedVendors)
        ? secureBootIsOff(facts, spec.title)
        : pass(`The host has no GPU for ${spec.title}.`),
    cluster: (facts) => {
      const { requireGpu, supportedVendors } = gpuPolicy(facts.policy);
      return requireGpu
        ? someHostHasGpu(facts, supportedVendors, spec.title)
        : pass(`The cluster satisfies ${spec.title}.`);
    },
  };
}

export const nodeFeatureDiscovery: OperatorSpec = {
  name: "node-feature-discovery",
  title: "Node Feature Discovery",
  namespace: "openshift-nfd",
  subscriptionName: "nfd",
  timeoutMinutes: 30,
  feature: "NODE_FEATURE_DISCOVERY",
  validationId: "node-feature-discovery-requirements-satisfied",
};

export const nvidiaGpu: OperatorSpec = gpuOperator(
  {
    name: "nvidia-gpu",
    title: "NVIDIA GPU Operator",
    namespace: "nvidia-gpu-operator",
    subscriptionName: "gpu-operator-certified",
    timeoutMinutes: 30,
    feature: "NVIDIA_GPU",
    validationId: "nvidia-gpu-requirements-satisfied",
    dependencies: ["node-feature-discovery"],
  },
  (policy) => policy.operators.nvidia,
);

export const amdGpu: OperatorSpec = gpuOperator(
  {
    name: "amd-gpu",
    title: "AMD GPU Operator",
    namespace: "openshift-amd-gpu",
    subscriptionName: "amd-gpu-operator",
    timeoutMinutes: 30,
    feature: "AMD_GPU",
    validationId: "amd-gpu-requirements-satisfied",
    dependencies: ["node-feature-discovery", "kmm"],
  },
  (policy) => policy.operators.amd,
);

export const kernelModules: OperatorSpec = {
  name: "kmm",
  title: "Kernel Module Management",
  namespace: "openshift-kmm",
  subscriptionName: "kernel-module-management",
  timeoutMinutes: 30,
  feature: "KMM",
  validationId: "kmm-requirements-satisfied",
  inWords: () => ({ master: ["secure boot disabled"], worker: ["secure boot disabled"] }),
  host: (facts) => secureBootIsOff(facts, "Kernel Module Management"),
};
