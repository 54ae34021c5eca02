import type { InfraEnv } from "@muster/contract";
import { expect, test } from "vitest";
import { imageFieldsOf, imageProblems, imageRequest } from "./image-fields.ts";

const infraEnv: InfraEnv = {
  kind: "InfraEnv",
  id: "i1",
  href: "",
  name: "lab",
  type: "minimal-iso",
  updated_at: "2026-01-01T00:00:00Z",
  created_at: "2026-01-01T00:00:00Z",
  proxy: { http_proxy: "http://192.0.2.9:3128", no_proxy: ".example.com" },
  kernel_arguments: JSON.stringify([{ operation: "append", value: "console=ttyS0" }]),
};
const fields = imageFieldsOf(infraEnv);
const wrong = (changes: Partial<typeof fields>) => Object.keys(imageProblems({ ...fields, ...changes }));

test("what an image is made from is read back, and asked for again the same", () => {
  expect(fields).toMatchObject({ imageType: "minimal-iso", useProxy: true, kernelArguments: "console=ttyS0" });
  expect(imageRequest(fields)).toMatchObject({
    image_type: "minimal-iso",
    proxy: { http_proxy: "http://192.0.2.9:3128", https_proxy: "", no_proxy: ".example.com" },
    kernel_arguments: [{ operation: "append", value: "console=ttyS0" }],
  });
});

test("mistakes are told at their field", () => {
  expect(wrong({})).toEqual([]);
  expect(wrong({ httpProxy: "ftp://x" })).toEqual(["httpProxy"]);
  expect(wrong({ httpProxy: "" })).toEqual(["httpProxy"]);
  expect(wrong({ useProxy: false, httpProxy: "ftp://x" })).toEqual([]);
  expect(wrong({ noProxy: "a b" })).toEqual(["noProxy"]);
  expect(wrong({ ntp: "!" })).toEqual(["ntp"]);
  expect(wrong({ trust: "not PEM" })).toEqual(["trust"]);
  expect(wrong({ kernelArguments: "two words" })).toEqual(["kernelArguments"]);
});
