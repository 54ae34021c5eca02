import { describe, expect, test } from "vitest";
import { aCluster, aHost, anInventory } from "../../test/builders.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Host, HostStatus } from "../model/host.ts";
import type { Disk } from "../model/observations.ts";
import { defaultPolicy, type Policy } from "../policy.ts";
import { nodeLabelProblem } from "./labels.ts";
import { type HostUpdate, updateHost, updateHostIgnition, updateInstallerArgs } from "./update.ts";

const disk = (name: string, over: Partial<Disk> = {}): Disk => ({
  id: `id-${name}`,
  name,
  path: `/dev/${name}`,
  byId: `/dev/disk/by-id/${name}`,
  bootable: true,
  driveType: "SSD",
  installationEligibility: { eligible: true, notEligibleReasons: [] },
  ...over,
});
const tooSmall = { installationEligibility: { eligible: false, notEligibleReasons: ["it is too small"] } };
const inventory = anInventory(1, { disks: [disk("sda"), disk("sdb"), disk("sdc", tooSmall)] });
const fencing = { address: "https://bmc:443/redfish/v1/Systems/1", username: "admin", password: "hunter2" };
const withFencing: Partial<Policy> = { tnfClusters: true };

type Circumstances = Readonly<{ host?: Partial<Host>; cluster?: Partial<Cluster> | null; policy?: Partial<Policy> }>;

const update = (given: HostUpdate, { host = {}, cluster = {}, policy = {} }: Circumstances = {}) =>
  updateHost(aHost({ inventory, ...host }), given, cluster && aCluster(cluster), { ...defaultPolicy, ...policy });

describe("what an update of a host changes", () => {
  const day2: Partial<Host> = { kind: "AddToExistingClusterHost", role: "worker", machineConfigPoolName: "worker" };
  test.each([
    ["nothing, when it says nothing new", { hostName: "" }, {}, null],
    ["its name", { hostName: "node-1.example.com" }, {}, { requestedHostname: "node-1.example.com" }],
    ["back to its own name", { hostName: "" }, { host: { requestedHostname: "a" } }, { requestedHostname: "" }],
    ["its role", { hostRole: "worker" }, {}, { role: "worker", suggestedRole: "worker" }],
    [
      "its role, left to the service again",
      { hostRole: "auto-assign" },
      { host: { role: "worker", suggestedRole: "worker" } },
      { role: "auto-assign", suggestedRole: "auto-assign" },
    ],
    [
      "the arbiter of two control plane nodes",
      { hostRole: "arbiter" },
      { cluster: { controlPlaneCount: 2 } },
      { role: "arbiter", suggestedRole: "arbiter" },
    ],
    [
      "a pool host's role",
      { hostRole: "arbiter" },
      { cluster: null, host: { status: "known-unbound" } },
      { role: "arbiter", suggestedRole: "arbiter" },
    ],
    [
      "a day-2 role brings its pool along",
      { hostRole: "master" },
      { host: day2 },
      { role: "master", suggestedRole: "master", machineConfigPoolName: "master" },
    ],
    [
      "but not a pool of one's own",
      { hostRole: "master" },
      { host: { ...day2, machineConfigPoolName: "infra" } },
      { role: "master", suggestedRole: "master" },
    ],
    ["a pool", { machineConfigPoolName: "infra" }, { host: day2 }, { machineConfigPoolName: "infra" }],
    [
      "its installation disk by id",
      {
        disksSelectedConfig: [
          { id: "id-sdb", role: "install" },
          { id: "id-sda", role: "none" },
        ],
      },
      {},
      { installationDiskId: "id-sdb", installationDiskPath: "/dev/sdb" },
    ],
    [
      "its installation disk by path",
      { disksSelectedConfig: [{ id: "/dev/sdb", role: "install" }] },
      {},
      { installationDiskId: "id-sdb", installationDiskPath: "/dev/sdb" },
    ],
    [
      "disks that keep their data",
      { disksSkipFormatting: [{ diskId: "id-sdb", skipFormatting: true }] },
      {},
      { skipFormattingDisks: ["id-sdb"], disksToBeFormatted: ["id-sda", "id-sdc"] },
    ],
    [
      "disks that do not, even ones that are gone",
      {
        disksSkipFormatting: [
          { diskId: "id-sdb", skipFormatting: false },
          { diskId: "gone", skipFormatting: false },
        ],
      },
      { host: { skipFormattingDisks: ["id-sdb", "gone"] } },
      { skipFormattingDisks: [], disksToBeFormatted: ["id-sda", "id-sdb", "id-sdc"] },
    ],
    [
      "labels, all at once",
      { nodeLabels: [{ key: "zone", value: "a" }] },
      { host: { nodeLabels: { old: "x" } } },
      { nodeLabels: { zone: "a" } },
    ],
    ["no labels", { nodeLabels: [] }, { host: { nodeLabels: { old: "x" } } }, { nodeLabels: {} }],
    [
      "how it fetches its ignition",
      { ignitionEndpointToken: "t", ignitionEndpointHttpHeaders: [{ key: "X-A", value: "b" }] },
      {},
      { ignitionEndpointToken: "t", ignitionEndpointHttpHeaders: { "X-A": "b" } },
    ],
    [
      "how it is fenced",
      { fencingCredentials: fencing },
      { cluster: { controlPlaneCount: 2 }, policy: withFencing },
      { fencingCredentials: { ...fencing, certificateVerification: "Enabled", macAddress: null } },
    ],
    [
      "how it is fenced, in the pool",
      { fencingCredentials: { ...fencing, certificateVerification: "Disabled" } },
      { cluster: null, policy: withFencing },
      { fencingCredentials: { ...fencing, certificateVerification: "Disabled", macAddress: null } },
    ],
  ] as const satisfies readonly (readonly [string, HostUpdate, Circumstances, Partial<Host> | null])[])(
    "%s",
    (_, given, circumstances, expected) => {
      const outcome = update(given, circumstances);
      expect(outcome).toMatchObject({ kind: "done", value: { cluster: {}, events: [] } });
      const hosts = outcome.kind === "done" ? [...outcome.value.hosts.values()] : [];
      expect(hosts).toEqual(expected === null ? [] : [expected]);
    },
  );
});

