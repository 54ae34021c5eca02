// An image that boots nothing: enough for clients that download one, until real images are configured.
import { hash } from "node:crypto";
import { Readable } from "node:stream";
import type { InfraEnv } from "@muster/core";
import type { ByteSource, Images } from "./images.ts";

const sector = 2_048;

/** The smallest ISO 9660 volume: a primary descriptor and a terminator, naming the infra-env. */
function volume({ id, name }: InfraEnv): Buffer {
  const bytes = Buffer.alloc(18 * sector);
  bytes.writeUInt8(1, 16 * sector);
  bytes.write("CD001\x01", 16 * sector + 1, "latin1");
  bytes.write("MUSTER-SAMPLE".padEnd(32), 16 * sector + 40, "latin1");
  bytes.write(`${name} ${id}`.slice(0, 128).padEnd(128), 16 * sector + 318, "latin1");
  bytes.writeUInt8(255, 17 * sector);
  bytes.write("CD001\x01", 17 * sector + 1, "latin1");
  return bytes;
}

const inMemory = (bytes: Buffer, modifiedAt: number): ByteSource => ({
  size: bytes.length,
  tag: hash("sha256", bytes).slice(0, 32),
  modifiedAt,
  open: ({ start, end } = { start: 0, end: bytes.length - 1 }) => Readable.from([bytes.subarray(start, end + 1)]),
});

export const sampleImages: Images = {
  sizeOf: async (infraEnv) => volume(infraEnv).length,
  image: async (infraEnv) => inMemory(volume(infraEnv), infraEnv.updatedAt),
  initrd: async () => null,
  initrdAddrsize: async () => null,
  bootArtifact: async () => null,
};
