import * as wire from "@muster/contract";
import { describe, expect, test } from "vitest";
import {
  aCluster,
  aHost,
  anInfraEnv,
  anInventory,
  aSnapshot,
  clusterId,
  id,
  infraEnvId,
  now,
} from "../../test/builders.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Host, HostStatus } from "../model/host.ts";
import type { InfraEnv } from "../model/infra-env.ts";
import type { ClusterSnapshot, PoolSnapshot } from "../model/snapshot.ts";
import { resolveOperators } from "../operators/selection.ts";
import { defaultPolicy, type Policy } from "../policy.ts";
import { connectivityChecksPerMinute } from "./connectivity.ts";
import { nextSteps } from "./next-steps.ts";
import { registrationCommand } from "./registration.ts";
import type { StepType } from "./step.ts";

const stepId = (type: StepType) => `${type}-0badcafe`;
const policy: Policy = { ...defaultPolicy, imageServiceBaseUrl: "http://images.example.com:8888/" };
const agentImage = policy.agentImage;

type Scene = {
  host?: Partial<Host>;
  cluster?: Partial<Cluster>;
  infraEnv?: Partial<InfraEnv>;
  others?: number;
  policy?: Partial<Policy>;
};

const sda = { installationDiskId: "/dev/disk/by-id/wwn-0x0001", installationDiskPath: "/dev/sda" };

function scene({ host = {}, cluster = {}, infraEnv = {}, others = 1 }: Scene = {}) {
  const self = aHost({ ...sda, ...host }, 1);
  const hosts = [self, ...Array.from({ length: others }, (_, index) => aHost({}, index + 2))];
  const snapshot: ClusterSnapshot = { cluster: aCluster(cluster), hosts, infraEnvs: [anInfraEnv(infraEnv)] };
  return { self, snapshot };
}

function stepsOf(given: Scene = {}) {
  const { self, snapshot } = scene(given);
  return nextSteps(self, snapshot, { ...policy, ...given.policy }, now, stepId);
}

/** The arguments of one step in whatever state asks for it; undefined when the step is not given. */
function argsOf(type: StepType, status: HostStatus, given: Scene = {}) {
  const { instructions } = stepsOf({ ...given, host: { status, ...given.host } });
  return instructions.find(({ stepType }) => stepType === type)?.args;
}

const jsonOf = (type: StepType, status: HostStatus, given: Scene = {}): unknown => {
  const [text] = argsOf(type, status, given) ?? [];
  return text === undefined ? undefined : JSON.parse(text);
};

/** Everything that could be asked is asked: tang servers, DHCP. VIPs are verified unless they come from DHCP. */
const tang: Partial<Cluster> = {
  diskEncryption: { enableOn: "all", mode: "tang", tangServers: '[{"url":"http://tang","thumbprint":"x"}]' },
};
const dhcp: Partial<Cluster> = { vipDhcpAllocation: true };

