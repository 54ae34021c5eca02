import { type Finding, fail, pass, pending } from "../finding.ts";
import { type Cluster, isSingleNode } from "../model/cluster.ts";
import { effectiveRole, type Host } from "../model/host.ts";
import type { Policy } from "../policy.ts";
import type { ClusterFacts } from "../validations/facts.ts";
import { atLeast } from "../version.ts";
import type { BoundHostFacts, OperatorContext, OperatorSpec } from "./definition.ts";
import { spareDisks } from "./disks.ts";
import { expectedWorkers, runsWorkloads } from "./topology.ts";

const gigabyte = 1e9;
const mibPerGib = 1024;

export const localStorage: OperatorSpec = {
  name: "lso",
  title: "Local Storage Operator",
  namespace: "openshift-local-storage",
  subscriptionName: "local-storage-operator",
  timeoutMinutes: 70,
  feature: "LSO",
  validationId: "lso-requirements-satisfied",
};

type StorageMode = "compact" | "standard" | "mixed";

/** Storage lives on the control plane when there are no workers, on the workers when there are three or more. */
function storageMode(cluster: Cluster, hosts: readonly Host[]): StorageMode {
  const workers = expectedWorkers(cluster, hosts);
  if (workers === 0) return "compact";
  return workers >= 3 ? "standard" : "mixed";
}

const storageRole = (mode: StorageMode) => (mode === "compact" ? "master" : "worker");

const storageDisks = (facts: BoundHostFacts) =>
  spareDisks(facts, facts.policy.operators.odf.minDiskSizeGb * gigabyte).length;

export const dataFoundation: OperatorSpec = {
  name: "odf",
  title: "OpenShift Data Foundation",
  namespace: "openshift-storage",
  subscriptionName: "odf-operator",
  timeoutMinutes: 30,
  feature: "ODF",
  validationId: "odf-requirements-satisfied",
  dependencies: ["lso"],
  adds: (_, role, { operators: { odf } }) => {
    if (role === "arbiter") return {};
    return role === "master"
      ? { cpuCores: odf.cpuCompact, ramMib: odf.ramGibCompact * mibPerGib }
      : { cpuCores: odf.cpuStandard, ramMib: odf.ramGibStandard * mibPerGib };
  },
  addsToHost: (facts, role) => {
    const { odf } = facts.policy.operators;
    const mode = storageMode(facts.cluster, facts.hosts);
    const disks = storageDisks(facts);
    const asked = role === "auto-assign" ? "worker" : role;
    if (asked !== storageRole(mode) || (mode !== "compact" && disks === 0)) return {};
    const [cpu, ramGib] =
      mode === "compact" ? [odf.cpuCompact, odf.ramGibCompact] : [odf.cpuStandard, odf.ramGibStandard];
    return { cpuCores: cpu + disks * odf.perDiskCpu, ramMib: (ramGib + disks * odf.perDiskRamGib) * mibPerGib };
  },
  inWords: (_, { operators: { odf } }) => {
    const disks = `${odf.perDiskCpu} CPU cores and ${odf.perDiskRamGib} GiB of memory more for every storage disk`;
    const size = `storage disks of ${odf.minDiskSizeGb} GB or more, ${odf.minDisks} of them on ${odf.minHosts} hosts`;
    return {
      master: ["holds storage only when there are no workers", disks, size],
      worker: ["holds storage when there are three workers or more", disks, size],
    };
  },
  host: (facts) => {
    const { cluster, host, hosts, policy } = facts;
    const role = effectiveRole(host);
    if (role === "auto-assign") return pending("the host's role");
    const mode = storageMode(cluster, hosts);
    if (role !== storageRole(mode)) return pass("Data Foundation keeps no storage on this host.");
    const disks = storageDisks(facts);
    if (disks > 0) return pass(`Data Foundation can use ${disks} disks of this host.`);
    if (mode !== "compact") return pass("The host has no disk to spare and will hold no storage.");
    return fail({
      found: "no disk besides the installation disk that Data Foundation can use",
      needed: `at least one HDD or SSD of ${policy.operators.odf.minDiskSizeGb} GB or more on every control plane node`,
      remedy: "add a disk, or add three workers that have one",
    });
  },
  cluster: checkDataFoundation,
};

