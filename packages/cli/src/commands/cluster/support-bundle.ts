import { buffer } from "node:stream/consumers";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";
import { type BundleFile, collectBundle } from "../../bundle/collect.ts";
import { exitCode } from "../../exit-code.ts";
import { fileArgument, saveTo, sendToOutput } from "../../service/download.ts";
import { findCluster } from "../../service/find.ts";
import { serviceCommand } from "../../service/service-command.ts";
import { bytes } from "../../show/measures.ts";
import { clusterArgument } from "./arguments.ts";

export const clusterSupportBundle = serviceCommand({
  arguments: [clusterArgument, fileArgument],
  details:
    () => `The archive holds the cluster, its hosts, infra-envs, events, logs, explanations and the versions of the service. Pull secrets,
kubeconfigs, passwords, tokens and private keys are taken out; redactions.json in it lists where. Look into it before you hand
it on: names and addresses of machines stay.`,
  async run(service, invocation, io) {
    const [word = "", file] = invocation.args;
    const { id, name } = await findCluster(service, word);
    const madeAt = new Date().toISOString();
    const { files, redactions } = await collectBundle(service, id, madeAt);
    const folder = `${(name || id).replaceAll(/[^\w.-]/g, "_")}-${madeAt.slice(0, 19).replaceAll(/[:T-]/g, "")}`;
    const archive = await archiveOf(folder, files, new Date(madeAt));
    if (file === "-") {
      await sendToOutput(archive, io);
      return exitCode.ok;
    }
    const path = file ?? `${folder}.tar.gz`;
    const size = await saveTo(path, archive, { io, secret: true });
    io.out(
      `${path}: ${files.length} files, ${bytes(size)}; ${redactions.length} places were redacted (redactions.json lists them)\n`,
    );
    return exitCode.ok;
  },
});

async function archiveOf(
  folder: string,
  files: readonly BundleFile[],
  mtime: Date,
): Promise<ReadableStream<Uint8Array>> {
  const tar = pack();
  for (const { name, content } of files) tar.entry({ name: `${folder}/${name}`, mtime, mode: 0o644 }, content);
  tar.finalize();
  // Whole before anybody reads it: a reader that leaves would break the streams, and the files are in memory already.
  return new Blob([await buffer(tar.pipe(createGzip()))]).stream();
}