describe("steps per state", () => {
  const day1: [HostStatus, string, number, string][] = [
    [
      "known",
      "connectivity-check tang-connectivity-check free-network-addresses inventory ntp-synchronizer domain-resolution verify-vips",
      60,
      "continue",
    ],
    [
      "insufficient",
      "inventory connectivity-check tang-connectivity-check free-network-addresses ntp-synchronizer domain-resolution verify-vips",
      60,
      "continue",
    ],
    [
      "pending-for-input",
      "inventory connectivity-check tang-connectivity-check free-network-addresses ntp-synchronizer domain-resolution verify-vips",
      60,
      "continue",
    ],
    ["disconnected", "inventory", 120, "continue"],
    ["discovering", "inventory", 60, "continue"],
    ["preparing-for-installation", "installation-disk-speed-check container-image-availability", 60, "continue"],
    ["installing", "install", 60, "continue"],
    ["installing-in-progress", "", 60, "continue"],
    ["error", "logs-gather stop-installation", 120, "continue"],
    ["cancelled", "logs-gather stop-installation", 120, "continue"],
    ["disabled", "", 120, "continue"],
    ["resetting", "", 120, "continue"],
    ["binding", "", 0, "exit"],
    // States that no table names: nothing to do, ask again.
    ["preparing-failed", "", 60, "continue"],
    ["preparing-successful", "", 60, "continue"],
    ["installing-pending-user-action", "", 60, "continue"],
    ["resetting-pending-user-action", "", 60, "continue"],
    ["installed", "", 60, "continue"],
    ["added-to-existing-cluster", "", 60, "continue"],
  ];

  const shape = ({ instructions, nextInstructionSeconds, postStepAction }: ReturnType<typeof stepsOf>) => [
    instructions.map(({ stepType }) => stepType).join(" "),
    nextInstructionSeconds,
    postStepAction,
  ];

  test.each(day1)("day 1, %s", (status, ...expected) => {
    expect(shape(stepsOf({ host: { status, role: "master" }, cluster: tang }))).toEqual(expected);
  });

  test.each<[HostStatus, string]>([
    [
      "known",
      "connectivity-check free-network-addresses dhcp-lease-allocate inventory ntp-synchronizer domain-resolution",
    ],
    [
      "insufficient",
      "inventory connectivity-check free-network-addresses dhcp-lease-allocate ntp-synchronizer domain-resolution",
    ],
    ["preparing-for-installation", "dhcp-lease-allocate installation-disk-speed-check container-image-availability"],
    ["installing", "install dhcp-lease-allocate"],
    ["installing-in-progress", "dhcp-lease-allocate"],
  ])("day 1 with VIPs from DHCP, %s", (status, expected) => {
    expect(shape(stepsOf({ host: { status, role: "master" }, cluster: dhcp }))[0]).toBe(expected);
  });

  const day2: [HostStatus, string, number, string][] = [
    [
      "known",
      "connectivity-check api-vip-connectivity-check tang-connectivity-check inventory ntp-synchronizer domain-resolution",
      60,
      "continue",
    ],
    [
      "insufficient",
      "inventory connectivity-check api-vip-connectivity-check tang-connectivity-check ntp-synchronizer domain-resolution",
      60,
      "continue",
    ],
    ["discovering", "inventory ntp-synchronizer domain-resolution", 60, "continue"],
    [
      "pending-for-input",
      "inventory connectivity-check api-vip-connectivity-check tang-connectivity-check",
      60,
      "continue",
    ],
    ["disconnected", "inventory", 120, "continue"],
    ["installing", "install", 60, "continue"],
    ["installing-in-progress", "", 60, "continue"],
    ["error", "logs-gather stop-installation", 120, "continue"],
    ["cancelled", "logs-gather stop-installation", 120, "continue"],
    ["binding", "", 0, "exit"],
    ["disabled", "", 60, "continue"],
    ["added-to-existing-cluster", "", 60, "continue"],
  ];

  test.each(day2)("day 2, %s", (status, ...expected) => {
    const host: Partial<Host> = { status, role: "worker", kind: "AddToExistingClusterHost" };
    expect(shape(stepsOf({ host, cluster: { ...tang, kind: "AddHostsCluster" } }))).toEqual(expected);
  });

  const pool: [HostStatus, string, number, string][] = [
    ["discovering-unbound", "inventory ntp-synchronizer", 60, "continue"],
    ["insufficient-unbound", "inventory ntp-synchronizer", 60, "continue"],
    ["known-unbound", "inventory ntp-synchronizer", 60, "continue"],
    ["disconnected-unbound", "inventory", 120, "continue"],
    ["disabled-unbound", "", 120, "continue"],
    ["unbinding", "", 0, "exit"],
    ["unbinding-pending-user-action", "", 0, "exit"],
    ["reclaiming", "download-boot-artifacts", 60, "continue"],
    ["reclaiming-rebooting", "reboot-for-reclaim", 120, "exit"],
  ];

  const poolSteps = (host: Partial<Host>, over: Partial<Policy> = {}) => {
    const self = aHost({ clusterId: null, ...host });
    const snapshot: PoolSnapshot = { infraEnv: anInfraEnv({ clusterId: null }), hosts: [self] };
    return nextSteps(self, snapshot, { ...policy, ...over }, now, stepId);
  };

  test.each(pool)("without a cluster, %s", (status, ...expected) => {
    expect(shape(poolSteps({ status }))).toEqual(expected);
  });

  test("a pool host in a state of clusters is asked nothing that needs a cluster", () => {
    expect(shape(poolSteps({ status: "insufficient" }))[0]).toBe("inventory ntp-synchronizer");
  });

  test("all 28 states are in these tables", () => {
    const states = new Set([...day1, ...day2, ...pool].map(([status]) => status));
    expect(states.size).toBe(28);
  });

  const upgrading: HostStatus[] = ["binding", "discovering", "insufficient", "known", "pending-for-input"];
  const upgradingPool: HostStatus[] = ["discovering-unbound", "insufficient-unbound", "known-unbound"];

  test.each(upgrading)("another agent version in %s: the agent is replaced first", (status) => {
    const steps = stepsOf({ host: { status, discoveryAgentVersion: "quay.io/old:1" } });
    expect(steps).toEqual({
      nextInstructionSeconds: 60,
      postStepAction: "continue",
      instructions: [
        {
          stepType: "upgrade-agent",
          stepId: "upgrade-agent-0badcafe",
          args: [`{"agent_image":"${agentImage}"}`],
        },
      ],
    });
  });

  test.each(upgradingPool)("another agent version in %s: the agent is replaced first", (status) => {
    expect(shape(poolSteps({ status, discoveryAgentVersion: "" }))).toEqual(["upgrade-agent", 60, "continue"]);
  });

  test.each<[string, HostStatus, Partial<Policy>]>([
    ["while it installs", "installing", {}],
    ["when upgrades are off", "known", { upgradeAgent: false }],
    ["when the step is disabled", "known", { disabledSteps: ["upgrade-agent"] }],
  ])("another agent version is left alone %s", (_, status, over) => {
    const steps = stepsOf({ host: { status, role: "master", discoveryAgentVersion: "old" }, policy: over });
    expect(steps.instructions.some(({ stepType }) => stepType === "upgrade-agent")).toBe(false);
    expect(steps.instructions).not.toEqual([]);
  });

  test("disabled steps are not given", () => {
    const steps = stepsOf({ policy: { disabledSteps: ["inventory", "ntp-synchronizer"] } });
    expect(shape(steps)[0]).toBe("connectivity-check free-network-addresses domain-resolution verify-vips");
  });

  test("the wire knows 19 step types", () => {
    expect(wire.StepType.enum).toHaveLength(19);
  });
});

