import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type IgnitionConfig, mergeIgnition, parseIgnition, printIgnition } from "../src/index.ts";
import { anyConfig } from "./arbitraries.ts";

const merge = (base: IgnitionConfig, ...overrides: IgnitionConfig[]): IgnitionConfig | null => {
  const outcome = mergeIgnition(base, ...overrides);
  return outcome.kind === "ok" ? outcome.value : null;
};

/** Without paths that are a file here and a link there: what lies between the two decides what is left of the first. */
const filesOnly = anyConfig.map(
  ({ storage: { links: _links, directories: _directories, ...storage } = {}, ...config }): IgnitionConfig => ({
    ...config,
    storage,
  }),
);

describe("printing and reading", () => {
  test("a config that is printed and read is the same config", () => {
    fc.assert(
      fc.property(anyConfig, fc.constantFrom(0, 2), (config, indent) => {
        expect(parseIgnition(printIgnition(config, { indent }))).toMatchObject({ kind: "ok" });
        expect(parseIgnition(printIgnition(config, { indent }))).toHaveProperty("value", config);
      }),
    );
  });

  test("the order of keys in the input does not show in the output", () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, item]) => [key, reversed(item)]),
      );
    };
    fc.assert(
      fc.property(anyConfig, (config) => {
        const outcome = parseIgnition(JSON.stringify(reversed(config)));
        expect(outcome.kind === "ok" && printIgnition(outcome.value)).toBe(printIgnition(config));
      }),
    );
  });
});

describe("merging", () => {
  test("a config over an empty one, and an empty one over a config, is that config", () => {
    fc.assert(
      fc.property(anyConfig, (config) => {
        const empty: IgnitionConfig = { ignition: { version: config.ignition.version } };
        expect(merge(config, empty)).toEqual(config);
        expect(merge(empty, config)).toEqual(config);
      }),
    );
  });

  test("the order in which neighbours are joined does not matter", () => {
    fc.assert(
      fc.property(filesOnly, filesOnly, filesOnly, (one, two, three) => {
        const left = merge(one, two);
        const right = merge(two, three);
        const all = merge(one, two, three);
        // Three sound configs may make a broken one, or two of them.
        fc.pre(left !== null && right !== null && all !== null);
        expect(merge(left, three)).toEqual(all);
        expect(merge(one, right)).toEqual(all);
      }),
    );
  });

  test("what the last config says about a path, a unit or a user holds", () => {
    fc.assert(
      fc.property(anyConfig, anyConfig, (base, override) => {
        const result = merge(base, override);
        fc.pre(result !== null);
        for (const file of override.storage?.files ?? []) {
          const { append: _append, contents, ...said } = file;
          const found = result.storage?.files?.find(({ path }) => path === file.path);
          expect(found).toMatchObject(said);
          if (contents?.source !== undefined) expect(found?.contents?.source).toBe(contents.source);
        }
        for (const unit of override.systemd?.units ?? []) {
          const { dropins: _dropins, ...said } = unit;
          expect(result.systemd?.units?.find(({ name }) => name === unit.name)).toMatchObject(said);
        }
      }),
    );
  });
});

describe("hostile input", () => {
  const anything = fc.anything({ maxDepth: 3, withNullPrototype: false });

  /** Replaces, removes or doubles something deep inside. */
  const mutated = fc
    .tuple(anyConfig, fc.infiniteStream(fc.nat()), fc.infiniteStream(anything))
    .map(([config, dice, junk]) => {
      const next = () => Number(dice.next().value);
      const mutate = (value: unknown): unknown => {
        if (next() % 12 === 0) return junk.next().value;
        if (Array.isArray(value)) {
          const items = value.map(mutate);
          return next() % 5 === 0 ? [...items, ...items] : items;
        }
        if (typeof value !== "object" || value === null) return value;
        const entries = Object.entries(value).map(([key, item]): [string, unknown] => [
          next() % 15 === 0 ? `${key}x` : key,
          mutate(item),
        ]);
        return Object.fromEntries(entries.filter(() => next() % 20 !== 0));
      };
      return mutate(config);
    });

  test("mutated configs are read or refused with places, never more", () => {
    fc.assert(
      fc.property(mutated, (config) => {
        const outcome = parseIgnition(
          JSON.stringify(config, (_, value) => (typeof value === "bigint" ? 1 : value)) ?? "",
        );
        if (outcome.kind === "ok") expect(parseIgnition(printIgnition(outcome.value)).kind).toBe("ok");
        else expect(outcome.problems.every(({ path }) => path.startsWith("$"))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("mutated text is read or refused, never more", () => {
    fc.assert(
      fc.property(anyConfig, fc.nat(), fc.nat(6), fc.string({ maxLength: 4 }), (config, at, removed, added) => {
        const text = printIgnition(config);
        const start = at % text.length;
        const outcome = parseIgnition(text.slice(0, start) + added + text.slice(start + removed));
        expect(["ok", "refused"]).toContain(outcome.kind);
      }),
      { numRuns: 500 },
    );
  });

  const config = (rest: string) => `{"ignition":{"version":"3.5.0"},${rest}}`;
  const many = (count: number, item: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => item(index)).join();
  const files = (entries: string) => config(`"storage":{"files":[${entries}]}`);

  test.each([
    ["deep nesting", config(`"x":${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`)],
    ["many files", files(many(100_000, (index) => `{"path":"/a${index}"}`))],
    ["the same file again and again", files(many(100_000, () => '{"path":"/a"}'))],
    ["long paths below each other", files(many(2000, (index) => `{"path":"${"/a".repeat(index)}/b"}`))],
    ["many names of one directory", files(many(2000, (index) => `{"path":"${"/a".repeat(2000)}${index}"}`))],
    ["a long data URL", files(`{"path":"/a","contents":{"source":"data:,${"%41".repeat(3_000_000)}"}}`)],
    ["a long media type", files(`{"path":"/a","contents":{"source":"data:text/${"a".repeat(5_000_000)}"}}`)],
    ["many unknown keys", config(many(200_000, (index) => `"k${index}":0`))],
    ["unknown keys everywhere", files(many(100_000, (index) => `{"path":"/a${index}","pth":0}`))],
    [
      "a unit that never ends",
      config(`"systemd":{"units":[{"name":"a.service","contents":"[Unit]\\nA=${"b\\\\\\n".repeat(200_000)}"}]}`),
    ],
  ])("%s: it takes no more than its size", (_, text) => {
    const started = performance.now();
    parseIgnition(text);
    expect(performance.now() - started).toBeLessThan(8_000);
  });
});
