import { expect, test } from "vitest";
import { encodeContent, manifestProblems } from "./manifest-fields.ts";

const good = { folder: "manifests", fileName: "a.yaml", content: "kind: ConfigMap\n" } as const;
const wrong = (changes: Partial<{ fileName: string; content: string }>) =>
  Object.keys(manifestProblems({ ...good, ...changes }, [{ folder: "manifests", file_name: "there.yaml" }]));

test("names and contents that the service would refuse are told before it is asked", () => {
  expect(wrong({})).toEqual([]);
  expect(wrong({ fileName: "a.txt" })).toEqual(["fileName"]);
  expect(wrong({ fileName: "dir/a.yaml" })).toEqual(["fileName"]);
  expect(wrong({ fileName: "there.yaml" })).toEqual(["fileName"]);
  expect(wrong({ fileName: "a.yaml.patch_1" })).toEqual([]);
  expect(wrong({ content: "a: [" })).toEqual(["content"]);
  expect(wrong({ fileName: "a.json", content: "kind: x" })).toEqual(["content"]);
  expect(wrong({ content: "x".repeat(1_048_577) })).toEqual(["content"]);
});

test("content travels as base64 of UTF-8", () => {
  expect(Buffer.from(encodeContent("ä → b"), "base64").toString()).toBe("ä → b");
});
