// Platform and who manages the network go together (reference service 1.3).
import type { FromWire, Platform as WirePlatform } from "@muster/contract";
import { externalPlatformOci } from "../features/feature.ts";
import type { Cluster, CpuArchitecture, Platform, PlatformType } from "../model/cluster.ts";
import { invalid } from "../problem.ts";
import { done, type Outcome, type Refusal, refused } from "../refusal.ts";

type Given = Readonly<{ platform?: FromWire<typeof WirePlatform>; userManagedNetworking?: boolean }>;
export type PlatformChoice = Pick<Cluster, "platform" | "userManagedNetworking">;
type Circumstances = Readonly<{
  controlPlaneCount: number;
  cpuArchitecture: CpuArchitecture;
  /** What the cluster has now; null when it is being created, or changes between one node and many. */
  current: PlatformChoice | null;
}>;

/** Who may manage the network of a platform. */
const managedBy: Readonly<Record<PlatformType, readonly ("cluster" | "user")[]>> = {
  baremetal: ["cluster"],
  nutanix: ["cluster"],
  vsphere: ["cluster", "user"],
  none: ["user"],
  external: ["user"],
};

const suits = (platform: PlatformType, userManaged: boolean): boolean =>
  managedBy[platform].includes(userManaged ? "user" : "cluster");

export function choosePlatform(given: Given, circumstances: Circumstances): Outcome<PlatformChoice> {
  const { controlPlaneCount, current } = circumstances;
  const refusal = controlPlaneCount === 1 ? checkSingleNode(given) : checkPair(given);
  if (refusal) return refused(refusal);
  const platform = given.platform ? toPlatform(given.platform) : done(impliedPlatform(given, circumstances));
  if (platform.kind === "refused") return platform;
  const stays = current !== null && current.platform.type === platform.value.type;
  const userManagedNetworking =
    given.userManagedNetworking ?? impliedManagement(platform.value.type, stays ? current : null);
  return done({ platform: platform.value, userManagedNetworking });
}

function checkPair({ platform, userManagedNetworking }: Given): Refusal | null {
  if (!platform || userManagedNetworking === undefined || suits(platform.type, userManagedNetworking)) return null;
  return invalid("platform", {
    found: `platform ${platform.type} with user_managed_networking ${userManagedNetworking}`,
    needed: userManagedNetworking
      ? "platform none, vsphere or external, where users manage the network"
      : "platform baremetal, vsphere or nutanix, where the cluster manages the network",
    remedy: "leave user_managed_networking out, or change the platform",
  });
}

function checkSingleNode({ platform, userManagedNetworking }: Given): Refusal | null {
  if (userManagedNetworking === false) {
    return invalid("user_managed_networking", {
      found: "false for a single node",
      needed: "true: a single node has no virtual IPs to manage",
      remedy: "leave user_managed_networking out",
    });
  }
  if (!platform || platform.type === "none" || platform.type === "external") return null;
  return invalid("platform", {
    found: `platform ${platform.type} for a single node`,
    needed: "platform none or external",
    remedy: "leave the platform out, or ask for more control plane nodes",
  });
}

function impliedPlatform(
  { userManagedNetworking }: Given,
  { controlPlaneCount, cpuArchitecture, current }: Circumstances,
): Platform {
  if (current && (userManagedNetworking === undefined || suits(current.platform.type, userManagedNetworking))) {
    return current.platform;
  }
  // Mainframes and Power have no machines that the cluster could manage the network of.
  const bareOnly = cpuArchitecture === "s390x" || cpuArchitecture === "ppc64le";
  const userManaged = userManagedNetworking ?? (controlPlaneCount === 1 || bareOnly);
  return { type: userManaged ? "none" : "baremetal", external: null };
}

const impliedManagement = (platform: PlatformType, current: PlatformChoice | null): boolean =>
  current && suits(platform, current.userManagedNetworking)
    ? current.userManagedNetworking
    : !managedBy[platform].includes("cluster");

function toPlatform({ type, external }: FromWire<typeof WirePlatform>): Outcome<Platform> {
  if (type !== "external") return done({ type, external: null });
  const platformName = external?.platformName ?? "";
  const isOracle = platformName === externalPlatformOci;
  const cloudControllerManager = external?.cloudControllerManager ?? (isOracle ? "External" : "");
  if (isOracle && cloudControllerManager !== "External") {
    return refused(
      invalid("platform", {
        found: `external platform ${platformName} without a cloud controller manager`,
        needed: "cloud_controller_manager External, which this platform relies on",
        remedy: "set it to External or leave it out",
      }),
    );
  }
  return done({ type, external: { platformName, cloudControllerManager } });
}
