import { describe, expect, test } from "vitest";
import { aCluster } from "../../test/builders.ts";
import { defaultPolicy } from "../policy.ts";
import {
  builtinOperators,
  findBundle,
  findOperator,
  listBundles,
  olmOperators,
  supportedOperators,
} from "./catalogue.ts";
import { operatorClusterValidations, operatorHostValidations } from "./validations.ts";

const context = (version = "4.22.9", architecture: "x86_64" | "arm64" = "x86_64") => ({
  version,
  architecture,
  platform: "baremetal" as const,
  externalPlatformName: null,
});

describe("the catalogue", () => {
  test("holds 29 operators from OLM and 2 that are built in", () => {
    expect(olmOperators).toHaveLength(29);
    expect(builtinOperators.map(({ name }) => name)).toEqual(["console", "cvo"]);
  });

  test("speaks through 28 host and 29 cluster validations, each id once", () => {
    expect(new Set(operatorHostValidations.map(({ id }) => id)).size).toBe(28);
    expect(operatorHostValidations).toHaveLength(28);
    expect(new Set(operatorClusterValidations.map(({ id }) => id)).size).toBe(29);
    expect(operatorClusterValidations).toHaveLength(29);
  });

  test("offers all but the name that was replaced", () => {
    expect(supportedOperators).toHaveLength(28);
    expect(supportedOperators).not.toContain("ocs");
    expect(findOperator("ocs")?.replacedBy).toBe("odf");
  });

  test.each([
    ["lso", "openshift-local-storage", "local-storage-operator", 70, []],
    ["odf", "openshift-storage", "odf-operator", 30, ["lso"]],
    ["ocs", "openshift-storage", "ocs-operator", 30, ["lso"]],
    ["cnv", "openshift-cnv", "hco-operatorhub", 60, []],
    ["lvm", "openshift-storage", "lvms-operator", 30, []],
    ["mce", "multicluster-engine", "multicluster-engine", 60, []],
    ["mtv", "openshift-mtv", "mtv-operator", 60, ["cnv"]],
    ["osc", "openshift-sandboxed-containers-operator", "sandboxed-containers-operator", 60, ["node-feature-discovery"]],
    ["node-feature-discovery", "openshift-nfd", "nfd", 30, []],
    ["nvidia-gpu", "nvidia-gpu-operator", "gpu-operator-certified", 30, ["node-feature-discovery"]],
    ["amd-gpu", "openshift-amd-gpu", "amd-gpu-operator", 30, ["node-feature-discovery", "kmm"]],
    ["kmm", "openshift-kmm", "kernel-module-management", 30, []],
    ["pipelines", "openshift-operators", "openshift-pipelines-operator-rh", 30, []],
    ["servicemesh", "openshift-operators", "servicemeshoperator", 30, []],
    ["serverless", "openshift-serverless", "serverless-operator", 30, []],
    ["openshift-ai", "redhat-ods-operator", "rhods-operator", 30, []],
    ["authorino", "openshift-operators", "authorino-operator", 30, []],
    ["nmstate", "openshift-nmstate", "kubernetes-nmstate-operator", 60, []],
    ["node-healthcheck", "openshift-workload-availability", "node-healthcheck-operator", 30, []],
    ["self-node-remediation", "openshift-workload-availability", "self-node-remediation", 30, ["node-healthcheck"]],
    [
      "fence-agents-remediation",
      "openshift-workload-availability",
      "fence-agents-remediation",
      30,
      ["node-healthcheck"],
    ],
    ["node-maintenance", "openshift-workload-maintenance", "node-maintenance-operator", 30, []],
    ["kube-descheduler", "openshift-kube-descheduler-operator", "cluster-kube-descheduler-operator", 30, []],
    ["loki", "openshift-operators-redhat", "loki-operator", 30, []],
    ["openshift-logging", "openshift-logging", "cluster-logging", 30, ["loki"]],
    [
      "cluster-observability",
      "openshift-cluster-observability-operator",
      "cluster-observability-operator",
      30,
      ["openshift-logging"],
    ],
    ["numaresources", "openshift-numaresources", "numaresources-operator", 30, []],
    ["oadp", "openshift-adp", "redhat-oadp-operator", 30, []],
    ["metallb", "metallb-system", "metallb-operator", 30, []],
  ])(
    "%s lives in %s, comes from %s, may take %i minutes, needs %j",
    (name, namespace, subscription, minutes, needs) => {
      const operator = findOperator(name);
      expect(operator).toMatchObject({ namespace, timeoutSeconds: minutes * 60, properties: [] });
      expect(operator?.subscriptionName("4.22.9")).toBe(subscription);
      expect(operator?.dependencies(aCluster())).toEqual(needs);
    },
  );

  test("LVM Storage had another name in 4.11", () => {
    expect(findOperator("lvm")?.subscriptionName("4.11.3")).toBe("odf-lvm-operator");
  });

  test("OpenShift AI brings LVM Storage to a single node", () => {
    expect(findOperator("openshift-ai")?.dependencies(aCluster({ controlPlaneCount: 1 }))).toEqual(["lvm"]);
  });

  test("every dependency is in the catalogue", () => {
    const missing = olmOperators
      .flatMap(({ dependencies }) => dependencies(aCluster()))
      .filter((name) => !findOperator(name));
    expect(missing).toEqual([]);
  });
});

