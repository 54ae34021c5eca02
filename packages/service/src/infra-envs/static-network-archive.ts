import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import type { InfraEnv } from "@muster/core";
import { pack } from "tar-stream";
import { notFound } from "../http/problem.ts";
import { networkFiles } from "./static-network.ts";

/** The hosts' networks as files, for people who want to see what an image carries. */
export async function staticNetworkArchive({ id, staticNetworkConfig, updatedAt }: InfraEnv): Promise<Buffer> {
  const files = await networkFiles(staticNetworkConfig);
  if (files.length === 0) {
    throw notFound(`Infra-env ${id} has no static networks: its machines get their addresses by DHCP.`);
  }
  const archive = pack();
  for (const { path, mode, content } of files) {
    archive.entry({ name: path.replace(/^\//, ""), mode, mtime: new Date(updatedAt) }, content);
  }
  archive.finalize();
  return gzipSync(await buffer(archive));
}