describe("inventory", () => {
  test("names the host, and limits when they are set", () => {
    expect(argsOf("inventory", "discovering")).toEqual([id(1)]);
    const limits = { agentInventoryMaxSize: 1_000_000, agentInventoryDiskMinSize: 1_024 };
    expect(argsOf("inventory", "discovering", { policy: limits })).toEqual([
      id(1),
      "--output-max-size=1000000",
      "--disk-min-size=1024",
    ]);
  });
});

describe("connectivity-check", () => {
  const nic = (number: number) => ({
    host_id: id(number),
    nics: [
      {
        name: "eno1",
        mac: `52:54:00:00:00:${String(number).padStart(2, "0")}`,
        ip_addresses: [`192.168.10.${10 + number}`],
      },
    ],
  });

  test("names the other hosts with their interfaces", () => {
    expect(jsonOf("connectivity-check", "known", { others: 3 })).toEqual([nic(2), nic(3), nic(4)]);
  });

  test("leaves out whichever host asks: first, middle or last", () => {
    const { hosts, ...rest } = aSnapshot({ hosts: 3 });
    const asked = hosts.map((host) => {
      const { instructions } = nextSteps(host, { hosts, ...rest }, policy, now, stepId);
      return JSON.parse(instructions.find(({ stepType }) => stepType === "connectivity-check")?.args[0] ?? "");
    });
    expect(asked).toEqual([
      [nic(2), nic(3)],
      [nic(1), nic(3)],
      [nic(1), nic(2)],
    ]);
  });

  test("hosts that were just discovered, that are silent, or that showed no interface are not tried", () => {
    const { self, snapshot } = scene({ others: 4 });
    const [, two, three, four, five] = snapshot.hosts;
    if (!two || !three || !four || !five) throw new Error("the scene is too small");
    const hosts = [
      self,
      { ...two, status: "discovering" as const },
      { ...three, status: "disconnected" as const },
      { ...four, inventory: null },
      { ...five, inventory: anInventory(5, { interfaces: [] }) },
    ];
    const { instructions } = nextSteps(self, { ...snapshot, hosts }, policy, now, stepId);
    expect(instructions.some(({ stepType }) => stepType === "connectivity-check")).toBe(false);
  });

  test("a host that is not in the list itself gets the whole list", () => {
    const { self, snapshot } = scene({ host: { inventory: null } });
    const { instructions } = nextSteps(self, snapshot, policy, now, stepId);
    const step = instructions.find(({ stepType }) => stepType === "connectivity-check");
    expect(JSON.parse(step?.args[0] ?? "")).toEqual([nic(2)]);
  });

  test("link-local addresses cannot be tried from elsewhere", () => {
    const interfaces = [
      {
        name: "eno1",
        macAddress: "52:54:00:00:00:02",
        ipv4Addresses: ["169.254.3.4/16", "192.168.10.12/24"],
        ipv6Addresses: ["fe80::1/64", "fd00::2/64"],
      },
      { name: "lo1", ipv4Addresses: ["10.0.0.1/24"], ipv6Addresses: [] },
      { name: "eno3", macAddress: "52:54:00:00:00:03", ipv4Addresses: [], ipv6Addresses: ["fe80::2/64"] },
    ];
    const { self, snapshot } = scene();
    const hosts = [self, aHost({ inventory: anInventory(2, { interfaces }) }, 2)];
    const { instructions } = nextSteps(self, { ...snapshot, hosts }, policy, now, stepId);
    expect(JSON.parse(instructions[0]?.args[0] ?? "")).toEqual([
      {
        host_id: id(2),
        nics: [{ name: "eno1", mac: "52:54:00:00:00:02", ip_addresses: ["192.168.10.12", "fd00::2"] }],
      },
    ]);
  });

  test("a cluster of 500 hosts is answered in a fraction of a millisecond per host", () => {
    const snapshot: ClusterSnapshot = {
      cluster: aCluster(),
      hosts: Array.from({ length: 500 }, (_, index) => aHost({}, index + 1)),
      infraEnvs: [anInfraEnv()],
    };
    const started = performance.now();
    for (const host of snapshot.hosts) nextSteps(host, snapshot, policy, now, stepId);
    expect(performance.now() - started).toBeLessThan(500);
  });

  test("the limit for a cluster is told to whoever hands the steps out", () => {
    expect(connectivityChecksPerMinute).toBe(150);
  });
});

