import { describe, expect, test } from "vitest";
import { aCluster, aHost, anInventory, now } from "../../test/builders.ts";
import type { Finding } from "../finding.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";
import type { Disk, Inventory } from "../model/observations.ts";
import { defaultPolicy } from "../policy.ts";
import type { ClusterFacts, HostFacts } from "../validations/facts.ts";
import { olmOperators } from "./catalogue.ts";
import { resolveOperators } from "./selection.ts";
import { operatorClusterValidations, operatorHostValidations } from "./validations.ts";

const gib = 1024 ** 3;

function aDisk(name: string, sizeBytes: number, over: Partial<Disk> = {}): Disk {
  return { id: `/dev/disk/by-id/${name}`, name, path: `/dev/${name}`, driveType: "SSD", sizeBytes, ...over };
}
const system = aDisk("sda", 480e9);
const spare = (count: number, over: Partial<Disk> = {}): Disk[] => [
  system,
  ...Array.from({ length: count }, (_, index) => aDisk(`sd${index}x`, 100e9, over)),
];

type HostOver = Partial<Omit<Host, "inventory">> & { inventory?: Partial<Inventory> | null };

function hostOf(number: number, { inventory = {}, ...over }: HostOver = {}): Host {
  return aHost(
    {
      role: "master",
      installationDiskId: system.id ?? "",
      installationDiskPath: "/dev/sda",
      inventory: inventory && anInventory(number, { disks: [system], ...inventory }),
      ...over,
    },
    number,
  );
}
const many = (count: number, over: HostOver = {}, first = 1) =>
  Array.from({ length: count }, (_, index) => hostOf(first + index, over));

function clusterWith(names: string[], over: Partial<Cluster> = {}): Cluster {
  const cluster = aCluster(over);
  const monitoredOperators = resolveOperators(
    names.map((name) => ({ name })),
    [],
    cluster,
    { checkClusterVersion: false },
  );
  return { ...cluster, monitoredOperators };
}

const singleNode: Partial<Cluster> = {
  controlPlaneCount: 1,
  platform: { type: "none", external: null },
  userManagedNetworking: true,
};

function hostFacts(cluster: Cluster | null, host: Host, hosts: readonly Host[] = [host]): HostFacts {
  return { host, cluster, hosts, infraEnv: null, policy: defaultPolicy, now };
}
const checkHost = (id: string, facts: HostFacts): Finding =>
  operatorHostValidations.find((validation) => validation.id === id)?.check(facts) ?? { status: "not-applicable" };

function clusterFacts(cluster: Cluster, hosts: readonly Host[]): ClusterFacts {
  return { cluster, hosts, infraEnvs: [], policy: defaultPolicy, now, hostResults: new Map() };
}
const checkCluster = (id: string, facts: ClusterFacts): Finding =>
  operatorClusterValidations.find((validation) => validation.id === id)?.check(facts) ?? { status: "not-applicable" };

