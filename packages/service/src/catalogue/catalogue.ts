import type { ReleaseImage, ReleaseSource } from "@muster/contract";
import { minorOf } from "@muster/core";
import { defaultOsImages, defaultReleaseImages } from "./defaults.ts";
import type { LiveImage } from "./live-image.ts";

export type Catalogue = Readonly<{
  releases: readonly ReleaseImage[];
  /** Those that were added while the service runs come first, and are found first. */
  osImages: readonly LiveImage[];
  sources: readonly ReleaseSource[];
  /** The release that a version or minor names for an architecture: the newest that fits. */
  findRelease(version: string, architecture: string): ReleaseImage | null;
  findReleaseByUrl(url: string): ReleaseImage | null;
  /** The live image for a version (any, when empty) and architecture: the newest that fits. */
  findOsImage(version: string, architecture: string): LiveImage | null;
  /** The same for a link, which may also name the live system's own version (reference host-side C2). */
  findLinkedImage(version: string, architecture: string): LiveImage | null;
  originOf(image: LiveImage): Origin;
}>;

/** Who says that a live image is to be offered: a person, the settings, or only Muster itself. */
export type Origin = "added" | "configured" | "built-in";

type Given = Readonly<{
  releases?: readonly ReleaseImage[] | undefined;
  osImages?: readonly LiveImage[] | undefined;
  added?: () => readonly LiveImage[];
  sources?: readonly ReleaseSource[] | undefined;
  ignoredVersions?: readonly string[];
  okd?: boolean;
}>;

export function createCatalogue(given: Given = {}): Catalogue {
  const ignored = new Set(given.ignoredVersions);
  const offered = (given.releases ?? defaultReleaseImages).filter(
    ({ version, openshift_version }) =>
      !ignored.has(version) && !ignored.has(openshift_version) && (given.okd !== false || !version.includes("okd")),
  );
  const releases = offered.toSorted((a, b) => compareVersions(b.version, a.version));
  const configured = newestFirst(given.osImages ?? defaultOsImages);
  const added = () => newestFirst(given.added?.() ?? []);
  const findIn = (images: readonly LiveImage[], version: string, architecture: string): LiveImage | null => {
    const wanted = normalArchitecture(architecture);
    const candidates = images.filter(
      ({ cpu_architecture, type }) => normalArchitecture(cpu_architecture) === wanted && type !== "disconnected-iso",
    );
    if (version === "") return candidates[0] ?? null;
    const exact = candidates.find((image) => image.openshift_version === version);
    return exact ?? candidates.find(({ openshift_version }) => sameMinor(openshift_version, version)) ?? null;
  };
  const findOsImage: Catalogue["findOsImage"] = (version, architecture) =>
    findIn(added(), version, architecture) ?? findIn(configured, version, architecture);
  return {
    releases,
    get osImages() {
      const first = added();
      const isHidden = (image: LiveImage) => first.some((other) => isForSame(image, other));
      return [...first, ...configured.filter((image) => !isHidden(image))];
    },
    sources: given.sources ?? [],
    findRelease: (version, architecture) => {
      const wanted = version.endsWith("-multi") ? "multi" : architecture;
      const candidates = releases.filter((release) => serves(release, wanted));
      const exact = candidates.filter((release) => isNamed(release, version));
      const sameMinorMulti = candidates.filter(({ openshift_version }) => openshift_version === `${version}-multi`);
      const found = exact.find(isPlain) ?? exact[0] ?? sameMinorMulti.find(isPlain);
      // A catalogue of one release, as an installation without a service has, may hold it for all architectures only.
      return found ?? releases.find((release) => isNamed(release, version) && isForMany(release, wanted)) ?? null;
    },
    findReleaseByUrl: (url) => releases.find((release) => release.url === url) ?? null,
    findOsImage,
    findLinkedImage: (version, architecture) => {
      const named = [...added(), ...configured].filter((image) => image.version === version);
      return findIn(named, "", architecture) ?? (version === "" ? null : findOsImage(version, architecture));
    },
    originOf: (image) => {
      if (defaultOsImages.includes(image)) return "built-in";
      return configured.includes(image) ? "configured" : "added";
    },
  };
}

/** The wire's clients say aarch64 and amd64 too. */
export const normalArchitecture = (name: string): string =>
  name === "aarch64" ? "arm64" : name === "amd64" ? "x86_64" : name;

const newestFirst = (images: readonly LiveImage[]): readonly LiveImage[] =>
  images.toSorted((a, b) => compareVersions(b.openshift_version, a.openshift_version));

const isForSame = (one: LiveImage, other: LiveImage): boolean =>
  one.openshift_version === other.openshift_version &&
  normalArchitecture(one.cpu_architecture) === normalArchitecture(other.cpu_architecture) &&
  one.type === other.type;

function sameMinor(a: string, b: string): boolean {
  const [one, other] = [minorOf(a), minorOf(b)];
  return one !== null && one.major === other?.major && one.minor === other.minor;
}

const isNamed = ({ version: own, openshift_version: minor }: ReleaseImage, version: string): boolean =>
  own === version || minor === version;

/** One release for machines of several architectures, of which this is one. */
const isForMany = ({ cpu_architecture, cpu_architectures = [] }: ReleaseImage, architecture: string): boolean =>
  cpu_architecture === "multi" && cpu_architectures.map(normalArchitecture).includes(normalArchitecture(architecture));

const isPlain = ({ version }: ReleaseImage): boolean => !version.includes("okd");

function serves(release: ReleaseImage, architecture: string): boolean {
  const wanted = normalArchitecture(architecture);
  if (release.cpu_architecture === "multi") return wanted === "multi";
  return (
    normalArchitecture(release.cpu_architecture) === wanted ||
    (release.cpu_architectures ?? []).map(normalArchitecture).includes(wanted)
  );
}

/** Numbers by value, a pre-release before its release. */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [parts(a), parts(b)];
  for (let index = 0; index < Math.max(one.numbers.length, other.numbers.length); index++) {
    const difference = (one.numbers[index] ?? 0) - (other.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (one.rest === other.rest) return 0;
  if (one.rest === "" || other.rest === "") return one.rest === "" ? 1 : -1;
  return one.rest.localeCompare(other.rest, "en", { numeric: true });
}

function parts(version: string): { numbers: number[]; rest: string } {
  const [numeric = "", ...rest] = version.split("-");
  return { numbers: numeric.split(".").map(Number), rest: rest.join("-") };
}