describe("free-network-addresses", () => {
  const interfaces = (...ipv4Addresses: string[]) => ({
    inventory: anInventory(1, { interfaces: [{ name: "eno1", macAddress: "52:54:00:00:00:01", ipv4Addresses }] }),
  });

  test("names the host's IPv4 networks, each once, none larger than /22", () => {
    const host = interfaces("192.168.10.11/24", "192.168.10.12/24", "10.0.1.2/22", "10.64.0.1/21");
    expect(jsonOf("free-network-addresses", "known", { host })).toEqual(["192.168.10.0/24", "10.0.0.0/22"]);
  });

  test.each<[string, Scene]>([
    ["only large networks", { host: interfaces("10.64.0.1/16") }],
    ["no inventory", { host: { inventory: null } }],
    ["a service in kube mode", { policy: { kubeApi: true } }],
  ])("is not given with %s", (_, given) => {
    expect(argsOf("free-network-addresses", "known", given)).toBeUndefined();
  });
});

describe("dhcp-lease-allocate", () => {
  test("names the interface in the machine network, and MAC addresses that stay", () => {
    const request = jsonOf("dhcp-lease-allocate", "installing-in-progress", { cluster: dhcp });
    expect(request).toEqual({
      interface: "eno1",
      api_vip_mac: expect.stringMatching(/^00:1a:4a(:[0-9a-f]{2}){3}$/i),
      ingress_vip_mac: expect.stringMatching(/^00:1a:4a(:[0-9a-f]{2}){3}$/i),
    });
    expect(jsonOf("dhcp-lease-allocate", "known", { cluster: dhcp })).toEqual(request);
  });

  test("carries the leases that are held", () => {
    const cluster = { ...dhcp, apiVipLease: "lease { api }", ingressVipLease: "lease { ingress }" };
    expect(jsonOf("dhcp-lease-allocate", "known", { cluster })).toMatchObject({
      api_vip_lease: "lease { api }",
      ingress_vip_lease: "lease { ingress }",
    });
  });

  test.each<[string, Scene]>([
    ["VIPs that are given", {}],
    ["no machine network yet", { cluster: { ...dhcp, machineNetworks: [] } }],
    ["no interface in the machine network", { cluster: { ...dhcp, machineNetworks: ["10.1.0.0/16"] } }],
    ["no inventory", { cluster: dhcp, host: { inventory: null } }],
  ])("is not given with %s", (_, given) => {
    expect(argsOf("dhcp-lease-allocate", "known", given)).toBeUndefined();
  });
});

