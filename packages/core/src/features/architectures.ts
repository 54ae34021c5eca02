import type * as wire from "@muster/contract";
import type { CpuArchitecture } from "../model/cluster.ts";
import { atLeast, isMinor } from "../version.ts";

export type ArchitectureId = wire.ArchitectureSupportLevelId;

const ids = {
  x86_64: "X86_64_ARCHITECTURE",
  arm64: "ARM64_ARCHITECTURE",
  aarch64: "ARM64_ARCHITECTURE",
  ppc64le: "PPC64LE_ARCHITECTURE",
  s390x: "S390X_ARCHITECTURE",
  multi: "MULTIARCH_RELEASE_IMAGE",
} as const satisfies Record<CpuArchitecture, ArchitectureId>;

export const architectureId = (architecture: CpuArchitecture): ArchitectureId => ids[architecture];

export function architectureLevel(id: ArchitectureId, version: string): wire.SupportLevel {
  switch (id) {
    case "X86_64_ARCHITECTURE":
      return "supported";
    case "ARM64_ARCHITECTURE":
      return atLeast(version, "4.10") ? "supported" : "unavailable";
    case "PPC64LE_ARCHITECTURE":
    case "S390X_ARCHITECTURE":
      if (isMinor(version, "4.12")) return "tech-preview";
      return atLeast(version, "4.13") ? "supported" : "unavailable";
    case "MULTIARCH_RELEASE_IMAGE":
      if (isMinor(version, "4.11")) return "tech-preview";
      return atLeast(version, "4.12") ? "supported" : "unavailable";
  }
}

export function architectureLevels(version: string): Record<ArchitectureId, wire.SupportLevel> {
  const level = (id: ArchitectureId) => architectureLevel(id, version);
  return {
    X86_64_ARCHITECTURE: level("X86_64_ARCHITECTURE"),
    ARM64_ARCHITECTURE: level("ARM64_ARCHITECTURE"),
    PPC64LE_ARCHITECTURE: level("PPC64LE_ARCHITECTURE"),
    S390X_ARCHITECTURE: level("S390X_ARCHITECTURE"),
    MULTIARCH_RELEASE_IMAGE: level("MULTIARCH_RELEASE_IMAGE"),
  };
}
