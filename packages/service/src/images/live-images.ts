import type { ImageType } from "@muster/contract";
import type { InfraEnv } from "@muster/core";
import {
  bootArtifact,
  customise,
  initrdAddrsize,
  type LiveIso,
  memorySource,
  networkBootInitrd,
  Overlay,
} from "@muster/iso";
import type { Logger } from "pino";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { LiveImage } from "../catalogue/live-image.ts";
import { badRequest, HttpProblem } from "../http/problem.ts";
import type { Base } from "./base.ts";
import type { Bases, HeldBase } from "./bases.ts";
import { DownloadError } from "./download-error.ts";
import { imageProblem, noSuchSystem, stillComing } from "./image-problem.ts";
import type { HeldBytes, Images, LiveSystem } from "./images.ts";
import { Overlays } from "./overlays.ts";
import { sampleBase } from "./sample.ts";

export type LiveImagesOptions = Readonly<{
  bases: Bases;
  catalogue: Catalogue;
  samples: "offline" | "always" | "never";
  /** How long a request waits for a download. */
  patience: number;
  imageServiceUrl: string;
  /** The Ignition config, as text. */
  config(infraEnv: InfraEnv, type: ImageType): Promise<string>;
  /** Networks and proxy for an initrd; null when it needs none. */
  networkArchive(infraEnv: InfraEnv): Promise<Buffer | null>;
  log: Logger;
}>;

/** How long the answer to a question about an infra-env may wait for a server that knows the size of its image. */
const sizeWait = 1_500;