describe("every operator", () => {
  const operators = olmOperators.flatMap(({ name, validationId }) => (validationId ? [{ name, validationId }] : []));

  test.each(operators)("$name says nothing about a host without a cluster", ({ validationId }) => {
    expect(checkHost(validationId, hostFacts(null, hostOf(1)))).toEqual({ status: "not-applicable" });
  });

  test.each(operators)("$name passes when it was not chosen, even without an inventory", ({ validationId }) => {
    const host = hostOf(1, { inventory: null });
    expect(checkHost(validationId, hostFacts(clusterWith([]), host))).toMatchObject({
      status: "success",
      says: expect.stringMatching(/was not chosen/),
    });
    expect(checkCluster(validationId, clusterFacts(clusterWith([]), [host])).status).toBe("success");
  });

  test.each(operators)("$name is not checked on hosts added later", ({ name, validationId }) => {
    const cluster = clusterWith([name], { kind: "AddHostsCluster" });
    expect(checkHost(validationId, hostFacts(cluster, hostOf(1, { inventory: null }))).status).toBe("success");
  });

  test.each(operators)("$name is satisfied by large enough hosts", ({ name, validationId }) => {
    const gpus = [
      { vendorId: "10de", deviceId: "1eb8" },
      { vendorId: "1002", deviceId: "740f" },
    ];
    const hosts = many(3, { inventory: { disks: spare(3), gpus } });
    const cluster = clusterWith([name]);
    for (const host of hosts) expect(checkHost(validationId, hostFacts(cluster, host, hosts)).status).toBe("success");
    expect(checkCluster(validationId, clusterFacts(cluster, hosts)).status).toBe("success");
  });

  test.each(
    olmOperators.flatMap(({ name, validationId, feature }) => {
      const limited: Record<string, Partial<Cluster>> = {
        LSO: { cpuArchitecture: "arm64" },
        ODF: { cpuArchitecture: "arm64" },
        CNV: { platform: { type: "vsphere", external: null } },
        LVM: { openshiftVersion: "4.10.3" },
        MCE: { openshiftVersion: "4.9.3" },
        MTV: { openshiftVersion: "4.13.3" },
        OSC: { openshiftVersion: "4.9.3" },
        NVIDIA_GPU: { cpuArchitecture: "s390x" },
        AMD_GPU: { cpuArchitecture: "arm64" },
        NODE_FEATURE_DISCOVERY: { cpuArchitecture: "s390x" },
        OPENSHIFT_AI: { platform: { type: "external", external: { platformName: "oci", cloudControllerManager: "" } } },
        NMSTATE: { openshiftVersion: "4.11.3" },
        LOKI: { openshiftVersion: "4.16.3" },
        OPENSHIFT_LOGGING: { openshiftVersion: "4.16.3" },
        METALLB: { openshiftVersion: "4.10.3" },
      };
      const over = feature && limited[feature];
      return validationId && over ? [{ name, validationId, over }] : [];
    }),
  )("$name fails where it cannot be had: $over", ({ name, validationId, over }) => {
    const finding = checkCluster(validationId, clusterFacts(clusterWith([name], over), many(3)));
    expect(finding).toMatchObject({ status: "failure", needed: expect.stringMatching(/supports/) });
  });

  test.each(["odf", "cnv", "lvm", "nvidia-gpu", "amd-gpu", "kmm", "openshift-ai"])(
    "%s waits for the inventory of a host",
    (name) => {
      const facts = hostFacts(clusterWith([name]), hostOf(1, { inventory: null }));
      expect(checkHost(`${name}-requirements-satisfied`, facts)).toEqual({
        status: "pending",
        waitsFor: "the host's inventory",
      });
    },
  );
});