describe("api-vip-connectivity-check", () => {
  const joining: Partial<Host> = { kind: "AddToExistingClusterHost", role: "worker" };
  const ask = (cluster: Partial<Cluster>, host: Partial<Host> = {}) =>
    jsonOf("api-vip-connectivity-check", "known", {
      cluster: { kind: "AddHostsCluster", ...cluster },
      host: { ...joining, ...host },
    });

  test.each<[string, Partial<Cluster>, Partial<Host>, unknown]>([
    ["the cluster's API name", {}, {}, { url: "http://api.demo.example.com:22624/config/worker" }],
    ["a given API name", { apiVipDnsName: "10.0.0.5" }, {}, { url: "http://10.0.0.5:22624/config/worker" }],
    ["an IPv6 address", { apiVipDnsName: "fd00::5" }, {}, { url: "http://[fd00::5]:22624/config/worker" }],
    [
      "a pool of its own",
      {},
      { machineConfigPoolName: "infra" },
      { url: "http://api.demo.example.com:22624/config/infra" },
    ],
    ["a control plane node", {}, { role: "master" }, { url: "http://api.demo.example.com:22624/config/master" }],
    [
      "a known certificate",
      { ignitionEndpoint: { url: "", caCertificate: "Y2E=" } },
      {},
      { url: "https://api.demo.example.com:22623/config/worker", ca_certificate: "Y2E=" },
    ],
    [
      "an endpoint, a token and headers",
      { ignitionEndpoint: { url: "https://ign.example.com:9000/config/", caCertificate: "" } },
      { ignitionEndpointToken: "secret", ignitionEndpointHttpHeaders: { "X-Cluster": "demo" } },
      {
        url: "https://ign.example.com:9000/config/worker",
        ignition_endpoint_token: "secret",
        request_headers: [{ key: "X-Cluster", value: "demo" }],
      },
    ],
    ["nothing to reach", { name: "", apiVipDnsName: "" }, {}, undefined],
  ])("%s", (_, cluster, host, expected) => {
    expect(ask(cluster, host)).toEqual(expected);
  });
});

describe("tang-connectivity-check", () => {
  const tangOn = (enableOn: Cluster["diskEncryption"]["enableOn"]): Partial<Cluster> => ({
    diskEncryption: { enableOn, mode: "tang", tangServers: '[{"url":"http://tang","thumbprint":"x"}]' },
  });
  const joining = (ignition: string): Scene => ({
    cluster: { kind: "AddHostsCluster" },
    host: { kind: "AddToExistingClusterHost", role: "worker", apiVipConnectivity: { isSuccess: true, ignition } },
  });
  const luks = { storage: { luks: [{ clevis: { tang: [{ url: "http://tang2", thumbprint: "y" }] } }] } };

  test("carries the servers as JSON in a string", () => {
    const given: Scene = { cluster: tangOn("masters"), host: { role: "master" } };
    expect(argsOf("tang-connectivity-check", "known", given)).toEqual([
      '{"tang_servers":"[{\\"url\\":\\"http://tang\\",\\"thumbprint\\":\\"x\\"}]"}',
    ]);
  });

  test.each<[string, Scene, boolean]>([
    ["a role whose disks are not encrypted", { cluster: tangOn("workers"), host: { role: "master" } }, false],
    ["a role that is not decided", { cluster: tangOn("workers"), host: { role: "auto-assign" } }, true],
    ["no encryption", { cluster: tangOn("none") }, false],
    ["a TPM", { cluster: { diskEncryption: { enableOn: "all", mode: "tpmv2", tangServers: "" } } }, false],
    ["a running cluster that uses tang", joining(JSON.stringify(luks)), true],
    ["a running cluster that does not", joining('{"storage":{}}'), false],
    ["an ignition that is broken", joining('{"tang"'), false],
    ["an ignition of another form", joining('{"storage":{"luks":"tang"},"x":"tang"}'), false],
  ])("with %s: %s", (_, given, expected) => {
    expect(argsOf("tang-connectivity-check", "known", given) !== undefined).toBe(expected);
  });
});

describe("ntp-synchronizer", () => {
  test.each<[string, Scene, string]>([
    ["nothing configured", {}, ""],
    [
      "additional sources of cluster and image",
      { cluster: { additionalNtpSource: "a, b" }, infraEnv: { additionalNtpSources: "b,c" } },
      "a,b,c",
    ],
    ["sources that replace all", { cluster: { ntpSources: "x,y", additionalNtpSource: "a" } }, "x,y"],
    ["sources of the image that replace all", { infraEnv: { ntpSources: "z" } }, "z"],
  ])("%s", (_, given, expected) => {
    expect(jsonOf("ntp-synchronizer", "known", given)).toEqual({ ntp_source: expected });
  });
});

describe("domain-resolution", () => {
  const names = (given: Scene) => jsonOf("domain-resolution", "known", given);
  const domains = (...list: string[]) => ({ domains: list.map((name) => ({ domain_name: name })) });

  test("names what must resolve, what must not, and the release registry", () => {
    expect(names({})).toEqual(
      domains(
        "api.demo.example.com",
        "api-int.demo.example.com",
        "console-openshift-console.apps.demo.example.com",
        "validateNoWildcardDNS.demo.example.com",
        "validateNoWildcardDNS.demo.example.com.",
        "quay.io",
      ),
    );
  });

  test("without a base domain only the registry is left", () => {
    expect(names({ cluster: { baseDnsDomain: "" } })).toEqual(domains("quay.io"));
    expect(names({ cluster: { baseDnsDomain: "", releaseImage: "10.0.0.1:5000/ocp:1" } })).toBeUndefined();
  });
});