/** Images over live images: made when they are asked for, in milliseconds, and never written down. */
export function liveImages(options: LiveImagesOptions): Images {
  const { bases, catalogue, samples, config, networkArchive, log } = options;
  const overlays = new Overlays();
  const toldOf = new Set<LiveImage>();

  const find = ({ version, architecture }: LiveSystem, status: 400 | 404): LiveImage => {
    const image = catalogue.findLinkedImage(version, architecture);
    if (!image) throw noSuchSystem(catalogue.osImages, { version, architecture }, status);
    return image;
  };

  const isSampleInstead = (image: LiveImage, error: unknown): boolean =>
    samples === "offline" &&
    catalogue.originOf(image) === "built-in" &&
    error instanceof DownloadError &&
    error.kind === "unreachable";

  const sampleOf = async (image: LiveImage): Promise<HeldBase> => ({
    base: await sampleBase(image.cpu_architecture),
    release: () => {},
  });

  const take = async (image: LiveImage): Promise<HeldBase> => {
    if (samples === "always") return sampleOf(image);
    try {
      const late = () => stillComing(image, bases.progressOf(image));
      return (
        bases.takeOpen(image) ??
        (await withPatience(bases.take(image), options.patience, late, ({ release }) => release()))
      );
    } catch (error) {
      if (!isSampleInstead(image, error)) throw imageProblem(error, image);
      const { openshift_version: version, cpu_architecture: architecture } = image;
      if (!toldOf.has(image)) log.warn({ version, architecture }, sampleWarning);
      toldOf.add(image);
      return sampleOf(image);
    }
  };

  /** Makes bytes over a live image, or finds those that were made for the same before. */
  const held = async (
    image: LiveImage,
    about: Readonly<{ key: string; modifiedAt?: number }>,
    make: (base: Base) => Promise<Overlay>,
  ): Promise<HeldBytes> => {
    const { base, release } = await take(image);
    try {
      const bytes = await overlays.find(`${about.key} ${base.serial}`, () => make(base));
      // A live image that came later makes another image, for who asks by date, too.
      const modifiedAt = Math.max(about.modifiedAt ?? 0, base.modifiedAt);
      return { bytes, modifiedAt, isSample: base.isSample, release };
    } catch (error) {
      release();
      throw imageProblem(error, image);
    }
  };

  const ofInfraEnv = (what: string, { id, updatedAt }: InfraEnv) => ({
    key: `${what} ${id} ${updatedAt}`,
    modifiedAt: updatedAt,
  });

  const minimalOf = (base: Base, image: LiveImage): Promise<LiveIso> => {
    const query = new URLSearchParams({ arch: image.cpu_architecture, version: image.version });
    return base.minimal(`${options.imageServiceUrl}/boot-artifacts/rootfs?${query}`);
  };

  const makeImage = async (base: Base, image: LiveImage, infraEnv: InfraEnv, type: ImageType): Promise<Overlay> => {
    const ignition = Buffer.from(await config(infraEnv, type));
    const { kernelArguments } = infraEnv;
    if (type === "full-iso") return customise(base.live, { ignition, kernelArguments });
    const ramdisk = await networkArchive(infraEnv);
    return customise(await minimalOf(base, image), { ignition, kernelArguments, ...(ramdisk && { ramdisk }) });
  };

  const initrdOver = async (base: Base, infraEnv: InfraEnv): Promise<Overlay> => {
    const ignition = Buffer.from(await config(infraEnv, infraEnv.imageType));
    const archive = await networkArchive(infraEnv);
    return networkBootInitrd(base.live, { ignition, ...(archive && { archives: [archive] }) });
  };

  const sizeOver = async (infraEnv: InfraEnv, image: LiveImage): Promise<number | null> => {
    if (infraEnv.imageType === "full-iso") {
      if (samples === "always") return (await sampleBase(image.cpu_architecture)).live.iso.source.size;
      return bases.sizeOf(image);
    }
    if (samples !== "always" && (await bases.stateOf(image)).kind !== "here") {
      await bases.sizeOf(image);
      return null;
    }
    const { base, release } = await take(image);
    return minimalOf(base, image)
      .then(({ iso }) => iso.source.size)
      .finally(release);
  };

  return {
    sizeOf: async (infraEnv) => {
      const { openshiftVersion, cpuArchitecture } = infraEnv;
      const image = catalogue.findLinkedImage(openshiftVersion, cpuArchitecture);
      if (!image || infraEnv.imageType === "disconnected-iso") return null;
      try {
        return await withPatience(sizeOver(infraEnv, image), sizeWait, () => new Error("nobody knows"));
      } catch (error) {
        if (!isSampleInstead(image, error)) return null;
        const base = await sampleBase(image.cpu_architecture);
        const live = infraEnv.imageType === "full-iso" ? base.live : await minimalOf(base, image);
        return live.iso.source.size;
      }
    },
    image: async (infraEnv, system) => {
      const { type } = system;
      if (type === "disconnected-iso") throw noDisconnected();
      const image = find(system, 404);
      if (infraEnv.kernelArguments.length > 0 && image.cpu_architecture === "s390x") {
        throw badRequest(
          `Infra-env ${infraEnv.id} has kernel_arguments, and images for s390x have no place for them. Remove them to get the image.`,
        );
      }
      if (type === "minimal-iso" && image.cpu_architecture === "s390x") {
        throw badRequest("There are no minimal images for s390x. Ask for full.iso, or boot over the network.");
      }
      return held(image, ofInfraEnv(type, infraEnv), (base) => makeImage(base, image, infraEnv, type));
    },
    initrd: async (infraEnv, system) =>
      held(find(system, 400), ofInfraEnv("initrd", infraEnv), (base) => initrdOver(base, infraEnv)),
    initrdAddrsize: async (infraEnv, system) =>
      held(find(system, 400), ofInfraEnv("addrsize", infraEnv), async (base) => {
        const { size } = await initrdOver(base, infraEnv);
        return Overlay.of(memorySource(await initrdAddrsize(base.live, size)));
      }),
    bootArtifact: async (artifact, system) =>
      held(find(system, 400), { key: artifact }, async ({ live }) => bootArtifact(live, artifact)),
    list: async () =>
      Promise.all(
        catalogue.osImages.map(async (image) => {
          const state = await bases.stateOf(image);
          const origin = catalogue.originOf(image);
          const isOut = origin === "built-in" && state.kind === "absent" && state.problem !== null;
          return { image, origin, state, sample: samples === "always" || (samples === "offline" && isOut) };
        }),
      ),
    close: () => bases.close(),
  };
}

const sampleWarning =
  "a live image cannot be reached, and a sample that boots nothing stands in for it. Add one with `muster images add`";

const noDisconnected = (): HttpProblem =>
  new HttpProblem(
    501,
    "An image for disconnected places carries a release and a config of its own, which this service does not make. Ask for full.iso or minimal.iso.",
  );

/** The work goes on for others who wait. What comes too late for this one goes to `unwanted`. */
async function withPatience<T>(
  work: Promise<T>,
  milliseconds: number,
  late: () => Error,
  unwanted: (value: T) => void = () => {},
): Promise<T> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    reject(late());
  }, milliseconds);
  work.then(
    (value) => isLate && unwanted(value),
    () => {},
  );
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