describe("OpenShift Data Foundation", () => {
  const id = "odf-requirements-satisfied";
  const cluster = clusterWith(["odf"]);
  const compact = many(3, { inventory: { disks: spare(2) } });
  const standard = [...many(3), ...many(3, { role: "worker", inventory: { disks: spare(1) } }, 4)];
  const add = (facts: HostFacts, role: "master" | "worker" | "arbiter" | "auto-assign") =>
    olmOperators.find(({ name }) => name === "odf")?.hostRequirements(facts, role);
  const first = (hosts: readonly Host[], index = 0): Host => hosts[index] ?? hostOf(99);

  test("compact: control plane nodes pay for storage and for every disk", () => {
    expect(add(hostFacts(cluster, first(compact), compact), "master")).toEqual({
      cpuCores: 6 + 2 * 2,
      ramMib: (19 + 2 * 5) * 1024,
    });
    expect(add(hostFacts(cluster, first(compact), compact), "arbiter")).toEqual({});
  });

  test("standard: workers pay, the control plane does not", () => {
    expect(add(hostFacts(cluster, first(standard, 3), standard), "worker")).toEqual({
      cpuCores: 10,
      ramMib: 24 * 1024,
    });
    expect(add(hostFacts(cluster, first(standard, 3), standard), "auto-assign")).toEqual({
      cpuCores: 10,
      ramMib: 24 * 1024,
    });
    expect(add(hostFacts(cluster, first(standard), standard), "master")).toEqual({});
  });

  test("standard: a worker without a spare disk pays nothing", () => {
    const hosts = [...standard, hostOf(7, { role: "worker" })];
    expect(add(hostFacts(cluster, first(hosts, 6), hosts), "worker")).toEqual({});
  });

  test("without an inventory the role's usual amount counts, without a cluster nothing", () => {
    const blank = hostOf(1, { inventory: null });
    expect(add(hostFacts(cluster, blank), "master")).toEqual({ cpuCores: 6, ramMib: 19 * 1024 });
    expect(add(hostFacts(null, blank), "master")).toEqual({});
  });

  test.each<[string, HostOver, string]>([
    ["no role yet", { role: "auto-assign" }, "pending"],
    ["a disk to spare", { inventory: { disks: spare(1) } }, "success"],
    ["only the system's disk", {}, "failure"],
    ["a second disk that is too small", { inventory: { disks: spare(1, { sizeBytes: 24e9 }) } }, "failure"],
    ["a second disk that can be pulled out", { inventory: { disks: spare(1, { removable: true }) } }, "failure"],
    ["a second disk of another kind", { inventory: { disks: spare(1, { driveType: "ODD" }) } }, "failure"],
  ])("compact: a host with %s", (_, over, status) => {
    const host = hostOf(1, over);
    expect(checkHost(id, hostFacts(cluster, host, [host, ...compact.slice(1)])).status).toBe(status);
  });

  test("standard: hosts without disks are fine, they hold no storage", () => {
    const hosts = [...standard, hostOf(7, { role: "worker" })];
    expect(checkHost(id, hostFacts(cluster, first(hosts), hosts)).status).toBe("success");
    expect(checkHost(id, hostFacts(cluster, first(hosts, 6), hosts))).toMatchObject({
      status: "success",
      says: expect.stringMatching(/hold no storage/),
    });
  });

  test("hosts without a role are expected to become workers once the control plane is full", () => {
    const hosts = many(6, { role: "auto-assign", suggestedRole: "auto-assign" });
    expect(checkHost(id, hostFacts(cluster, hostOf(1), hosts)).status).toBe("success");
  });

  test.each<[string, readonly Host[], string, RegExp]>([
    ["three control plane nodes with disks", compact, "success", /6 disks on 3 hosts/],
    ["three workers with disks", standard, "success", /3 disks on 3 hosts/],
    ["two hosts", many(2, { inventory: { disks: spare(3) } }), "failure", /2 hosts/],
    ["two workers", standard.slice(0, 5), "failure", /2 workers/],
    ["three hosts without disks", many(3), "failure", /0 disks on 0 hosts/],
    ["disks on two hosts only", [...compact.slice(0, 2), hostOf(3)], "failure", /4 disks on 2 hosts/],
    ["a host without an inventory", [...many(2), hostOf(3, { inventory: null })], "pending", /inventory/],
    ["a host without a role", [...many(2), hostOf(3, { role: "auto-assign" })], "pending", /role/],
  ])("a cluster with %s", (_, hosts, status, says) => {
    const finding = checkCluster(id, clusterFacts(cluster, hosts));
    expect(finding.status).toBe(status);
    expect(Object.values(finding).join(" ")).toMatch(says);
  });
});

describe("LVM Storage", () => {
  const id = "lvm-requirements-satisfied";
  const cluster = clusterWith(["lvm"]);

  test.each<[string, HostOver, string]>([
    ["no role yet", { role: "auto-assign" }, "pending"],
    ["a second disk", { inventory: { disks: spare(1) } }, "success"],
    ["a second, rotating disk", { inventory: { disks: spare(1, { driveType: "HDD" }) } }, "success"],
    ["the system's disk only", {}, "failure"],
    ["installation media besides", { inventory: { disks: spare(1, { isInstallationMedia: true }) } }, "failure"],
    ["the arbiter's role", { role: "arbiter" }, "success"],
  ])("a host with %s", (_, over, status) => {
    const host = hostOf(1, over);
    expect(checkHost(id, hostFacts(cluster, host, [host, ...many(2, {}, 2)])).status).toBe(status);
  });

  test("a control plane that runs no workloads needs no second disk", () => {
    const hosts = [...many(3), ...many(2, { role: "worker" }, 4)];
    const facts = (over: Partial<Cluster>) => hostFacts({ ...cluster, ...over }, hostOf(1), hosts);
    const requirements = olmOperators.find(({ name }) => name === "lvm")?.hostRequirements;
    expect(checkHost(id, facts({})).status).toBe("success");
    expect(requirements?.(facts({}), "master")).toEqual({});
    expect(requirements?.(facts({}), "worker")).toEqual({ cpuCores: 1, ramMib: 100 });
    expect(checkHost(id, facts({ schedulableMasters: true })).status).toBe("failure");
    const oneWorker = hostFacts(cluster, hostOf(1), hosts.slice(0, 4));
    expect(checkHost(id, oneWorker).status).toBe("failure");
  });

  test.each<[string, Partial<Cluster>, string]>([
    ["several nodes in 4.14", { openshiftVersion: "4.14.9" }, "failure"],
    ["several nodes in 4.15", { openshiftVersion: "4.15.0" }, "success"],
    ["a single node in 4.14", { openshiftVersion: "4.14.9", ...singleNode }, "success"],
  ])("%s", (_, over, status) => {
    expect(checkCluster(id, clusterFacts(clusterWith(["lvm"], over), many(1))).status).toBe(status);
  });
});

