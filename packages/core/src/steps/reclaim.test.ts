import { describe, expect, test } from "vitest";
import { aHost, anInfraEnv, infraEnvId, now } from "../../test/builders.ts";
import { policy, stepId } from "../../test/step-scene.ts";
import type { HostStatus } from "../model/host.ts";
import { nextSteps } from "./next-steps.ts";

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
