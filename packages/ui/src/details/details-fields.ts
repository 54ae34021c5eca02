// The first step's fields: what they start as, what is wrong with them, and the requests they become.
import type {
  Cluster,
  ClusterCreateParams,
  OpenshiftVersions,
  Platform,
  V2ClusterUpdateParams,
} from "@muster/contract";
import { baseDomainProblem, clusterNameProblem, type Problem, pullSecretProblem, sshKeysProblem } from "@muster/core";
import { problemText } from "../parts/problem-text.ts";
import { texts } from "../texts/index.ts";

export type DetailsFields = Readonly<{
  name: string;
  domain: string;
  version: string;
  architecture: string;
  controlPlanes: string;
  platform: Platform["type"];
  pullSecret: string;
  sshKey: string;
}>;

export const platforms = ["baremetal", "none", "vsphere", "nutanix", "external"] as const satisfies Platform["type"][];
export const controlPlaneCounts = ["1", "2", "3", "4", "5"] as const;

export const emptyDetails: DetailsFields = {
  name: "",
  domain: "",
  version: "",
  architecture: "x86_64",
  controlPlanes: "3",
  platform: "baremetal",
  pullSecret: "",
  sshKey: "",
};

export const detailsOf = (cluster: Cluster): DetailsFields => ({
  name: cluster.name ?? "",
  domain: cluster.base_dns_domain ?? "",
  version: cluster.openshift_version ?? "",
  architecture: cluster.cpu_architecture ?? "x86_64",
  controlPlanes: String(cluster.control_plane_count ?? 3),
  platform: cluster.platform?.type ?? "baremetal",
  pullSecret: "",
  sshKey: cluster.ssh_public_key ?? "",
});

export type DetailsProblems = { readonly [Name in keyof DetailsFields]?: string };

/** `taken` are the names of other clusters; a secret is needed only once. */
export function detailsProblems(
  fields: DetailsFields,
  { taken, secretKnown }: Readonly<{ taken: readonly string[]; secretKnown: boolean }>,
): DetailsProblems {
  const secretMissing = fields.pullSecret.trim() === "";
  const wrongName = clusterNameProblem(fields.name, fields.platform);
  return withoutNulls({
    name: taken.includes(fields.name) ? texts.details.nameTaken(fields.name) : said(wrongName),
    domain:
      fields.domain === ""
        ? texts.details.domainNeeded
        : said(baseDomainProblem(fields.domain, wrongName ? "a" : fields.name)),
    version: fields.version === "" ? texts.details.versionNeeded : null,
    pullSecret: secretMissing
      ? secretKnown
        ? null
        : texts.details.pullSecretNeeded
      : said(pullSecretProblem(fields.pullSecret)),
    sshKey: said(sshKeysProblem(fields.sshKey)),
  });
}

const said = (problem: Problem | null): string | null => problem && problemText(problem);

function withoutNulls(problems: Record<string, string | null>): DetailsProblems {
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null));
}

export function createRequest(fields: DetailsFields): ClusterCreateParams {
  const count = Number(fields.controlPlanes);
  return {
    name: fields.name,
    base_dns_domain: fields.domain,
    openshift_version: fields.version,
    cpu_architecture: architectureOf(fields.architecture),
    control_plane_count: count,
    high_availability_mode: count === 1 ? "None" : "Full",
    pull_secret: fields.pullSecret.trim(),
    platform: platformOf(fields.platform),
    ...(fields.sshKey.trim() !== "" && { ssh_public_key: fields.sshKey.trim() }),
    // A single node has nobody to share an address with.
    ...(count === 1 && { user_managed_networking: true }),
  };
}

/** Only what was changed. */
export function updateRequest(fields: DetailsFields, changed: readonly (keyof DetailsFields)[]): V2ClusterUpdateParams {
  const is = (name: keyof DetailsFields) => changed.includes(name);
  return {
    ...(is("name") && { name: fields.name }),
    ...(is("domain") && { base_dns_domain: fields.domain }),
    ...(is("platform") && { platform: platformOf(fields.platform) }),
    ...(is("controlPlanes") && { control_plane_count: Number(fields.controlPlanes) }),
    ...(is("pullSecret") && { pull_secret: fields.pullSecret.trim() }),
    ...(is("sshKey") && { ssh_public_key: fields.sshKey.trim() }),
  };
}

function platformOf(type: Platform["type"]): Platform {
  if (type !== "external") return { type };
  return { type, external: { platform_name: "external", cloud_controller_manager: "" } };
}

const architectures = ["x86_64", "arm64", "ppc64le", "s390x", "multi"] as const;
export type Architecture = (typeof architectures)[number];

export const architectureOf = (text: string): Architecture =>
  architectures.find((candidate) => candidate === text) ?? "x86_64";

/** Newest first, as people count. */
export function versionChoices(versions: OpenshiftVersions): { value: string; label: string }[] {
  return Object.entries(versions)
    .toSorted(([one], [other]) => other.localeCompare(one, undefined, { numeric: true }))
    .map(([value, { display_name, support_level }]) => ({
      value,
      label: support_level === "production" ? display_name : `${display_name} (${support_level})`,
    }));
}

export const defaultVersion = (versions: OpenshiftVersions): string =>
  Object.entries(versions).find(([, version]) => version.default)?.[0] ?? Object.keys(versions)[0] ?? "";

export const architecturesOf = (versions: OpenshiftVersions, version: string): string[] => [
  ...(versions[version]?.cpu_architectures ?? ["x86_64"]),
];
