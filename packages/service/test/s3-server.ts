// A real S3 server on the loopback: the Versity S3 Gateway over a directory. `scripts/install-test-system.sh s3` builds it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { S3Place } from "../src/objects/s3-client.ts";
import { freePort } from "./child-service.ts";

const program =
  process.env.MUSTER_TEST_S3_SERVER ?? join(import.meta.dirname, "../../../node_modules/.muster/bin/versitygw");

/** Why tests on S3 are skipped; null: they are not. */
export const noS3Server: string | null = existsSync(program)
  ? null
  : "there is no S3 server: run scripts/install-test-system.sh s3";

export type S3Server = Readonly<{ place: S3Place; stop(): Promise<void> }>;

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), "muster-s3-"));
  const [files, notes] = [join(directory, "files"), join(directory, "notes")];
  await Promise.all([mkdir(files), mkdir(notes)]);
  const [accessKeyId, secretAccessKey] = ["muster-test", "s3-hunter2"];
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(program, ["--port", address, "--quiet", "posix", "--sidecar", notes, files], {
    stdio: "ignore",
    env: { ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey },
  });
  const exited = once(child, "exit");
  const endpoint = `http://${address}`;
  while (!(await fetch(endpoint).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`the S3 server ended with ${child.exitCode}`);
    await pause(20);
  }
  return {
    place: { endpoint, bucket: "muster", region: "us-east-1", accessKeyId, secretAccessKey },
    stop: async () => {
      child.kill("SIGKILL");
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
