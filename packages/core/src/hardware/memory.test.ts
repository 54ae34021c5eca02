import { expect, test } from "vitest";
import { anInventory } from "../../test/builders.ts";
import { hasMemory } from "./memory.ts";

const mib = 1024 ** 2;

test.each([
  ["dmidecode", 16_384, true],
  ["dmidecode", 16_284, true],
  ["dmidecode", 16_283, false],
  ["ghw", 16_283, false],
  ["meminfo", 15_965, true],
  ["meminfo", 15_964, false],
] as const)("16 GiB are needed, %s counts %d MiB: %s", (physicalBytesMethod, found, enough) => {
  const inventory = anInventory(1, { memory: { physicalBytes: found * mib, physicalBytesMethod } });
  expect(hasMemory(inventory, 16_384)).toBe(enough);
});

test("an inventory without memory has none", () => {
  const { memory: _, ...inventory } = anInventory();
  expect(hasMemory(inventory, 8_192)).toBe(false);
});
