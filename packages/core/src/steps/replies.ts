// What agents answer, turned into facts or refused. Nothing here trusts the sender: sizes, types and values are checked.
import * as wire from "@muster/contract";
import { readInventory } from "./read-inventory.ts";
import { readOutput } from "./read-output.ts";
import { defaultReplyLimits, type Reply, type ReplyLimits, type StepReply } from "./reply.ts";
import type { StepType } from "./step.ts";

/** The agent cannot read the media that it was booted from any more (reference host-side G6). */
const mediaDisconnected = 256;
/** podman: a container of that name exists. The first install command still runs; the repeated one failed. */
const containerExists = 125;

/** As long as a host's status text may be. */
const maxErrorLength = 2_048;

type Reader = (reply: StepReply, limits: ReplyLimits) => Reply;

export function readReply(reply: StepReply, limits: ReplyLimits = defaultReplyLimits): Reply {
  const { stepType, exitCode, output } = reply;
  if (!isStepType(stepType)) return { kind: "unknown-step", stepType: stepType.slice(0, 80) };
  if (exitCode === mediaDisconnected) return { kind: "media-disconnected" };
  if (output.length > limits.maxOutputLength) {
    return {
      kind: "invalid",
      found: `${output.length} characters of output`,
      needed: `at most ${limits.maxOutputLength}`,
    };
  }
  return readers[stepType]({ ...reply, error: reply.error.slice(0, maxErrorLength) }, limits);
}

const isStepType = (stepType: string): stepType is StepType => Object.hasOwn(readers, stepType);

const failed = (stepType: StepType, { exitCode, error }: StepReply): Reply => ({
  kind: "failed",
  stepType,
  exitCode,
  error,
});

/** Most steps: an exit code other than 0 says that there is no output to read. */
const unlessFailed =
  (stepType: StepType, read: Reader): Reader =>
  (reply, limits) =>
    reply.exitCode === 0 ? read(reply, limits) : failed(stepType, reply);

const acknowledge = (stepType: StepType): Reader => unlessFailed(stepType, () => ({ kind: "acknowledged", stepType }));

const stillRunning: Reply = { kind: "ignored", because: "an earlier run of the step has not ended" };

/** Agents that are still busy with the last run answer with nothing (reference host-side G7). */
const unlessBusy =
  (read: Reader): Reader =>
  (reply, limits) =>
    reply.exitCode === 0 && reply.output === "" ? stillRunning : read(reply, limits);

const readConnectivity: Reader = ({ output }, { maxRemoteHosts }) => {
  const read = readOutput(wire.ConnectivityReport, output);
  if (read.kind === "invalid") return read;
  const hosts = read.value.remoteHosts?.length ?? 0;
  if (hosts > maxRemoteHosts)
    return { kind: "invalid", found: `${hosts} remote hosts`, needed: `at most ${maxRemoteHosts}` };
  return { kind: "connectivity", report: read.value };
};

const readFreeAddresses: Reader = ({ output }) => {
  const read = readOutput(wire.FreeNetworksAddresses, output);
  return read.kind === "invalid" ? read : { kind: "free-addresses", networks: read.value };
};

const readDhcpLease: Reader = ({ output }) => {
  const read = readOutput(wire.DhcpAllocationResponse, output);
  return read.kind === "invalid" ? read : { kind: "dhcp-lease", lease: read.value };
};

const readApiVipConnectivity: Reader = ({ exitCode, output, error }) => {
  if (exitCode !== 0) return { kind: "api-vip-connectivity", connectivity: { isSuccess: false, downloadError: error } };
  const read = readOutput(wire.ApiVipConnectivityResponse, output);
  return read.kind === "invalid" ? read : { kind: "api-vip-connectivity", connectivity: read.value };
};

