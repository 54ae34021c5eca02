import { Overlay } from "@muster/iso";
import { expect, test } from "vitest";
import { Overlays } from "./overlays.ts";

/** Counts how often each image is made. */
function workshop(overlays: Overlays, bytes = 10) {
  const made: string[] = [];
  const find = (key: string) =>
    overlays.find(key, async () => {
      made.push(key);
      return Overlay.of(Buffer.alloc(bytes), { zeros: 1_000 });
    });
  return { made, find };
}

test("an image is made once for all who ask, and again after one that could not be made", async () => {
  const overlays = new Overlays();
  const { made, find } = workshop(overlays);
  const [one, other] = await Promise.all([find("a"), find("a")]);
  expect([made, one === other]).toEqual([["a"], true]);
  await expect(overlays.find("b", () => Promise.reject(new Error("no room")))).rejects.toThrow("no room");
  await find("b");
  expect(made).toEqual(["a", "b"]);
});

test.each([
  ["there are too many", new Overlays(2), 10],
  ["they hold too many bytes", new Overlays(500, 25), 10],
])("when %s, what was not asked for longest is forgotten", async (_, overlays, bytes) => {
  const { made, find } = workshop(overlays, bytes);
  for (const key of ["a", "b", "a", "c", "a", "b"]) await find(key);
  expect(made).toEqual(["a", "b", "c", "b"]);
});
