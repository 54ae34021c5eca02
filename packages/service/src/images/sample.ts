// An image that boots nothing: enough for clients that download one, until real images are configured.
import { Readable } from "node:stream";
import type { InfraEnv } from "@muster/core";
import type { Images } from "./images.ts";

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

export const sampleImages: Images = {
  sizeOf: async (infraEnv) => volume(infraEnv).length,
  image: async (infraEnv) => {
    const bytes = volume(infraEnv);
    return {
      size: bytes.length,
      open: ({ start, end } = { start: 0, end: bytes.length - 1 }) => Readable.from([bytes.subarray(start, end + 1)]),
    };
  },
};
