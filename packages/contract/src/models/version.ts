import { type Static, Type } from "typebox";
import { Enumeration, Model } from "../schema.ts";

export const ManagedDomain = Model({
  domain: Type.Optional(Type.String()),
  provider: Type.Optional(Enumeration(["route53"])),
});
export type ManagedDomain = Static<typeof ManagedDomain>;

export const ListManagedDomains = Type.Array(ManagedDomain);
export type ListManagedDomains = Static<typeof ListManagedDomains>;

export const Versions = Type.Record(Type.String(), Type.String());
export type Versions = Static<typeof Versions>;

export const ListVersions = Model({
  versions: Type.Optional(Versions),
  release_tag: Type.Optional(Type.String()),
});
export type ListVersions = Static<typeof ListVersions>;

export const OpenshiftVersion = Model({
  display_name: Type.String(),
  support_level: Enumeration(["beta", "production", "maintenance", "end-of-life"]),
  default: Type.Optional(Type.Boolean()),
  cpu_architectures: Type.Array(Type.String()),
});
export type OpenshiftVersion = Static<typeof OpenshiftVersion>;

export const OpenshiftVersions = Type.Record(Type.String(), OpenshiftVersion);
export type OpenshiftVersions = Static<typeof OpenshiftVersions>;

export const OsImage = Model({
  openshift_version: Type.String(),
  cpu_architecture: Enumeration(["x86_64", "aarch64", "arm64", "ppc64le", "s390x"], { default: "x86_64" }),
  url: Type.String(),
  version: Type.String(),
});
export type OsImage = Static<typeof OsImage>;

export const OsImages = Type.Array(OsImage);
export type OsImages = Static<typeof OsImages>;

export const ReleaseImage = Model({
  openshift_version: Type.String(),
  cpu_architecture: Enumeration(["x86_64", "aarch64", "arm64", "ppc64le", "s390x", "multi"], { default: "x86_64" }),
  cpu_architectures: Type.Optional(Type.Array(Type.String())),
  url: Type.String(),
  version: Type.String(),
  default: Type.Optional(Type.Boolean()),
  support_level: Type.Optional(Enumeration(["beta", "production", "maintenance", "end-of-life"])),
});
export type ReleaseImage = Static<typeof ReleaseImage>;

export const ReleaseImages = Type.Array(ReleaseImage);
export type ReleaseImages = Static<typeof ReleaseImages>;

export const ReleaseChannel = Enumeration(["candidate", "fast", "stable", "eus"]);
export type ReleaseChannel = Static<typeof ReleaseChannel>;

export const UpgradeChannel = Model({
  cpu_architecture: Enumeration(["x86_64", "aarch64", "arm64", "ppc64le", "s390x", "multi"]),
  channels: Type.Array(ReleaseChannel),
});
export type UpgradeChannel = Static<typeof UpgradeChannel>;

export const ReleaseSource = Model({
  openshift_version: Type.String(),
  multi_cpu_architectures: Type.Array(Enumeration(["x86_64", "aarch64", "arm64", "ppc64le", "s390x"])),
  upgrade_channels: Type.Array(UpgradeChannel),
});
export type ReleaseSource = Static<typeof ReleaseSource>;

export const ReleaseSources = Type.Array(ReleaseSource);
export type ReleaseSources = Static<typeof ReleaseSources>;