describe("verify-vips", () => {
  test("names every VIP with its kind", () => {
    expect(jsonOf("verify-vips", "known")).toEqual([
      { vip: "192.168.10.100", vip_type: "api" },
      { vip: "192.168.10.101", vip_type: "ingress" },
    ]);
  });

  test.each<[string, Partial<Cluster>]>([
    ["no VIPs", { apiVips: [], ingressVips: [] }],
    ["user-managed networking", { userManagedNetworking: true }],
    ["a single node", { controlPlaneCount: 1 }],
    ["the user's own load balancer", { loadBalancer: "user-managed" }],
    ["VIPs from DHCP", dhcp],
  ])("is not given with %s", (_, cluster) => {
    expect(argsOf("verify-vips", "known", { cluster })).toBeUndefined();
  });
});

describe("installation-disk-speed-check", () => {
  const status = "preparing-for-installation";

  test("names the disk and the time it may take", () => {
    expect(argsOf("installation-disk-speed-check", status)).toEqual(['{"path":"/dev/sda"}', "480.00"]);
  });

  test("follows the disk's id when its path has moved", () => {
    const host = { installationDiskPath: "/dev/sdb" };
    expect(argsOf("installation-disk-speed-check", status, { host })?.[0]).toBe('{"path":"/dev/sda"}');
  });

  test.each<[string, Partial<Host>, boolean]>([
    ["measured", { disksInfo: { [sda.installationDiskId]: { diskSpeed: { tested: true } } } }, false],
    ["measured, by path", { disksInfo: { "/dev/sda": { diskSpeed: { tested: true, exitCode: 0 } } } }, false],
    ["measured in vain", { disksInfo: { "/dev/sda": { diskSpeed: { tested: true, exitCode: 1 } } } }, true],
    ["not chosen", { installationDiskId: "", installationDiskPath: "" }, false],
  ])("a disk that was %s", (_, host, expected) => {
    expect(argsOf("installation-disk-speed-check", status, { host }) !== undefined).toBe(expected);
  });
});

describe("container-image-availability", () => {
  const status = "preparing-for-installation";
  const releaseImage = "quay.io/openshift-release-dev/ocp-release:4.22.9-x86_64";
  const releaseComponents = {
    machineConfigOperator: "quay.io/mco:1",
    mustGather: "quay.io/gather:1",
    coreOs: "quay.io/os:1",
  };

  test("names the images that an installation starts from", () => {
    expect(jsonOf("container-image-availability", status, { cluster: { releaseComponents } })).toEqual({
      timeout: 960,
      images: [releaseImage, "quay.io/mco:1", "quay.io/gather:1", policy.installerImage],
    });
  });

  test("leaves out those that were tried, whatever came of it", () => {
    const host: Partial<Host> = {
      imagesStatus: { [releaseImage]: { result: "success" }, "quay.io/mco:1": { result: "failure" } },
    };
    expect(jsonOf("container-image-availability", status, { host, cluster: { releaseComponents } })).toMatchObject({
      images: ["quay.io/gather:1", policy.installerImage],
    });
  });

  test("is not given when none is left", () => {
    const host: Partial<Host> = { imagesStatus: { [releaseImage]: {}, [policy.installerImage]: {} } };
    expect(argsOf("container-image-availability", status, { host })).toBeUndefined();
  });
});

describe("logs-gather and stop-installation", () => {
  const base = { cluster_id: clusterId, infra_env_id: infraEnvId, host_id: id(1) };

  test("a host sends its own logs", () => {
    expect(jsonOf("logs-gather", "error")).toEqual({ ...base, bootstrap: false, installer_gather: true });
  });

  test("the bootstrap host gathers those of the control plane too", () => {
    const { self, snapshot } = scene({ host: { status: "cancelled", bootstrap: true, role: "master" }, others: 3 });
    const hosts = snapshot.hosts.map((host, index) => (index === 3 ? host : { ...host, role: "master" as const }));
    const [first] = nextSteps(self, { ...snapshot, hosts }, policy, now, stepId).instructions;
    expect(JSON.parse(first?.args[0] ?? "")).toEqual({
      ...base,
      bootstrap: true,
      installer_gather: true,
      master_ips: ["192.168.10.12", "192.168.10.13"],
    });
  });

  test("a control plane node outside the machine networks is reached at its first address", () => {
    const { self, snapshot } = scene({
      host: { status: "error", bootstrap: true, role: "master" },
      cluster: { machineNetworks: ["10.9.0.0/16"] },
    });
    const hosts = snapshot.hosts.map((host) => ({ ...host, role: "master" as const }));
    const [first] = nextSteps(self, { ...snapshot, hosts }, policy, now, stepId).instructions;
    expect(JSON.parse(first?.args[0] ?? "").master_ips).toEqual(["192.168.10.12"]);
  });

  test("logs that were collected are not asked for again", () => {
    const host: Partial<Host> = { logs: { state: "completed", startedAt: now, collectedAt: now } };
    expect(argsOf("logs-gather", "error", { host })).toBeUndefined();
    expect(argsOf("stop-installation", "error", { host })).toEqual([]);
  });
});