describe("OpenShift Virtualization", () => {
  const id = "cnv-requirements-satisfied";
  const cpu = (flags: string[], architecture = "x86_64") => ({ cpu: { count: 16, architecture, flags } });
  const gpus = [
    { vendorId: "10DE", deviceId: "1eb8" },
    { vendorId: "10de", deviceId: "ffff" },
  ];
  const interfaces = [{ name: "eno1", vendor: "0x8086", product: "0x158b" }, { name: "eno2" }];
  const requirements = olmOperators.find(({ name }) => name === "cnv")?.hostRequirements;

  test.each<[string, string[], Partial<Cluster>, HostOver, string]>([
    ["an Intel CPU", ["cnv"], {}, { inventory: cpu(["vmx"]) }, "success"],
    ["an AMD CPU", ["cnv"], {}, { inventory: cpu(["svm"]) }, "success"],
    ["a CPU without virtualization", ["cnv"], {}, { inventory: cpu(["sse"]) }, "failure"],
    ["an arm CPU, which has no such flag", ["cnv"], {}, { inventory: cpu([], "aarch64") }, "success"],
    ["no second disk on a single node", ["cnv"], singleNode, {}, "failure"],
    ["a second disk on a single node", ["cnv"], singleNode, { inventory: { disks: spare(1) } }, "success"],
    [
      "a second disk that is too small",
      ["cnv"],
      singleNode,
      { inventory: { disks: spare(1, { sizeBytes: 49 * gib }) } },
      "failure",
    ],
    ["no second disk, but LVM Storage", ["cnv", "lvm"], singleNode, {}, "success"],
  ])("a host with %s", (_, names, over, host, status) => {
    expect(checkHost(id, hostFacts(clusterWith(names, over), hostOf(1, host))).status).toBe(status);
  });

  test("devices for virtual machines cost a GiB each, where virtual machines run", () => {
    const facts = hostFacts(clusterWith(["cnv"]), hostOf(1, { inventory: { gpus, interfaces } }));
    expect(requirements?.(facts, "worker")).toEqual({ cpuCores: 2, ramMib: 360 + 2 * 1024 });
    expect(requirements?.(facts, "master")).toEqual({ cpuCores: 4, ramMib: 150 });
    expect(requirements?.(facts, "arbiter")).toEqual({ ramMib: 0 });
    expect(requirements?.({ ...facts, cluster: clusterWith(["cnv"], singleNode) }, "master")).toEqual({
      cpuCores: 6,
      ramMib: 510 + 2 * 1024,
    });
  });

  test("a service that installs no pool asks for no disk", () => {
    const { cnv } = defaultPolicy.operators;
    const policy = {
      ...defaultPolicy,
      operators: { ...defaultPolicy.operators, cnv: { ...cnv, snoInstallHpp: false } },
    };
    expect(checkHost(id, { ...hostFacts(clusterWith(["cnv"], singleNode), hostOf(1)), policy }).status).toBe("success");
  });
});