describe("what operators add before hosts are known", () => {
  test.each([
    ["odf", 3, { cpuCores: 6, ramMib: 19_456 }, { cpuCores: 8, ramMib: 19_456 }],
    ["cnv", 3, { cpuCores: 4, ramMib: 150 }, { cpuCores: 2, ramMib: 360 }],
    ["cnv", 1, { cpuCores: 6, ramMib: 510 }, { cpuCores: 6, ramMib: 510 }],
    ["lvm", 3, { cpuCores: 1, ramMib: 100 }, { cpuCores: 1, ramMib: 100 }],
    ["mce", 3, { cpuCores: 4, ramMib: 16_384 }, { cpuCores: 4, ramMib: 16_384 }],
    ["mce", 1, { cpuCores: 8, ramMib: 32_768 }, { cpuCores: 8, ramMib: 32_768 }],
    ["mtv", 3, { cpuCores: 1, ramMib: 1_024 }, { cpuCores: 1, ramMib: 1_024 }],
    ["osc", 3, { cpuCores: 1, ramMib: 1_024 }, { cpuCores: 1, ramMib: 1_024 }],
    ["pipelines", 3, {}, {}],
  ])("%s with %i control plane nodes", (name, controlPlaneCount, master, worker) => {
    const preflight = findOperator(name)?.preflight(aCluster({ controlPlaneCount }), defaultPolicy);
    expect(preflight?.master.quantitative).toEqual(master);
    expect(preflight?.worker.quantitative).toEqual(worker);
  });

  test.each(["odf", "cnv", "lvm", "nvidia-gpu", "amd-gpu", "kmm", "openshift-ai"])(
    "%s says the rest in words",
    (name) => {
      const preflight = findOperator(name)?.preflight(aCluster(), defaultPolicy);
      expect(preflight?.worker.qualitative).not.toEqual([]);
      expect(preflight?.master.qualitative).not.toEqual([]);
    },
  );

  test.each([
    ["4.12.0", 1_200],
    ["4.13.0", 400],
    ["4.15.9", 400],
    ["4.16.0", 100],
  ])("LVM Storage in %s takes %i MiB", (openshiftVersion, ramMib) => {
    const preflight = findOperator("lvm")?.preflight(aCluster({ openshiftVersion }), defaultPolicy);
    expect(preflight?.worker.quantitative.ramMib).toBe(ramMib);
  });
});

describe("bundles", () => {
  test("there are two, with operators of the catalogue", () => {
    const bundles = listBundles(null);
    expect(bundles.map(({ id }) => id)).toEqual(["virtualization", "openshift-ai"]);
    for (const { operators, optionalOperators, title, description } of bundles) {
      expect([...operators, ...optionalOperators].filter((name) => !supportedOperators.includes(name))).toEqual([]);
      expect(title && description).toBeTruthy();
    }
    expect(findOperator("cnv")?.bundles).toEqual(["virtualization"]);
    expect(findOperator("lso")?.bundles).toEqual([]);
  });

  test("leave out operators that the version lacks", () => {
    expect(findBundle("virtualization")?.operators).toContain("mtv");
    expect(listBundles(context("4.13.1")).find(({ id }) => id === "virtualization")?.operators).not.toContain("mtv");
  });

  test("are not offered where their main operator is not", () => {
    expect(listBundles(context("4.22.9", "arm64")).map(({ id }) => id)).toEqual(["virtualization"]);
  });

  test("for a single node leave out what needs several", () => {
    const bundle = findBundle("virtualization", ["SNO"]);
    expect(bundle?.operators).toEqual(["cnv", "mtv", "nmstate"]);
    expect(bundle?.optionalOperators).not.toContain("self-node-remediation");
    expect(findBundle("openshift-ai", ["SNO"])?.optionalOperators).toEqual(["nvidia-gpu", "amd-gpu"]);
  });

  test("an unknown one is none", () => {
    expect(findBundle("gaming")).toBeNull();
  });
});