describe("what is refused", () => {
  test.each([
    ["host_name", { hostName: "Node 1" }, {}],
    ["host_name", { hostName: "localhost" }, {}],
    ["host_role", { hostRole: "arbiter" }, {}],
    ["host_role", { hostRole: "arbiter" }, { cluster: { kind: "AddHostsCluster", controlPlaneCount: 2 } }],
    ["machine_config_pool_name", { machineConfigPoolName: "My Pool" }, {}],
    ["disks_selected_config", { disksSelectedConfig: [] }, {}],
    [
      "disks_selected_config",
      {
        disksSelectedConfig: [
          { id: "id-sda", role: "install" },
          { id: "id-sdb", role: "install" },
        ],
      },
      {},
    ],
    ["disks_selected_config", { disksSelectedConfig: [{ id: "id-sdz", role: "install" }] }, {}],
    ["disks_selected_config", { disksSelectedConfig: [{ id: "id-sdc", role: "install" }] }, {}],
    ["disks_skip_formatting", { disksSkipFormatting: [{ diskId: "gone", skipFormatting: true }] }, {}],
    ["node_labels", { nodeLabels: [{ key: "a b", value: "" }] }, {}],
    ["ignition_endpoint_http_headers", { ignitionEndpointHttpHeaders: [{ key: "X A", value: "b" }] }, {}],
    ["ignition_endpoint_http_headers", { ignitionEndpointHttpHeaders: [{ key: "X-A", value: "b\r\nEvil: yes" }] }, {}],
    ["fencing_credentials", { fencingCredentials: fencing }, { cluster: { controlPlaneCount: 2 } }],
    ["fencing_credentials", { fencingCredentials: fencing }, { policy: withFencing }],
    [
      "fencing_credentials",
      { fencingCredentials: { ...fencing, password: "" } },
      { cluster: null, policy: withFencing },
    ],
    [
      "fencing_credentials",
      { fencingCredentials: { ...fencing, address: "ipmi://bmc:623" } },
      { cluster: null, policy: withFencing },
    ],
    [
      "fencing_credentials",
      { fencingCredentials: { ...fencing, address: "https://bmc/redfish/v1" } },
      { cluster: null, policy: withFencing },
    ],
  ] as const satisfies readonly (readonly [string, HostUpdate, Circumstances])[])(
    "%s: %j, %j",
    (field, given, circumstances) =>
      expect(update(given, circumstances)).toMatchObject({ kind: "refused", refusal: { status: 400, field } }),
  );

  test("a disk that is not eligible, with the reason", () =>
    expect(update({ disksSelectedConfig: [{ id: "id-sdc", role: "install" }] })).toMatchObject({
      refusal: { found: expect.stringContaining("it is too small") },
    }));

  test("a password is never repeated", () => {
    const fencingCredentials = { ...fencing, address: "ipmi://admin:hunter2@bmc" };
    expect(JSON.stringify(update({ fencingCredentials }, { cluster: null, policy: withFencing }))).not.toContain(
      "hunter2",
    );
  });

  test("disks of a host that has not been discovered", () => {
    const circumstances = { host: { inventory: null } };
    expect(update({ disksSelectedConfig: [{ id: "a", role: "install" }] }, circumstances)).toMatchObject({
      refusal: { status: 409 },
    });
    expect(update({ disksSkipFormatting: [{ diskId: "a", skipFormatting: true }] }, circumstances)).toMatchObject({
      refusal: { status: 409 },
    });
  });

  test.each(["installing", "installed", "error", "preparing-for-installation", "reclaiming"] satisfies HostStatus[])(
    "anything while the host is %s",
    (status) => {
      const refusal = { status: 409, found: expect.stringContaining(status) };
      const host = aHost({ status });
      expect(update({ hostName: "a" }, { host: { status } })).toMatchObject({ refusal });
      expect(updateInstallerArgs(host, [])).toMatchObject({ refusal });
      expect(updateHostIgnition(host, "")).toMatchObject({ refusal });
    },
  );
});

