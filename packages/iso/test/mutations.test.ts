import { performance } from "node:perf_hooks";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import {
  customise,
  IsoError,
  type LiveIso,
  memorySource,
  minimalIso,
  openLiveIso,
  readEmbeddedIgnition,
  readMinimalRecipe,
  unpackMinimalIso,
} from "../src/index.ts";
import { buildLiveIso, type LiveIsoParts } from "../src/testing/index.ts";
import { readRealLayout, realLayouts } from "./real-layouts.ts";

const small: LiveIsoParts = {
  kernel: Buffer.alloc(3000, 1),
  initrd: Buffer.alloc(3000, 2),
  rootfs: Buffer.alloc(5000, 3),
  isolinux: { bin: Buffer.alloc(4096, 4) },
  efiBootImage: Buffer.alloc(4096, 5),
  ignitionAreaSize: 8192,
};

/** Everything that is done with an image of unknown origin. */
const uses: ((live: LiveIso) => Promise<unknown>)[] = [
  readEmbeddedIgnition,
  async (live) => {
    const recipe = await readMinimalRecipe(live.iso);
    if (recipe) await unpackMinimalIso(live.iso, recipe);
  },
  async (live) => {
    const kernelArguments = [{ operation: "append" as const, value: "a=b" }];
    const files = [{ path: "muster/bin", content: Buffer.from("x") }];
    const image = customise(live, { ignition: Buffer.from("{}"), kernelArguments, files });
    await openLiveIso(image);
    await image.read(0, image.size);
  },
  async (live) => {
    const image = await minimalIso(live, { rootfsUrl: "http://a.test/rootfs" });
    await openLiveIso(image);
    await image.read(0, image.size);
  },
];

/** The failures of all uses. Only one kind may come out. */
async function failuresOf(bytes: Buffer): Promise<IsoError[]> {
  const failures: IsoError[] = [];
  const note = (error: unknown) => {
    if (!(error instanceof IsoError)) throw error;
    failures.push(error);
    return undefined;
  };
  const live = await openLiveIso(memorySource(bytes)).catch(note);
  if (live) for (const use of uses) await use(live).catch(note);
  return failures;
}

type Mutation = { at: number; bytes: Uint8Array };

/** Mostly where the structure of the image is, with the numbers that hurt most. */
const mutation = (size: number): fc.Arbitrary<Mutation> =>
  fc.record({
    at: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 32_768, max: Math.min(size, 110_000) - 8 }) },
      { weight: 1, arbitrary: fc.nat(size - 8) },
    ),
    bytes: fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 8 }),
      fc.constantFrom(
        new Uint8Array(4),
        new Uint8Array(4).fill(255),
        new Uint8Array([0, 0, 0, 128]),
        new Uint8Array([255, 255, 255, 127]),
      ),
    ),
  });

const images: [string, () => Promise<Buffer>][] = [
  [
    "our builder",
    async () => {
      const built = await buildLiveIso(small);
      return Buffer.from(await built.read(0, built.size));
    },
  ],
  [
    "our builder with a config",
    async () => {
      const built = customise(await openLiveIso(await buildLiveIso(small)), { ignition: Buffer.from('{"a":1}') });
      return Buffer.from(await built.read(0, built.size));
    },
  ],
  ...realLayouts.map((name): [string, () => Promise<Buffer>] => [name, () => readRealLayout(name)]),
];

describe.each(images)("mutated images of %s", (_, make) => {
  let original: Buffer;
  beforeAll(async () => {
    original = await make();
  });

  test("as it is, everything works", async () => {
    expect(await failuresOf(original)).toEqual([]);
  });

  test("any few changed bytes give a result or a clear error, quickly", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(mutation(110_000), { minLength: 1, maxLength: 6 }), async (mutations) => {
        const bytes = Buffer.from(original);
        for (const { at, bytes: change } of mutations) if (at + change.length <= bytes.length) bytes.set(change, at);
        const started = performance.now();
        const failures = await failuresOf(bytes);
        expect(performance.now() - started).toBeLessThan(10_000);
        for (const { message } of failures) expect(message).toMatch(/^Found .+; needed .+\. [A-Z].+\.$/s);
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  test("any truncation gives a result or a clear error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(original.length), async (length) => {
        await failuresOf(original.subarray(0, length));
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});
