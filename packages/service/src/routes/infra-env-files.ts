import type { InfraEnv } from "@muster/core";
import { printIgnition } from "@muster/ignition";
import { attachment } from "../http/download.ts";
import type { Handlers } from "../http/handler.ts";
import { discoveryIgnition } from "../infra-envs/discovery-ignition.ts";
import { infraEnvFileUrl } from "../infra-envs/file-link.ts";
import { ipxeScript } from "../infra-envs/ipxe-script.ts";
import { minimalInitrd } from "../infra-envs/minimal-initrd.ts";
import { staticNetworkArchive } from "../infra-envs/static-network-archive.ts";
import type { Service } from "../service.ts";

/** What an infra-env's image is made of, and what machines that boot over the network ask for. */
export function infraEnvFileHandlers(service: Service) {
  const { aggregates } = service;

  const ignition = async (infraEnv: InfraEnv, imageType = infraEnv.imageType): Promise<string> =>
    printIgnition(await discoveryIgnition(service, infraEnv, imageType));

  return {
    v2DownloadInfraEnvFiles: async ({ params, query }) => {
      const { root: infraEnv } = await aggregates.pool(params.infra_env_id);
      switch (query.file_name) {
        case "discovery.ign":
          return fileAnswer(infraEnv, "discovery.ign", await ignition(infraEnv, query.discovery_iso_type));
        case "ipxe-script": {
          const script = await ipxeScript(service, infraEnv, { type: query.ipxe_script_type, mac: query.mac });
          return fileAnswer(infraEnv, "ipxe-script", script);
        }
        case "static-network-config":
          return fileAnswer(infraEnv, "static-network-config.tar.gz", await staticNetworkArchive(infraEnv));
      }
    },
    GetInfraEnvPresignedFileURL: async ({ params, query }) => {
      const { root } = await aggregates.pool(params.infra_env_id);
      const url = await infraEnvFileUrl(service, root, query.file_name, query.ipxe_script_type);
      return { status: 200, body: { url } };
    },
    DownloadMinimalInitrd: async ({ params }) => {
      const { root } = await aggregates.pool(params.infra_env_id);
      const bytes = await minimalInitrd(root);
      return bytes ? fileAnswer(root, "minimal-initrd.img", bytes) : { status: 204, body: undefined };
    },
  } satisfies Handlers;
}

const fileAnswer = ({ updatedAt }: InfraEnv, fileName: string, content: string | Buffer) => {
  const body = Buffer.from(content);
  return {
    status: 200,
    body,
    headers: {
      "content-length": body.length,
      "content-disposition": attachment(fileName),
      "last-modified": new Date(updatedAt).toUTCString(),
    },
  } as const;
};
