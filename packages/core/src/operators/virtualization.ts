import { type Finding, fail, pass } from "../finding.ts";
import { type Cluster, isSingleNode } from "../model/cluster.ts";
import type { HostRole } from "../model/host.ts";
import type { Inventory } from "../model/observations.ts";
import type { Policy, RoleRequirements } from "../policy.ts";
import { isRequested } from "./define.ts";
import type { BoundHostFacts, OperatorContext, OperatorSpec } from "./definition.ts";
import { spareDisks } from "./disks.ts";

const gib = 1024 ** 3;
const mibPerGib = 1024;
const controlPlane = { cpuCores: 4, ramMib: 150 };
const compute = { cpuCores: 2, ramMib: 360 };

/** Devices that are handed to virtual machines cost memory of the host: 1 GiB each. */
function passedThroughDevices(inventory: Inventory, { operators: { cnv } }: Policy): number {
  const hex = (id: string | undefined) => (id ?? "").toLowerCase().replace(/^0x/, "");
  const gpus = (inventory.gpus ?? []).filter((gpu) =>
    cnv.supportedGpus.includes(`${hex(gpu.vendorId)}:${hex(gpu.deviceId)}`),
  );
  const nics = (inventory.interfaces ?? []).filter((nic) =>
    cnv.supportedSriovNics.includes(`${hex(nic.vendor)}:${hex(nic.product)}`),
  );
  return gpus.length + nics.length;
}

function additions(singleNode: boolean, role: HostRole): Partial<RoleRequirements> & { ramMib: number } {
  if (role === "arbiter") return { ramMib: 0 };
  if (singleNode) {
    return { cpuCores: controlPlane.cpuCores + compute.cpuCores, ramMib: controlPlane.ramMib + compute.ramMib };
  }
  return role === "master" ? controlPlane : compute;
}

const isSingle = ({ controlPlaneCount }: OperatorContext) => controlPlaneCount === 1;

/** On a single node virtual machines keep their disks in a pool on a second disk, unless LVM Storage provides them. */
const needsPoolDisk = (cluster: Cluster, { operators: { cnv } }: Policy) =>
  isSingleNode(cluster) && cnv.snoInstallHpp && !isRequested(cluster, "lvm");

export const virtualization: OperatorSpec = {
  name: "cnv",
  title: "OpenShift Virtualization",
  namespace: "openshift-cnv",
  subscriptionName: "hco-operatorhub",
  timeoutMinutes: 60,
  feature: "CNV",
  validationId: "cnv-requirements-satisfied",
  adds: (context, role) => additions(isSingle(context), role),
  addsToHost: ({ cluster, inventory, policy }, role) => {
    const added = additions(isSingle(cluster), role);
    const carriesMachines = isSingle(cluster) || role === "worker" || role === "auto-assign";
    const devices = carriesMachines ? passedThroughDevices(inventory, policy) : 0;
    return { ...added, ramMib: added.ramMib + devices * mibPerGib };
  },
  inWords: (context, { operators: { cnv } }) => {
    const flag = "CPU virtualization enabled in the firmware";
    const devices = "1 GiB of memory more for every supported GPU and SR-IOV interface";
    const pool =
      isSingle(context) && cnv.snoInstallHpp
        ? [`a second disk of ${cnv.snoHppPoolGib} GiB or more, unless LVM Storage is chosen`]
        : [];
    return { master: [flag, ...pool], worker: [flag, devices] };
  },
  host: checkVirtualization,
};

function checkVirtualization(facts: BoundHostFacts): Finding {
  const { cluster, inventory, policy } = facts;
  const { architecture = "", flags = [] } = inventory.cpu ?? {};
  // Other architectures do not announce it in their flags.
  if (architecture === "x86_64" && !flags.includes("vmx") && !flags.includes("svm")) {
    return fail({
      found: "a CPU without the flags vmx and svm",
      needed: "CPU virtualization for OpenShift Virtualization",
      remedy:
        "enable virtualization (VT-x or AMD-V) in the host's firmware, or nested virtualization for a virtual machine",
    });
  }
  const { snoHppPoolGib } = policy.operators.cnv;
  if (needsPoolDisk(cluster, policy) && spareDisks(facts, snoHppPoolGib * gib).length === 0) {
    return fail({
      found: `no second disk of ${snoHppPoolGib} GiB or more`,
      needed: "one for the disks of virtual machines",
      remedy: "add a disk, or choose LVM Storage too",
    });
  }
  return pass("The host can run virtual machines.");
}

export const migrationToolkit: OperatorSpec = {
  name: "mtv",
  title: "Migration Toolkit for Virtualization",
  namespace: "openshift-mtv",
  subscriptionName: "mtv-operator",
  timeoutMinutes: 60,
  feature: "MTV",
  validationId: "mtv-requirements-satisfied",
  dependencies: ["cnv"],
  adds: (_, role, { operators: { mtv } }) => (role === "arbiter" ? {} : { cpuCores: mtv.cpu, ramMib: mtv.ramMib }),
};

export const sandboxedContainers: OperatorSpec = {
  name: "osc",
  title: "OpenShift sandboxed containers",
  namespace: "openshift-sandboxed-containers-operator",
  subscriptionName: "sandboxed-containers-operator",
  timeoutMinutes: 60,
  feature: "OSC",
  validationId: "osc-requirements-satisfied",
  dependencies: ["node-feature-discovery"],
  adds: (_, role, { operators: { osc } }) => (role === "arbiter" ? {} : { cpuCores: osc.cpu, ramMib: osc.ramMib }),
};
