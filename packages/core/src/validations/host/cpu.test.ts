import { aCluster, anOperator } from "../../../test/builders.ts";
import { outcomes } from "../../../test/host-facts.ts";

const cores = (count: number) => ({ inventory: { cpu: { count, architecture: "x86_64", flags: ["vmx"] } } });

outcomes("has-min-cpu-cores", [
  ["as many as a worker needs", cores(2), "success"],
  ["too few for any role", cores(1), "failure", "Found 1 CPU core; needed: 2 CPU cores"],
  ["none reported", { inventory: { cpu: {} } }, "failure", "0 CPU cores"],
  ["too few, in a pool", { ...cores(1), cluster: null }, "failure"],
  ["no inventory", { inventory: null }, "pending"],
]);

outcomes("has-cpu-cores-for-role", [
  ["enough for a control plane", cores(4), "success", "role master"],
  ["too few for a control plane", cores(3), "failure", "Found 3 CPU cores; needed: 4 CPU cores for role master"],
  ["enough for a worker", { ...cores(2), host: { role: "worker" } }, "success"],
  ["enough for an arbiter", { ...cores(2), host: { role: "arbiter" }, cluster: { controlPlaneCount: 2 } }, "success"],
  ["what is suggested counts", { ...cores(3), host: { role: "auto-assign", suggestedRole: "master" } }, "failure"],
  ["without any role a worker is assumed", { ...cores(2), host: { role: "auto-assign" } }, "success"],
  [
    "a single node of 4.21",
    { ...cores(7), cluster: { controlPlaneCount: 1, openshiftVersion: "4.21.3" } },
    "failure",
    "8 CPU cores",
  ],
  ["a single node of 4.22", { ...cores(4), cluster: { controlPlaneCount: 1 } }, "success"],
  [
    "operators come on top",
    { ...cores(7), cluster: { monitoredOperators: [anOperator("cnv")] } },
    "failure",
    "8 CPU cores for role master with the chosen operators",
  ],
  ["operators that are satisfied", { ...cores(8), cluster: { monitoredOperators: [anOperator("cnv")] } }, "success"],
  [
    "a host that joins is measured too",
    {
      ...cores(1),
      host: { kind: "AddToExistingClusterHost", role: "worker" },
      cluster: aCluster({ kind: "AddHostsCluster" }),
    },
    "failure",
  ],
  ["no inventory", { inventory: null }, "pending"],
  ["in a pool", { ...cores(1), cluster: null }, "not-applicable"],
]);
