// Why an image cannot be had, as an answer: whose fault it is, and what to do about it.
import { IsoError, type IsoErrorCode } from "@muster/iso";
import type { LiveImage } from "../catalogue/live-image.ts";
import { conflict, HttpProblem, notFound } from "../http/problem.ts";
import type { Progress } from "./bases.ts";
import { DownloadError } from "./download-error.ts";
import { shown } from "./http-get.ts";

/** What the infra-env asks for does not fit; everything else is about the live image itself. */
const tooMuch: ReadonlySet<IsoErrorCode> = new Set<IsoErrorCode>([
  "ignition_too_large",
  "kernel_arguments_too_long",
  "ramdisk_too_large",
  "bad_kernel_argument",
]);

export function imageProblem(error: unknown, image: LiveImage): unknown {
  const name = `The live image ${nameOf(image)}`;
  if (error instanceof DownloadError && error.kind === "no-room") {
    return new HttpProblem(503, `${name} is not here, and there is no room for it: ${error.message}`, {
      "retry-after": 30,
    });
  }
  if (error instanceof DownloadError) {
    const [failed, remedy] = error.kind === "no-room" ? ["kept", makeRoom] : ["fetched", howToAdd(image)];
    return new HttpProblem(503, `${name} is not here, and could not be ${failed}: ${error.message}. ${remedy}`, {
      "retry-after": 30,
    });
  }
  if (error instanceof IsoError) {
    if (tooMuch.has(error.code)) return conflict(error.message);
    if (error.code === "artifact_missing") return notFound(`${name} has no such part. ${error.message}`);
    return new HttpProblem(500, `${name} (${shown(image.url)}) cannot be used. ${error.message}`);
  }
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "EACCES" || code === "EISDIR" || code === "ENOTDIR") {
    const found = code === "ENOENT" ? "there is no file" : `this service cannot read (${code})`;
    return new HttpProblem(503, `${name} is not here: ${found} ${shown(image.url)}. ${howToAdd(image)}`, {
      "retry-after": 30,
    });
  }
  return error;
}

export function stillComing(image: LiveImage, progress: Progress | null): HttpProblem {
  if (!progress) {
    return new HttpProblem(503, `The live image ${nameOf(image)} is being checked. Try again in ${comeBack} seconds.`, {
      "retry-after": comeBack,
    });
  }
  const { received, total } = progress;
  const share = total === null || total === 0 ? `${mib(received)} MiB` : `${Math.floor((received / total) * 100)} %`;
  return new HttpProblem(
    503,
    `The live image ${nameOf(image)} is being downloaded: ${share} of it is here. Try again in ${comeBack} seconds.`,
    { "retry-after": comeBack },
  );
}

const makeRoom =
  "Give the service room, and the right to write there: MUSTER_DATA_DIR says where, MUSTER_IMAGE_CACHE_SIZE how much.";
const comeBack = 10;
const mib = (bytes: number): number => Math.floor(bytes / 1024 ** 2);

const nameOf = ({ openshift_version: version, cpu_architecture: architecture }: LiveImage): string =>
  `of ${version} for ${architecture}`;

const howToAdd = ({ openshift_version: version, cpu_architecture: architecture }: LiveImage): string =>
  `Download it elsewhere and add it: muster images add FILE --version ${version} --arch ${architecture}`;

/** A version or architecture that nobody offers; `status` is 404 for images, 400 for parts of them (reference host-side C2). */
export function noSuchSystem(
  images: readonly LiveImage[],
  { version, architecture }: Readonly<{ version: string; architecture: string }>,
  status: 400 | 404,
): HttpProblem {
  const offered = new Map<string, Set<string>>();
  for (const { openshift_version, cpu_architecture } of images) {
    const versions = offered.get(cpu_architecture) ?? new Set();
    offered.set(cpu_architecture, versions.add(openshift_version));
  }
  const list = [...offered].map(([name, versions]) => `${name}: ${[...versions].join(", ")}`).join("; ");
  return new HttpProblem(
    status,
    `There is no live image of version ${version.slice(0, 40)} for ${architecture.slice(0, 20)}. There are, for ${list || "no architecture"}. Ask for one of these, or add one: muster images add FILE --version ${version.slice(0, 40)}`,
  );
}
