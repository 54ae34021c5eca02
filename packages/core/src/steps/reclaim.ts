import * as wire from "@muster/contract";
import type { InfraEnv } from "../model/infra-env.ts";
import type { Policy } from "../policy.ts";
import type { BootArtifactUrls, StepArguments } from "./step.ts";

/** Where the agent's container sees the host's files. */
const hostFsMountDir = "/host";

/** For services without authentication; others add a token of their own and hand the URLs in. */
export function bootArtifactUrls(infraEnv: InfraEnv, { imageServiceBaseUrl }: Policy): BootArtifactUrls {
  const base = imageServiceBaseUrl.replace(/\/+$/, "");
  const query = new URLSearchParams({ version: infraEnv.openshiftVersion, arch: infraEnv.cpuArchitecture });
  return {
    kernelUrl: `${base}/boot-artifacts/kernel?${query}`,
    rootfsUrl: `${base}/boot-artifacts/rootfs?${query}`,
    initrdUrl: `${base}/images/${infraEnv.id}/pxe-initrd?${query}`,
  };
}

export const downloadBootArtifacts: StepArguments = ({ infraEnv, policy, bootArtifacts }) => {
  const urls = bootArtifacts ?? (infraEnv && bootArtifactUrls(infraEnv, policy));
  return urls && [JSON.stringify(wire.toWire(wire.DownloadBootArtifactsRequest, { ...urls, hostFsMountDir }))];
};

export const rebootForReclaim: StepArguments = () => [
  JSON.stringify(wire.toWire(wire.RebootForReclaimRequest, { hostFsMountDir })),
];