function checkDataFoundation(facts: ClusterFacts): Finding {
  const { cluster, hosts, policy } = facts;
  const { minHosts, minDisks, minDiskSizeGb } = policy.operators.odf;
  const mode = storageMode(cluster, hosts);
  if (hosts.length < minHosts) {
    return fail({
      found: `${hosts.length} hosts`,
      needed: `at least ${minHosts} hosts for Data Foundation`,
      remedy: "add hosts, or remove Data Foundation",
    });
  }
  if (mode === "mixed") {
    return fail({
      found: `${expectedWorkers(cluster, hosts)} workers`,
      needed: "no workers at all, or at least three of them",
      remedy: "add workers, or give the workers another role",
    });
  }
  const disksOf = (host: Host) => {
    if (!host.inventory || effectiveRole(host) !== storageRole(mode)) return 0;
    return storageDisks({ ...facts, host, infraEnv: null, inventory: host.inventory });
  };
  const counts = hosts.map(disksOf).filter((disks) => disks > 0);
  const total = counts.reduce((sum, disks) => sum + disks, 0);
  if (counts.length >= minHosts && total >= minDisks) {
    return pass(`Data Foundation can use ${total} disks on ${counts.length} hosts.`);
  }
  if (hosts.some((host) => !host.inventory)) return pending("the inventory of every host");
  if (hosts.some((host) => effectiveRole(host) === "auto-assign")) return pending("the role of every host");
  return fail({
    found: `${total} disks on ${counts.length} hosts`,
    needed: `at least ${minDisks} disks of ${minDiskSizeGb} GB or more on at least ${minHosts} hosts, besides the installation disks`,
    remedy: "add disks, or add hosts that have them",
  });
}

/** The former name of Data Foundation: still known, no longer offered. */
export const containerStorage: OperatorSpec = {
  ...dataFoundation,
  name: "ocs",
  title: "OpenShift Container Storage",
  subscriptionName: "ocs-operator",
  validationId: null,
  replacedBy: "odf",
};

function lvmMemory({ openshiftVersion }: OperatorContext, { operators: { lvm } }: Policy): number {
  if (atLeast(openshiftVersion, "4.16")) return lvm.ramMib;
  return atLeast(openshiftVersion, "4.13") ? lvm.ramMibBefore416 : lvm.ramMibBefore413;
}

export const lvmStorage: OperatorSpec = {
  name: "lvm",
  title: "LVM Storage",
  namespace: "openshift-storage",
  subscriptionName: (version) => (atLeast(version, "4.12") ? "lvms-operator" : "odf-lvm-operator"),
  timeoutMinutes: 30,
  feature: "LVM",
  validationId: "lvm-requirements-satisfied",
  adds: (context, role, policy) =>
    role === "arbiter" ? {} : { cpuCores: policy.operators.lvm.cpu, ramMib: lvmMemory(context, policy) },
  addsToHost: ({ cluster, hosts, policy }, role) =>
    runsWorkloads(cluster, hosts, role)
      ? { cpuCores: policy.operators.lvm.cpu, ramMib: lvmMemory(cluster, policy) }
      : {},
  inWords: () => {
    const disk = "one HDD or SSD besides the installation disk on every host that runs workloads";
    return { master: [disk], worker: [disk] };
  },
  host: (facts) => {
    const role = effectiveRole(facts.host);
    if (role === "auto-assign") return pending("the host's role");
    if (!runsWorkloads(facts.cluster, facts.hosts, role)) return pass("LVM Storage keeps no volumes on this host.");
    const disks = spareDisks(facts).length;
    if (disks > 0) return pass(`LVM Storage can use ${disks} disks of this host.`);
    return fail({
      found: "no HDD or SSD besides the installation disk",
      needed: "at least one for LVM Storage",
      remedy: "add a disk, or choose another installation disk",
    });
  },
  cluster: ({ cluster }) => {
    if (isSingleNode(cluster) || atLeast(cluster.openshiftVersion, "4.15")) {
      return pass("The cluster satisfies LVM Storage.");
    }
    return fail({
      found: `OpenShift ${cluster.openshiftVersion} with ${cluster.controlPlaneCount} control plane nodes`,
      needed: "a single node, or OpenShift 4.15 or newer",
      remedy: "install a newer version, or remove LVM Storage",
    });
  },
};
