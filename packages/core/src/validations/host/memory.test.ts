import { anOperator } from "../../../test/builders.ts";
import { outcomes } from "../../../test/host-facts.ts";

const memory = (gib: number, physicalBytesMethod: "dmidecode" | "meminfo" = "dmidecode") => ({
  inventory: { memory: { physicalBytes: gib * 1024 ** 3, physicalBytesMethod } },
});

outcomes("has-min-memory", [
  ["as much as a worker needs", memory(8), "success"],
  ["a little less, which the firmware keeps", memory(7.91), "success"],
  ["too little for any role", memory(7), "failure", "Found 7 GiB of memory; needed: 8 GiB"],
  ["too little, in a pool", { ...memory(7), cluster: null }, "failure"],
  ["no inventory", { inventory: null }, "pending"],
]);

outcomes("has-memory-for-role", [
  ["enough for a control plane", memory(16), "success", "role master"],
  ["too little for a control plane", memory(15), "failure", "Found 15 GiB of memory; needed: 16 GiB for role master"],
  ["as much as the kernel counts of 16 GiB", memory(15.6, "meminfo"), "success"],
  ["enough for a worker", { ...memory(8), host: { role: "worker" } }, "success"],
  ["enough for an arbiter", { ...memory(8), host: { role: "arbiter" } }, "success"],
  ["too little for a single node", { ...memory(15), cluster: { controlPlaneCount: 1 } }, "failure"],
  [
    "operators come on top, those that need some and those that need none",
    { ...memory(16), cluster: { monitoredOperators: [anOperator("mce"), anOperator("pipelines")] } },
    "failure",
    "for role master with the chosen operators",
  ],
  ["no inventory", { inventory: null }, "pending"],
  ["in a pool", { ...memory(1), cluster: null }, "not-applicable"],
]);