describe("taking a host back", () => {
  const steps = (status: HostStatus, bootArtifacts?: { kernelUrl: string; rootfsUrl: string; initrdUrl: string }) => {
    const self = aHost({ clusterId: null, status });
    const snapshot = { infraEnv: anInfraEnv({ clusterId: null }), hosts: [self] };
    const { instructions } = nextSteps(self, snapshot, policy, now, stepId, bootArtifacts ? { bootArtifacts } : {});
    return JSON.parse(instructions[0]?.args[0] ?? "null");
  };

  test("download-boot-artifacts names kernel, root and initrd of its image", () => {
    expect(steps("reclaiming")).toEqual({
      kernel_url: "http://images.example.com:8888/boot-artifacts/kernel?version=4.22&arch=x86_64",
      rootfs_url: "http://images.example.com:8888/boot-artifacts/rootfs?version=4.22&arch=x86_64",
      initrd_url: `http://images.example.com:8888/images/${infraEnvId}/pxe-initrd?version=4.22&arch=x86_64`,
      host_fs_mount_dir: "/host",
    });
  });

  test("a service with tokens hands its own URLs in", () => {
    const urls = { kernelUrl: "http://k", rootfsUrl: "http://r", initrdUrl: "http://i?api_key=x" };
    expect(steps("reclaiming", urls)).toMatchObject({ initrd_url: "http://i?api_key=x" });
  });

  test("reboot-for-reclaim names the mount", () => {
    expect(steps("reclaiming-rebooting")).toEqual({ host_fs_mount_dir: "/host" });
  });
});

