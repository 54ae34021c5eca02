// The releases and live images that Muster knows by itself. RELEASE_IMAGES and OS_IMAGES replace them.
import type { ReleaseImage } from "@muster/contract";
import type { LiveImage } from "./live-image.ts";

type Row = readonly [
  minor: string,
  version: string,
  architectures: "x86_64" | "x86_64 arm64" | "x86_64 arm64 multi",
  level: "production" | "beta",
  coreOsBuild: string,
  /** The directory and version of the live image on the mirror. */
  liveImage: string,
];

const rows: readonly Row[] = [
  ["4.9", "4.9.59", "x86_64", "production", "49.84.202207192205-0", "4.9/4.9.45"],
  ["4.10", "4.10.67", "x86_64 arm64", "production", "410.84.202210040010-0", "4.10/4.10.37"],
  ["4.11", "4.11.59", "x86_64 arm64 multi", "production", "411.86.202308081056-0", "4.11/4.11.48"],
  ["4.13", "4.13.69", "x86_64 arm64 multi", "production", "413.92.202307260246-0", "4.13/4.13.10"],
  ["4.14", "4.14.71", "x86_64 arm64 multi", "production", "414.92.202407091253-0", "4.14/4.14.34"],
  ["4.16", "4.16.68", "x86_64 arm64 multi", "production", "416.94.202510081640-0", "4.16/4.16.51"],
  ["4.17", "4.17.56", "x86_64 arm64 multi", "production", "417.94.202507291008-0", "4.17/4.17.42"],
  ["4.18", "4.18.52", "x86_64 arm64 multi", "production", "418.94.202511191518-0", "4.18/4.18.30"],
  ["4.19", "4.19.42", "x86_64 arm64 multi", "production", "9.6.20260112-0", "4.19/4.19.23"],
  ["4.20", "4.20.33", "x86_64 arm64 multi", "production", "9.6.20260112-0", "4.20/4.20.13"],
  ["4.21", "4.21.28", "x86_64 arm64 multi", "production", "9.6.20251212-1", "4.21/4.21.0"],
  ["4.22", "4.22.9", "x86_64 arm64 multi", "production", "9.8.20260715-1", "4.22/4.22.8"],
  ["5.0", "5.0.0-ec.5", "x86_64 arm64 multi", "beta", "9.8.20260428-0", "pre-release/5.0.0-ec.5"],
];

const defaultMinor = "4.22";
const okd = { minor: "4.16", version: "4.16.0-0.okd", coreOsBuild: "39.20240322.3.1" };

/** Release tags and mirror directories say aarch64 where the API says arm64. */
const vendorName = (architecture: string): string => (architecture === "arm64" ? "aarch64" : architecture);

export const defaultReleaseImages: readonly ReleaseImage[] = [
  ...rows.flatMap(([minor, version, architectures, level]) =>
    (architectures.split(" ") as ("x86_64" | "arm64" | "multi")[]).map((architecture): ReleaseImage => {
      const multi = architecture === "multi";
      return {
        openshift_version: multi ? `${minor}-multi` : minor,
        cpu_architecture: architecture,
        cpu_architectures: multi ? ["x86_64", "arm64", "ppc64le", "s390x"] : [architecture],
        url: `quay.io/openshift-release-dev/ocp-release:${version}-${vendorName(architecture)}`,
        version: multi ? `${version}-multi` : version,
        support_level: level,
        ...(minor === defaultMinor && !multi && { default: true }),
      };
    }),
  ),
  {
    openshift_version: okd.minor,
    cpu_architecture: "x86_64",
    cpu_architectures: ["x86_64"],
    url: "registry.ci.openshift.org/origin/release:4.16",
    version: okd.version,
    support_level: "production",
  },
];

export const defaultOsImages: readonly LiveImage[] = rows.flatMap((row) => {
  const [minor, , architectures, , version, liveImage] = row;
  const names = architectures.includes("multi") ? ["x86_64", "arm64", "ppc64le", "s390x"] : architectures.split(" ");
  return (names as LiveImage["cpu_architecture"][]).map((architecture): LiveImage => {
    const name = vendorName(architecture);
    const release = liveImage.split("/")[1] ?? "";
    // Since 4.19 the file says what kind of live image it is.
    const kind = isBefore419(minor) ? "live" : "live-iso";
    return {
      openshift_version: minor,
      cpu_architecture: architecture,
      url: `https://mirror.openshift.com/pub/openshift-v4/${name}/dependencies/rhcos/${liveImage}/rhcos-${release}-${name}-${kind}.${name}.iso`,
      version,
    };
  });
});

function isBefore419(minor: string): boolean {
  const [major = 0, second = 0] = minor.split(".").map(Number);
  return major === 4 && second < 19;
}