describe.each([
  ["nvidia-gpu", "10de"],
  ["amd-gpu", "1002"],
])("%s", (name, vendorId) => {
  const id = `${name}-requirements-satisfied`;
  const cluster = clusterWith([name]);
  const withGpu = (secureBootState: "Enabled" | "Disabled") =>
    hostOf(1, { inventory: { gpus: [{ vendorId }], boot: { secureBootState } } });

  test("needs secure boot off, on hosts that have a GPU", () => {
    expect(checkHost(id, hostFacts(cluster, withGpu("Enabled")))).toMatchObject({
      status: "failure",
      remedy: "disable secure boot in the host's firmware",
    });
    expect(checkHost(id, hostFacts(cluster, withGpu("Disabled"))).status).toBe("success");
    const without = hostOf(1, { inventory: { boot: { secureBootState: "Enabled" } } });
    expect(checkHost(id, hostFacts(cluster, without)).status).toBe("success");
  });

  test("needs one host with a GPU", () => {
    expect(checkCluster(id, clusterFacts(cluster, [withGpu("Disabled")])).status).toBe("success");
    expect(checkCluster(id, clusterFacts(cluster, many(3))).status).toBe("failure");
    expect(checkCluster(id, clusterFacts(cluster, [])).status).toBe("pending");
    expect(checkCluster(id, clusterFacts(cluster, [hostOf(1, { inventory: null })])).status).toBe("pending");
  });

  test("goes without a GPU when the service says so", () => {
    const gpu = { requireGpu: false, supportedVendors: [vendorId] };
    const policy = { ...defaultPolicy, operators: { ...defaultPolicy.operators, nvidia: gpu, amd: gpu } };
    expect(checkCluster(id, { ...clusterFacts(cluster, many(3)), policy }).status).toBe("success");
  });
});

describe("Kernel Module Management", () => {
  test.each([
    ["Enabled", "failure"],
    ["Disabled", "success"],
    ["NotSupported", "success"],
    ["Unknown", "success"],
  ] as const)("secure boot %s: %s", (secureBootState, status) => {
    const host = hostOf(1, { inventory: { boot: { secureBootState } } });
    expect(checkHost("kmm-requirements-satisfied", hostFacts(clusterWith(["kmm"]), host)).status).toBe(status);
  });
});

describe("OpenShift AI", () => {
  const id = "openshift-ai-requirements-satisfied";
  const gpuId = "openshift-ai-gpu-requirements-satisfied";
  const cluster = clusterWith(["openshift-ai"]);
  const small = { cpu: { count: 4 }, memory: { physicalBytes: 16 * gib } };
  const workers = many(2, { role: "worker" }, 4);

  test.each<[string, Host, readonly Host[], string]>([
    ["a large worker", hostOf(4, { role: "worker" }), [...many(3), ...workers], "success"],
    ["a small worker", hostOf(4, { role: "worker", inventory: small }), [...many(3), ...workers], "failure"],
    ["a small control plane node beside workers", hostOf(1, { inventory: small }), [...many(3), ...workers], "success"],
    ["a small control plane node without workers", hostOf(1, { inventory: small }), many(3), "failure"],
    ["a host without a role", hostOf(1, { role: "auto-assign" }), many(3), "pending"],
    [
      "a worker whose firmware keeps some memory",
      hostOf(4, { role: "worker", inventory: { memory: { physicalBytes: 31.7 * gib } } }),
      [...many(3), ...workers],
      "success",
    ],
  ])("%s", (_, host, hosts, status) => {
    expect(checkHost(id, hostFacts(cluster, host, hosts)).status).toBe(status);
  });

  test.each<[string, Partial<Cluster>, readonly Host[], string]>([
    ["two workers", {}, [...many(3), ...workers], "success"],
    ["one worker", {}, [...many(3), ...workers.slice(1)], "failure"],
    ["no workers, a whole control plane", {}, many(3), "success"],
    ["half a control plane", {}, many(2), "failure"],
    ["no hosts", {}, [], "pending"],
    ["a single node", singleNode, many(1), "success"],
  ])("a cluster with %s", (_, over, hosts, status) => {
    expect(checkCluster(id, clusterFacts(clusterWith(["openshift-ai"], over), hosts)).status).toBe(status);
  });

  test.each<[string, Cluster, readonly Host[], string]>([
    ["a GPU", cluster, [...many(2), hostOf(3, { inventory: { gpus: [{ vendorId: "1002" }] } })], "success"],
    ["no GPU", cluster, many(3), "failure"],
    ["unknown hardware", cluster, [hostOf(1, { inventory: null })], "pending"],
    ["no wish for OpenShift AI", clusterWith([]), many(3), "success"],
  ])("the GPU check of a cluster with %s", (_, wanted, hosts, status) => {
    expect(checkCluster(gpuId, clusterFacts(wanted, hosts)).status).toBe(status);
  });
});
