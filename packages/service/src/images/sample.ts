// A live image that boots nothing but a message: enough for clients that download one while no real one can be had.
import { buildLiveIso } from "@muster/iso/testing";
import { Base } from "./base.ts";

const message = [
  "This is a sample image: it cannot install this machine.",
  "The service that made it has no live image of an operating system.",
  "Add one there with: muster images add FILE",
].join("\r\n");

/** Prints the text and stops. Firmware loads it to 0x7c00; bytes 8 to 63 are taken by the boot information table. */
function bootSector(): Buffer {
  const [codeAt, textAt] = [0x40, 0x60];
  const bytes = Buffer.alloc(2_048);
  bytes.write("eb3e", 0, "hex"); // jmp codeAt
  // xor ax,ax; mov ds,ax; mov si,text; cld; next: lodsb; or al,al; jz stop; mov ah,0eh; mov bx,7; int 10h; jmp next; stop: hlt; jmp stop
  bytes.write("31c08ed8be0000fcac08c07409b40ebb0700cd10ebf2f4ebfd", codeAt, "hex");
  bytes.writeUInt16LE(0x7c00 + textAt, codeAt + 5);
  bytes.write(`${message}\r\n\0`, textAt, "latin1");
  return bytes;
}

const architectures = {
  x86_64: "x86_64",
  arm64: "aarch64",
  aarch64: "aarch64",
  ppc64le: "ppc64le",
  s390x: "s390x",
} as const;

const bases = new Map<string, Promise<Base>>();

/** One for each architecture, in the layout of real ones: configs and kernel arguments are embedded as in those. */
export function sampleBase(architecture: keyof typeof architectures): Promise<Base> {
  const known = bases.get(architecture);
  if (known) return known;
  const made = makeSample(architecture);
  bases.set(architecture, made);
  return made;
}

async function makeSample(architecture: keyof typeof architectures): Promise<Base> {
  const image = await buildLiveIso({
    architecture: architectures[architecture],
    volumeId: "muster-sample",
    isolinux: { bin: bootSector() },
    extraFiles: [{ path: "README.TXT", content: Buffer.from(`${message}\r\n`) }],
  });
  return Base.open(image, { modifiedAt: Date.UTC(2024, 0, 2), isSample: true });
}
