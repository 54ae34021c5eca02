import type { Release } from "@muster/core";
import { type Catalogue, normalArchitecture } from "../catalogue/catalogue.ts";
import { badRequest } from "../http/problem.ts";

type Wanted = Readonly<{ version: string; image?: string | undefined; architecture?: string | undefined }>;

/** The release that a cluster asks for. A release image of its own needs no entry in the catalogue. */
export function resolveRelease(catalogue: Catalogue, { version, image, architecture }: Wanted): Release {
  const wanted = normalArchitecture(architecture ?? "x86_64");
  const listed = image ? catalogue.findReleaseByUrl(image) : catalogue.findRelease(version, wanted);
  if (listed) return { version: listed.version, image: listed.url, cpuArchitecture: listed.cpu_architecture };
  if (image) return { version, image, cpuArchitecture: asArchitecture(wanted) };
  const offered = [...new Set(catalogue.releases.filter(serving(wanted)).map((release) => release.openshift_version))];
  throw badRequest(
    `openshift_version is ${JSON.stringify(version.slice(0, 40))}, which has no release for ${wanted}: give one of ${offered.join(", ")}, or name a release image in ocp_release_image`,
  );
}

const serving =
  (architecture: string) =>
  ({ cpu_architecture, cpu_architectures }: Catalogue["releases"][number]): boolean =>
    normalArchitecture(cpu_architecture) === architecture || (cpu_architectures ?? []).includes(architecture);

const architectures = ["x86_64", "arm64", "ppc64le", "s390x", "multi"] as const;

function asArchitecture(name: string): (typeof architectures)[number] {
  return architectures.find((architecture) => architecture === name) ?? "x86_64";
}
