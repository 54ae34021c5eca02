import { type Finding, fail, pass, pending } from "../finding.ts";
import { isSingleNode } from "../model/cluster.ts";
import { effectiveRole } from "../model/host.ts";
import type { ClusterFacts } from "../validations/facts.ts";
import { hasGpuOf } from "./accelerators.ts";
import { isRequested, notChosen } from "./define.ts";
import type { BoundHostFacts, OperatorSpec } from "./definition.ts";
import { expectedWorkers } from "./topology.ts";

const title = "OpenShift AI";
const gib = 1024 ** 3;

/** Models run on the workers; without workers, on the control plane. */
function runsModels(facts: Pick<BoundHostFacts, "cluster" | "hosts" | "host">): boolean {
  const role = effectiveRole(facts.host);
  if (expectedWorkers(facts.cluster, facts.hosts) > 0) return role === "worker";
  return role === "master";
}

function checkHost(facts: BoundHostFacts): Finding {
  const { host, inventory, policy } = facts;
  const { minWorkerCpu, minWorkerRamGib } = policy.operators.openshiftAi;
  if (effectiveRole(host) === "auto-assign") return pending("the host's role");
  if (!runsModels(facts)) return pass(`${title} runs nothing heavy on this host.`);
  const cpus = inventory.cpu?.count ?? 0;
  const memory = (inventory.memory?.physicalBytes ?? 0) / gib;
  // Firmware keeps a little memory for itself; whole gibibytes are compared, as for the role's own memory.
  if (cpus >= minWorkerCpu && Math.ceil(memory) >= minWorkerRamGib)
    return pass(`The host is large enough for ${title}.`);
  return fail({
    found: `${cpus} CPU cores and ${memory.toFixed(1)} GiB of memory`,
    needed: `at least ${minWorkerCpu} CPU cores and ${minWorkerRamGib} GiB on every host that runs models`,
    remedy: `use a larger host, or remove ${title}`,
  });
}

function checkCluster({ cluster, hosts, policy }: ClusterFacts): Finding {
  const { minWorkers } = policy.operators.openshiftAi;
  const workers = expectedWorkers(cluster, hosts);
  if (isSingleNode(cluster)) return pass(`The node runs ${title} itself.`);
  if (hosts.length === 0) return pending("hosts");
  // A compact cluster runs models on its control plane.
  if (workers === 0 && hosts.length >= cluster.controlPlaneCount) return pass(`The control plane runs ${title}.`);
  if (workers >= minWorkers) return pass(`${workers} workers run ${title}.`);
  return fail({
    found: `${workers} workers`,
    needed: `at least ${minWorkers} workers for ${title}, or none besides a whole control plane`,
    remedy: "add workers, or change the roles of hosts",
  });
}

/** Without a GPU models still run, slowly: this check never holds an installation back. */
export function checkAiGpu({ cluster, hosts, policy }: ClusterFacts): Finding {
  if (!isRequested(cluster, "openshift-ai")) return notChosen(title);
  const vendors = [...policy.operators.nvidia.supportedVendors, ...policy.operators.amd.supportedVendors];
  const withGpu = hosts.filter((host) => host.inventory && hasGpuOf(host.inventory, vendors)).length;
  if (withGpu > 0) return pass(`${withGpu} hosts have a GPU that ${title} can use.`);
  if (hosts.length === 0 || hosts.some((host) => !host.inventory)) return pending("the inventory of every host");
  return fail({
    found: "no host with a supported GPU",
    needed: `a GPU of vendor ${vendors.join(" or ")} to run models at a useful speed`,
    remedy: "add a host with such a GPU, or go on without",
  });
}

export const openshiftAi: OperatorSpec = {
  name: "openshift-ai",
  title,
  namespace: "redhat-ods-operator",
  subscriptionName: "rhods-operator",
  timeoutMinutes: 30,
  feature: "OPENSHIFT_AI",
  validationId: "openshift-ai-requirements-satisfied",
  dependencies: ({ controlPlaneCount }) => (controlPlaneCount === 1 ? ["lvm"] : []),
  inWords: (_, { operators: { openshiftAi: ai } }) => {
    const size = `at least ${ai.minWorkerCpu} CPU cores and ${ai.minWorkerRamGib} GiB of memory in all`;
    return {
      master: [`${size}, when there are no workers`],
      worker: [`at least ${ai.minWorkers} workers`, size],
    };
  },
  host: checkHost,
  cluster: checkCluster,
};