const readTangConnectivity: Reader = ({ exitCode, output, error }) => {
  if (exitCode !== 0) return { kind: "tang-connectivity", connectivity: { isSuccess: false, ...(error && { error }) } };
  const read = readOutput(wire.TangConnectivityResponse, output);
  return read.kind === "invalid" ? read : { kind: "tang-connectivity", connectivity: read.value };
};

const readNtpSources: Reader = ({ output }) => {
  const read = readOutput(wire.NtpSynchronizationResponse, output);
  return read.kind === "invalid" ? read : { kind: "ntp-sources", sources: read.value.ntpSources ?? [] };
};

const readDomainResolutions: Reader = ({ output }) => {
  const read = readOutput(wire.DomainResolutionResponse, output);
  return read.kind === "invalid" ? read : { kind: "domain-resolutions", resolutions: read.value };
};

const readVerifiedVips: Reader = ({ output }) => {
  const read = readOutput(wire.VerifyVipsResponse, output);
  return read.kind === "invalid" ? read : { kind: "verified-vips", vips: read.value };
};

const readDiskSpeed: Reader = ({ exitCode, output }) => {
  const read = output === "" ? null : readOutput(wire.DiskSpeedCheckResponse, output);
  if (exitCode === 0 && read?.kind === "invalid") return read;
  const value = read?.kind === "read" ? read.value : {};
  return { kind: "disk-speed", path: value.path ?? null, exitCode, syncDurationMs: value.ioSyncDuration ?? null };
};

/** Images that could not be pulled make the exit code 2, with the whole output all the same. */
const readImages: Reader = (reply) => {
  const read = readOutput(wire.ContainerImageAvailabilityResponse, reply.output);
  if (read.kind === "read") return { kind: "image-availability", images: read.value.images };
  return reply.exitCode === 0 ? read : failed("container-image-availability", reply);
};

const readUpgrade: Reader = ({ output }) => {
  const read = readOutput(wire.UpgradeAgentResponse, output);
  if (read.kind === "invalid") return read;
  const { agentImage = "", result } = read.value;
  return { kind: "agent-upgrade", agentImage, succeeded: result === "success" };
};

/** The answer to `install` comes when the installer ends: the machine reboots, or something went wrong. */
const readInstall: Reader = ({ exitCode, error, output }) => {
  if (exitCode === 0) return { kind: "acknowledged", stepType: "install" };
  if (exitCode === containerExists && `${error}${output}`.includes('"assisted-installer" is already in use')) {
    return { kind: "ignored", because: "the installer runs already" };
  }
  return { kind: "installation-failed", exitCode, error };
};

const readers: Readonly<Record<StepType, Reader>> = {
  inventory: unlessFailed("inventory", ({ output }, limits) => readInventory(output, limits)),
  "connectivity-check": unlessFailed("connectivity-check", readConnectivity),
  "free-network-addresses": unlessFailed("free-network-addresses", unlessBusy(readFreeAddresses)),
  "dhcp-lease-allocate": unlessFailed("dhcp-lease-allocate", readDhcpLease),
  "api-vip-connectivity-check": readApiVipConnectivity,
  "tang-connectivity-check": readTangConnectivity,
  "ntp-synchronizer": unlessFailed("ntp-synchronizer", readNtpSources),
  "domain-resolution": unlessFailed("domain-resolution", readDomainResolutions),
  "verify-vips": unlessFailed("verify-vips", readVerifiedVips),
  "installation-disk-speed-check": unlessBusy(readDiskSpeed),
  "container-image-availability": unlessBusy(readImages),
  "upgrade-agent": unlessFailed("upgrade-agent", readUpgrade),
  install: readInstall,
  "logs-gather": acknowledge("logs-gather"),
  "stop-installation": acknowledge("stop-installation"),
  "download-boot-artifacts": acknowledge("download-boot-artifacts"),
  "reboot-for-reclaim": acknowledge("reboot-for-reclaim"),
  execute: acknowledge("execute"),
  "next-step-runner": acknowledge("next-step-runner"),
};
