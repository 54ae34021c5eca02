import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memorySource } from "../source.ts";
import { filler } from "../testing/live-files.ts";
import { Overlay } from "./overlay.ts";

const base = filler(2000, 1);

type Step =
  | { kind: "replace"; at: number; bytes: Uint8Array }
  | { kind: "append"; bytes: Uint8Array }
  | { kind: "zeros"; at: number; length: number }
  | { kind: "slice"; from: number; to: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("replace" as const), at: fc.nat(3000), bytes: fc.uint8Array({ maxLength: 300 }) }),
  fc.record({ kind: fc.constant("append" as const), bytes: fc.uint8Array({ maxLength: 300 }) }),
  fc.record({ kind: fc.constant("zeros" as const), at: fc.nat(3000), length: fc.nat(300) }),
  fc.record({ kind: fc.constant("slice" as const), from: fc.nat(500), to: fc.nat(5000) }),
);

/** The same steps on an overlay and on plain bytes. */
function play(steps: readonly Step[]): { overlay: Overlay; plain: Buffer } {
  let overlay = Overlay.of(memorySource(base));
  let plain = Buffer.from(base);
  for (const each of steps) {
    switch (each.kind) {
      case "append":
        overlay = overlay.append(each.bytes);
        plain = Buffer.concat([plain, each.bytes]);
        break;
      case "slice": {
        const from = Math.min(each.from, plain.length);
        const to = Math.max(from, Math.min(each.to, plain.length));
        overlay = overlay.slice(from, to);
        plain = Buffer.from(plain.subarray(from, to));
        break;
      }
      default: {
        const content = each.kind === "replace" ? each.bytes : new Uint8Array(each.length);
        const at = Math.min(each.at, Math.max(plain.length - content.length, 0));
        const fitting = content.subarray(0, plain.length - at);
        overlay = overlay.replace(at, each.kind === "replace" ? fitting : { zeros: fitting.length });
        plain.set(fitting, at);
      }
    }
  }
  return { overlay, plain };
}

describe("an overlay", () => {
  test("any range after any edits equals the same part of the whole", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.nat(6000), fc.nat(6000), async (steps, a, b) => {
        const { overlay, plain } = play(steps);
        const start = Math.min(a, b, plain.length);
        const end = Math.min(Math.max(a, b), plain.length);
        expect(overlay.size).toBe(plain.length);
        expect(Buffer.from(await overlay.read(start, end - start))).toEqual(plain.subarray(start, end));
        const chunks: Uint8Array[] = [];
        for await (const chunk of overlay.ranges(start, end)) chunks.push(chunk);
        expect(Buffer.concat(chunks)).toEqual(plain.subarray(start, end));
      }),
    );
  });

  test("the same request has the same ETag, another request another one", () => {
    const image = () => Overlay.of(memorySource(base)).replace(100, Buffer.from("abc"));
    expect(image().etag).toBe(image().etag);
    expect(image().etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(image().replace(100, Buffer.from("abd")).etag).not.toBe(image().etag);
    expect(image().append({ zeros: 1 }).etag).not.toBe(image().etag);
    expect(Overlay.of(memorySource(filler(2000, 2))).replace(100, Buffer.from("abc")).etag).not.toBe(image().etag);
  });

  test("putting an image together in other steps does not change its identity", () => {
    const source = memorySource(base);
    const whole = Overlay.of(source);
    expect(Overlay.of(whole.slice(0, 700), whole.slice(700)).identity).toBe(whole.identity);
    expect(Overlay.of({ zeros: 3 }, { zeros: 4 }).identity).toBe(Overlay.of({ zeros: 7 }).identity);
  });

  test("edits leave the overlay they start from as it was", async () => {
    const before = Overlay.of(memorySource(base));
    before.replace(0, Buffer.from("changed"));
    expect(Buffer.from(await before.read(0, 7))).toEqual(base.subarray(0, 7));
  });

  test("a replacement that sticks out is refused", () => {
    expect(() => Overlay.of(memorySource(base)).replace(1999, Buffer.from("ab"))).toThrow(
      expect.objectContaining({ code: "read_outside_image" }),
    );
  });
});

test("an overlay takes the memory of what was put over its base, not of the base", () => {
  const overlay = Overlay.of(memorySource(base)).replace(100, filler(50, 2)).append({ zeros: 1_000 }, filler(7, 3));
  expect(overlay.heldBytes).toBe(57);
});
