import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { embedAreaBytes, embeddedSize, file, ignitionConfig, printIgnition } from "./index.ts";

test("the size is that of the compressed archive, and tells what fits", () => {
  const small = ignitionConfig("3.1.0", { files: [file("/a", "a".repeat(100_000))] });
  const large = ignitionConfig("3.1.0", { files: [file("/a", randomBytes(300_000))] });
  expect(embeddedSize(small)).toBeLessThan(1000);
  expect(embeddedSize(small) % 4).toBe(0);
  expect(embeddedSize(large)).toBeGreaterThan(embedAreaBytes);
  const alone = gzipSync(printIgnition(large), { level: 9 }).length;
  expect(embeddedSize(large) - alone).toBeLessThan(200);
});