describe("install", () => {
  const request = (given: Scene = {}) =>
    jsonOf("install", "installing", { ...given, host: { role: "master", ...given.host } });
  const releaseComponents = {
    machineConfigOperator: "quay.io/mco:1",
    mustGather: "quay.io/gather:1",
    coreOs: "quay.io/os:1",
  };

  test("the whole command of a usual host", () => {
    expect(request({ cluster: { releaseComponents } })).toEqual({
      cluster_id: clusterId,
      infra_env_id: infraEnvId,
      host_id: id(1),
      role: "master",
      boot_device: "/dev/sda",
      controller_image: policy.controllerImage,
      installer_image: policy.installerImage,
      control_plane_count: 3,
      check_cvo: false,
      must_gather_image: "quay.io/gather:1",
      mco_image: "quay.io/mco:1",
      openshift_version: "4.22.9",
      installer_args: '["--append-karg","ip=eno1:dhcp"]',
      enable_skip_mco_reboot: true,
      notify_num_reboots: true,
    });
  });

  test.each<[string, Scene, Record<string, unknown>]>([
    ["the bootstrap host", { host: { bootstrap: true } }, { role: "bootstrap" }],
    ["a worker by suggestion", { host: { role: "auto-assign", suggestedRole: "worker" } }, { role: "worker" }],
    ["an arbiter", { host: { role: "arbiter" } }, { role: "arbiter" }],
    ["a single node", { cluster: { controlPlaneCount: 1 }, host: { bootstrap: true } }, { control_plane_count: 1 }],
    ["a service that watches the version", { policy: { checkClusterVersion: true } }, { check_cvo: true }],
    ["a service in kube mode", { policy: { kubeApi: true } }, { notify_num_reboots: false }],
    ["OpenShift 4.14", { cluster: { openshiftVersion: "4.14.9" } }, { enable_skip_mco_reboot: false }],
    ["OpenShift 4.15", { cluster: { openshiftVersion: "4.15.0" } }, { enable_skip_mco_reboot: true }],
    ["a service that reboots twice", { policy: { skipMcoReboot: false } }, { enable_skip_mco_reboot: false }],
    [
      "s390x",
      { host: { inventory: anInventory(1, { cpu: { architecture: "s390x" } }) } },
      { enable_skip_mco_reboot: false },
    ],
    [
      "a device-mapper disk",
      { host: { installationDiskId: "", installationDiskPath: "/dev/dm-0" } },
      { enable_skip_mco_reboot: false, boot_device: "/dev/dm-0" },
    ],
    [
      "partitions to keep",
      { host: { installerArgs: ["--save-partlabel", "data"] } },
      { skip_installation_disk_cleanup: true },
    ],
    [
      "a machine that booted from its own disk",
      {
        cluster: { releaseComponents },
        host: { inventory: anInventory(1, { boot: { deviceType: "persistent" } }) },
      },
      { coreos_image: "quay.io/os:1" },
    ],
  ])("%s", (_, given, expected) => {
    expect(request(given)).toMatchObject(expected);
  });

  test("is not given without a disk or a role", () => {
    expect(request({ host: { installationDiskId: "", installationDiskPath: "" } })).toBeUndefined();
    expect(request({ host: { role: "auto-assign" } })).toBeUndefined();
  });

  test("a running cluster of unknown version is joined without naming one", () => {
    expect(request({ cluster: { openshiftVersion: "" } })).not.toHaveProperty("openshift_version");
  });

  test("disks to format are named by path, those to skip are not", () => {
    const disk = (name: string) => ({ id: `/dev/disk/by-id/${name}`, path: `/dev/${name}`, name });
    const host: Partial<Host> = {
      inventory: anInventory(1, { disks: [disk("sda"), disk("sdb"), disk("sdc")] }),
      installationDiskId: "/dev/disk/by-id/sda",
      disksToBeFormatted: ["/dev/disk/by-id/sdb", "/dev/disk/by-id/sdc", "/dev/disk/by-id/gone", "nonsense"],
      skipFormattingDisks: ["/dev/disk/by-id/sdc"],
    };
    expect(request({ host })).toMatchObject({ disks_to_format: ["/dev/sdb", "/dev/disk/by-id/gone"] });
  });

  test("a proxy comes with all that must not go through it", () => {
    const cluster = { proxy: { httpProxy: "http://proxy:3128", httpsProxy: "", noProxy: "intern.example.com" } };
    expect(request({ cluster })).toMatchObject({
      proxy: {
        http_proxy: "http://proxy:3128",
        no_proxy: expect.stringMatching(/^intern\.example\.com,.*192\.168\.10\.0\/24.*192\.168\.10\.100/),
      },
    });
    expect(request({ cluster: { proxy: { httpProxy: "", httpsProxy: "", noProxy: "x" } } })).not.toHaveProperty(
      "proxy",
    );
  });

  test("must-gather images: the service's for the version, and of operators that have their own", () => {
    const mustGatherImages = { "4.22-x86_64": { ocp: "quay.io/ocp", cnv: "quay.io/cnv", lso: "quay.io/lso" } };
    const monitoredOperators = resolveOperators([{ name: "cnv" }], [], aCluster(), policy);
    expect(request({ policy: { mustGatherImages } })).toMatchObject({ must_gather_image: "quay.io/ocp" });
    expect(request({ policy: { mustGatherImages }, cluster: { monitoredOperators } })).toMatchObject({
      must_gather_image: '{"ocp":"quay.io/ocp","cnv":"quay.io/cnv"}',
    });
    const exact = { "4.22.9-x86_64": { ocp: "quay.io/exact" }, ...mustGatherImages };
    expect(request({ policy: { mustGatherImages: exact } })).toMatchObject({ must_gather_image: "quay.io/exact" });
    expect(request({ policy: { mustGatherImages }, cluster: { cpuArchitecture: "arm64" } })).not.toHaveProperty(
      "must_gather_image",
    );
  });

  test("no requests break the schema that agents validate them with", () => {
    const { self, snapshot } = scene({
      host: { status: "installing", role: "master" },
      cluster: { releaseComponents },
    });
    const [install] = nextSteps(self, snapshot, policy, now, stepId).instructions;
    expect(wire.check(wire.InstallCmdRequest, JSON.parse(install?.args[0] ?? ""))).toMatchObject({ kind: "valid" });
  });
});

describe("registration", () => {
  test("tells the agent what to run, and how soon to try again", () => {
    expect(registrationCommand(aHost(), policy)).toEqual({
      command: "",
      args: [`{"infra_env_id":"${infraEnvId}","host_id":"${id(1)}","agent_version":"${agentImage}"}`],
      retrySeconds: 60,
    });
  });
});
