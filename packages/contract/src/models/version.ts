import { type Static, Type } from "typebox";
import { Enumeration, MapOf, Model, named } from "../schema.ts";
import { CpuArchitecture, SingleCpuArchitecture } from "./architecture.ts";

export const ManagedDomain = Model("managed-domain", {
  domain: Type.Optional(Type.String()),
  provider: Type.Optional(Enumeration(["route53"])),
});
export type ManagedDomain = Static<typeof ManagedDomain>;

export const ListManagedDomains = named("list-managed-domains", Type.Array(ManagedDomain));
export type ListManagedDomains = Static<typeof ListManagedDomains>;

export const Versions = named("versions", MapOf(Type.String()));
export type Versions = Static<typeof Versions>;

export const ListVersions = Model("list-versions", {
  versions: Type.Optional(Versions),
  release_tag: Type.Optional(Type.String()),
});
export type ListVersions = Static<typeof ListVersions>;

const ReleaseSupportLevel = Enumeration(["beta", "production", "maintenance", "end-of-life"]);

export const OpenshiftVersion = Model("openshift-version", {
  display_name: Type.String(),
  support_level: ReleaseSupportLevel,
  default: Type.Optional(Type.Boolean()),
  cpu_architectures: Type.Array(Type.String()),
});
export type OpenshiftVersion = Static<typeof OpenshiftVersion>;

export const OpenshiftVersions = named("openshift-versions", MapOf(OpenshiftVersion));
export type OpenshiftVersions = Static<typeof OpenshiftVersions>;

export const OsImage = Model("os-image", {
  openshift_version: Type.String(),
  cpu_architecture: SingleCpuArchitecture({ assumed: "x86_64" }),
  url: Type.String(),
  version: Type.String(),
});
export type OsImage = Static<typeof OsImage>;

export const OsImages = named("os-images", Type.Array(OsImage));
export type OsImages = Static<typeof OsImages>;

export const ReleaseImage = Model("release-image", {
  openshift_version: Type.String(),
  cpu_architecture: CpuArchitecture({ assumed: "x86_64" }),
  cpu_architectures: Type.Optional(Type.Array(Type.String())),
  url: Type.String(),
  version: Type.String(),
  default: Type.Optional(Type.Boolean()),
  support_level: Type.Optional(ReleaseSupportLevel),
});
export type ReleaseImage = Static<typeof ReleaseImage>;

export const ReleaseImages = named("release-images", Type.Array(ReleaseImage));
export type ReleaseImages = Static<typeof ReleaseImages>;

export const ReleaseChannel = named("release-channel", Enumeration(["candidate", "fast", "stable", "eus"]));
export type ReleaseChannel = Static<typeof ReleaseChannel>;

export const UpgradeChannel = Model("upgrade-channel", {
  cpu_architecture: CpuArchitecture(),
  channels: Type.Array(ReleaseChannel),
});
export type UpgradeChannel = Static<typeof UpgradeChannel>;

export const ReleaseSource = Model("release-source", {
  openshift_version: Type.String(),
  multi_cpu_architectures: Type.Array(SingleCpuArchitecture()),
  upgrade_channels: Type.Array(UpgradeChannel),
});
export type ReleaseSource = Static<typeof ReleaseSource>;

export const ReleaseSources = named("release-sources", Type.Array(ReleaseSource));
export type ReleaseSources = Static<typeof ReleaseSources>;
