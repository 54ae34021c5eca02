import { expect, test } from "vitest";
import { formatBytes, formatMib } from "./size.ts";

test.each([
  [512, "512 MiB"],
  [1_023.9, "1023.9 MiB"],
  [16_384, "16 GiB"],
  [16_383, "15.99 GiB"],
])("%d MiB of memory reads %s", (mib, text) => {
  expect(formatMib(mib)).toBe(text);
});

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1_000, "1 kB"],
  [99_999_999_999, "99.99 GB"],
  [480e9, "480 GB"],
  [1.92e12, "1.92 TB"],
  [3e16, "30000 TB"],
])("a disk of %d bytes reads %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
