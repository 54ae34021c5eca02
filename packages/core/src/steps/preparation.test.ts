import { describe, expect, test } from "vitest";
import { argsOf, jsonOf, policy, sda } from "../../test/step-scene.ts";
import type { Host } from "../model/host.ts";

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
