import type { Birth } from "../cluster/params.ts";
import { externalPlatformOci } from "../features/feature.ts";
import { incompatibilities } from "../features/incompatibilities.ts";
import type { Cluster } from "../model/cluster.ts";
import type { InfraEnv } from "../model/infra-env.ts";
import type { Policy } from "../policy.ts";
import { firstRefusal, invalid } from "../problem.ts";
import { done, type Outcome, type Refusal, refused } from "../refusal.ts";
import { checkInfraEnvFields } from "./check.ts";
import { type NewInfraEnv, withSettings } from "./params.ts";

/** The cluster whose hosts boot the image, and the version of the live image that was found for the wish. */
type Surroundings = Readonly<{ cluster: Cluster | null; openshiftVersion: string }>;

export function infraEnvDefaults(
  input: NewInfraEnv,
  { cluster, openshiftVersion }: Surroundings,
  policy: Policy,
  birth: Birth,
): Outcome<InfraEnv> {
  const cpuArchitecture = normalArchitecture(input.cpuArchitecture ?? architectureOf(cluster));
  const blank = blankInfraEnv(birth, {
    name: input.name,
    cluster,
    cpuArchitecture,
    imageType: defaultImage(cluster, policy),
    additionalNtpSources: policy.defaultNtpSource,
  });
  const infraEnv: InfraEnv = { ...withSettings(blank, input), openshiftVersion };
  const refusal = firstRefusal(
    () => checkName(input.name),
    () => checkArchitecture(infraEnv, cluster),
    () => checkInfraEnvFields(input, infraEnv),
    () => imageConflict(infraEnv, null, cluster),
  );
  return refusal ? refused(refusal) : done(infraEnv);
}

/** The wire knows two names for Arm. */
export const normalArchitecture = (name: string): InfraEnv["cpuArchitecture"] => {
  switch (name) {
    case "aarch64":
    case "arm64":
      return "arm64";
    case "ppc64le":
    case "s390x":
      return name;
    default:
      return "x86_64";
  }
};

/** A cluster of mixed machines does not tell which image is wanted. */
const architectureOf = (cluster: Cluster | null): string =>
  cluster === null || cluster.cpuArchitecture === "multi" ? "x86_64" : cluster.cpuArchitecture;

const isOracle = (cluster: Cluster | null): boolean => cluster?.platform.external?.platformName === externalPlatformOci;

/** Full images do not boot in Oracle's cloud. */
const defaultImage = (cluster: Cluster | null, { imageType }: Policy): InfraEnv["imageType"] =>
  isOracle(cluster) ? "minimal-iso" : imageType;

const checkName = (name: string): Refusal | null =>
  name.trim() !== ""
    ? null
    : invalid("name", { found: "an empty name", needed: "a name to tell infra-envs apart", remedy: "give a name" });

function checkArchitecture({ cpuArchitecture }: InfraEnv, cluster: Cluster | null): Refusal | null {
  if (cluster === null || cluster.cpuArchitecture === "multi") return null;
  if (normalArchitecture(cluster.cpuArchitecture) === cpuArchitecture) return null;
  return invalid("cpu_architecture", {
    found: `${cpuArchitecture} for a cluster of ${cluster.cpuArchitecture}`,
    needed: "the architecture of the cluster",
    remedy: "change the architecture, or choose a multi-architecture release for the cluster",
  });
}

/** What the image and the cluster cannot have together, unless it was so before. */
export function imageConflict(after: InfraEnv, before: InfraEnv | null, cluster: Cluster | null): Refusal | null {
  if (cluster === null) return null;
  const known = new Set(incompatibilities(cluster, [], before ? [before] : []).map(({ found }) => found));
  return incompatibilities(cluster, [], [after]).find(({ found }) => !known.has(found)) ?? null;
}

type Fixed = Readonly<{
  name: string;
  cluster: Cluster | null;
  cpuArchitecture: InfraEnv["cpuArchitecture"];
  imageType: InfraEnv["imageType"];
  additionalNtpSources: string;
}>;

const blankInfraEnv = ({ id, now, owner }: Birth, { cluster, ...fixed }: Fixed): InfraEnv => ({
  id,
  clusterId: cluster?.id ?? null,
  ...owner,
  openshiftVersion: "",
  ...fixed,
  proxy: { httpProxy: "", httpsProxy: "", noProxy: "" },
  ntpSources: "",
  sshAuthorizedKey: "",
  pullSecretSet: false,
  staticNetworkConfig: [],
  ignitionConfigOverride: "",
  kernelArguments: [],
  additionalTrustBundle: "",
  rendezvousIp: "",
  networkDiscoveryDelaySeconds: 0,
  createdAt: now,
  updatedAt: now,
});
