import type { ImageType } from "@muster/contract";
import { normalArchitecture } from "../catalogue/catalogue.ts";
import type { Handlers } from "../http/handler.ts";
import { badRequest, notFound } from "../http/problem.ts";
import { answerWithBytes, type Download } from "../images/answer.ts";
import { discoveryImage, noSuchSystem } from "../images/discovery-image.ts";
import { type BootArtifact, type ByteSource, bootArtifacts, type LiveSystem } from "../images/images.ts";
import { infraEnvOf } from "../images/link-token.ts";
import type { Service } from "../service.ts";

type Path = Readonly<{ version: string; arch: string; file_name: string }>;

/** Bytes for machines, all with ranges and HEAD (reference host-side C2). */
export function imageHandlers(service: Service) {
  const { aggregates, images } = service;

  const imageByName = async (infraEnvId: string, { version, arch, file_name: fileName }: Path): Promise<Download> => {
    const imageType = imageTypes.get(fileName);
    if (!imageType) {
      throw notFound(`There is no image ${fileName.slice(0, 40)}: ask for ${[...imageTypes.keys()].join(", ")}.`);
    }
    const { root } = await aggregates.pool(infraEnvId);
    const wanted = { openshiftVersion: version, cpuArchitecture: normalArchitecture(arch), imageType };
    return discoveryImage(service, root, wanted);
  };

  const imageByToken = (token: string, path: Path): Promise<Download> => {
    const infraEnvId = infraEnvOf(token);
    if (infraEnvId === null) throw notFound("The token in this link names no infra-env. Ask for a fresh link.");
    return imageByName(infraEnvId, path);
  };

  const forNetworkBoot = async (
    query: { version: string; arch: string },
    fileName: string,
    find: (system: LiveSystem) => Promise<ByteSource | null>,
  ): Promise<Download> => {
    const system = { version: query.version, architecture: normalArchitecture(query.arch) };
    const bytes = await find(system);
    if (bytes) return { bytes, fileName };
    if (!isOffered(service, system)) throw badRequest(noSuchSystem(system.version, system.architecture));
    throw notFound(
      `${fileName} is part of a live image, and no real live images are configured here: machines cannot boot over the network yet.`,
    );
  };

  return {
    getImage: async ({ params, query, raw }) => {
      const { root } = await aggregates.pool(params.infra_env_id);
      const { version: openshiftVersion, arch, type: imageType } = query;
      const wanted = { openshiftVersion, cpuArchitecture: normalArchitecture(arch), imageType };
      return answerWithBytes(raw, await discoveryImage(service, root, wanted));
    },
    getImageById: async ({ params, raw }) => answerWithBytes(raw, await imageByName(params.infra_env_id, params)),
    getImageByApiKey: async ({ params, raw }) => answerWithBytes(raw, await imageByToken(params.api_key, params)),
    getImageByToken: async ({ params, raw }) => answerWithBytes(raw, await imageByToken(params.image_token, params)),
    getPxeInitrd: async ({ params, query, raw }) => {
      const { root } = await aggregates.pool(params.infra_env_id);
      const initrd = await forNetworkBoot(query, `${root.id}-initrd.img`, (system) => images.initrd(root, system));
      return answerWithBytes(raw, initrd);
    },
    getS390xInitrdAddrsize: async ({ params, query, raw }) => {
      const { root } = await aggregates.pool(params.infra_env_id);
      const find = (system: LiveSystem) => images.initrdAddrsize(root, system);
      return answerWithBytes(raw, await forNetworkBoot(query, `${root.id}-initrd.addrsize`, find));
    },
    getBootArtifact: async ({ params, query, raw }) => {
      const artifact = bootArtifacts.find((name) => name === params.artifact);
      if (!artifact) throw notFound(`There is no artifact ${params.artifact}: ask for ${bootArtifacts.join(", ")}.`);
      const find = (system: LiveSystem) => images.bootArtifact(artifact, system);
      return answerWithBytes(raw, await forNetworkBoot(query, artifactFiles[artifact], find));
    },
  } satisfies Handlers;
}

const imageTypes: ReadonlyMap<string, ImageType> = new Map([
  ["full.iso", "full-iso"],
  ["minimal.iso", "minimal-iso"],
  ["disconnected.iso", "disconnected-iso"],
]);

const artifactFiles = { kernel: "vmlinuz", rootfs: "rootfs.img", "ins-file": "generic.ins" } as const satisfies Record<
  BootArtifact,
  string
>;

/** By the live system's own version, or by that of the release it belongs to. */
function isOffered({ catalogue }: Service, { version, architecture }: LiveSystem): boolean {
  const isNamed = catalogue.osImages.some(
    (image) => image.version === version && normalArchitecture(image.cpu_architecture ?? "") === architecture,
  );
  return isNamed || catalogue.findOsImage(version, architecture) !== null;
}
