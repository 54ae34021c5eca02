import type { ImageType } from "@muster/contract";
import { normalArchitecture } from "../catalogue/catalogue.ts";
import type { Handlers } from "../http/handler.ts";
import { notFound } from "../http/problem.ts";
import { answerWithBytes, type Download } from "../images/answer.ts";
import { musterExecutable } from "../images/executable.ts";
import { fileNameOf } from "../images/file-name.ts";
import { type BootArtifact, bootArtifacts, type LiveSystem } from "../images/images.ts";
import { infraEnvOf } from "../images/link-token.ts";
import { presentLiveImage } from "../present/live-image.ts";
import type { Service } from "../service.ts";

type Path = Readonly<{ version: string; arch: string; file_name: string }>;

/** Bytes for machines, all with ranges and HEAD (reference host-side C2). */
export function imageHandlers(service: Service) {
  const { aggregates, images, streams } = service;

  const image = async (infraEnvId: string, system: LiveSystem & { type: ImageType }): Promise<Download> => {
    const { root } = await aggregates.pool(infraEnvId);
    return { held: await images.image(root, system), fileName: fileNameOf(root, system) };
  };

  const imageByName = (infraEnvId: string, { version, arch, file_name: fileName }: Path): Promise<Download> => {
    const type = imageTypes.get(fileName);
    if (type) return image(infraEnvId, { version, architecture: normalArchitecture(arch), type });
    throw notFound(`There is no image ${fileName.slice(0, 40)}: ask for ${[...imageTypes.keys()].join(", ")}.`);
  };

  const imageByToken = (token: string, path: Path): Promise<Download> => {
    const infraEnvId = infraEnvOf(token);
    if (infraEnvId === null) throw notFound("The token in this link names no infra-env. Ask for a fresh link.");
    return imageByName(infraEnvId, path);
  };

  return {
    getImage: async (request) => {
      const { version, arch, type } = request.query;
      const system = { version, architecture: normalArchitecture(arch), type };
      return answerWithBytes(request, await image(request.params.infra_env_id, system), streams);
    },
    getImageById: async (request) =>
      answerWithBytes(request, await imageByName(request.params.infra_env_id, request.params), streams),
    getImageByApiKey: async (request) =>
      answerWithBytes(request, await imageByToken(request.params.api_key, request.params), streams),
    getImageByToken: async (request) =>
      answerWithBytes(request, await imageByToken(request.params.image_token, request.params), streams),
    getPxeInitrd: async (request) => {
      const { root } = await aggregates.pool(request.params.infra_env_id);
      const held = await images.initrd(root, systemOf(request.query));
      return answerWithBytes(request, { held, fileName: `${root.id}-initrd.img` }, streams);
    },
    getS390xInitrdAddrsize: async (request) => {
      const { root } = await aggregates.pool(request.params.infra_env_id);
      const held = await images.initrdAddrsize(root, systemOf(request.query));
      return answerWithBytes(request, { held, fileName: `${root.id}-initrd.addrsize` }, streams);
    },
    getBootArtifact: async (request) => {
      const { artifact: asked } = request.params;
      const artifact = bootArtifacts.find((name) => name === asked);
      if (!artifact) throw notFound(`There is no artifact ${asked.slice(0, 40)}: ask for ${bootArtifacts.join(", ")}.`);
      const held = await images.bootArtifact(artifact, systemOf(request.query));
      return answerWithBytes(request, { held, fileName: artifactFiles[artifact] }, streams);
    },
    getMusterExecutable: async (request) => {
      const architecture = normalArchitecture(request.query.arch);
      const held = await musterExecutable(service.settings.MUSTER_EXECUTABLE, architecture);
      return answerWithBytes(request, { held, fileName: "muster" }, streams);
    },
    musterListImages: async () => ({ status: 200 as const, body: (await images.list()).map(presentLiveImage) }),
  } satisfies Handlers;
}

const systemOf = ({ version, arch }: Readonly<{ version: string; arch: string }>): LiveSystem => ({
  version,
  architecture: normalArchitecture(arch),
});

const imageTypes: ReadonlyMap<string, ImageType> = new Map([
  ["full.iso", "full-iso"],
  ["minimal.iso", "minimal-iso"],
  ["disconnected.iso", "disconnected-iso"],
]);

const artifactFiles = {
  kernel: "vmlinuz",
  initrd: "initrd.img",
  rootfs: "rootfs.img",
  "ins-file": "generic.ins",
} as const satisfies Record<BootArtifact, string>;
