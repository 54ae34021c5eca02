import * as wire from "@muster/contract";
import { describe, expect, test } from "vitest";
import { aCluster, anInventory, clusterId, id, infraEnvId, now } from "../../test/builders.ts";
import { jsonOf, policy, type Scene, scene, stepId } from "../../test/step-scene.ts";
import type { Host } from "../model/host.ts";
import { resolveOperators } from "../operators/selection.ts";
import { nextSteps } from "./next-steps.ts";

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
    // Lists that people have name the storage by its first name.
    const storage = { mustGatherImages: { "4.22-x86_64": { ocs: "quay.io/ocs" } } };
    const odf = { monitoredOperators: resolveOperators([{ name: "odf" }], [], aCluster(), policy) };
    expect(request({ policy: storage, cluster: odf })).toMatchObject({ must_gather_image: '{"ocs":"quay.io/ocs"}' });
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