describe("installer arguments", () => {
  test("are stored and told", () => {
    expect(updateInstallerArgs(aHost(), ["-n"])).toMatchObject({
      kind: "done",
      value: {
        hosts: new Map([[aHost().id, { installerArgs: ["-n"] }]]),
        events: [{ name: "host_installer_args_applied" }],
      },
    });
    expect(updateInstallerArgs(aHost(), ["--bad"])).toMatchObject({ refusal: { field: "args", status: 400 } });
  });
});

test("an ignition override is stored and told, or refused", () => {
  const config = '{"ignition":{"version":"3.2.0"}}';
  expect(updateHostIgnition(aHost(), config)).toMatchObject({
    kind: "done",
    value: {
      hosts: new Map([[aHost().id, { ignitionConfigOverrides: config }]]),
      events: [{ name: "host_discovery_ignition_config_applied" }],
    },
  });
  expect(updateHostIgnition(aHost(), "nonsense")).toMatchObject({ refusal: { field: "config", status: 400 } });
});

describe("node labels", () => {
  test.each([
    ["zone", "a", true],
    ["topology.kubernetes.io/zone", "", true],
    ["node-role.kubernetes.io/infra", "", true],
    ["a".repeat(63), "b".repeat(63), true],
    ["a".repeat(64), "", false],
    ["zone", "b".repeat(64), false],
    ["", "a", false],
    ["-zone", "a", false],
    ["/zone", "a", false],
    ["a b/zone", "a", false],
    ["zone", "-a", false],
  ])("%s=%s: %s", (key, value, valid) => expect(nodeLabelProblem({ key, value }) === null).toBe(valid));
});
