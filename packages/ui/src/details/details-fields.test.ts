import type { OpenshiftVersion } from "@muster/contract";
import { expect, test } from "vitest";
import {
  createRequest,
  defaultVersion,
  detailsProblems,
  emptyDetails,
  updateRequest,
  versionChoices,
} from "./details-fields.ts";

const good = {
  ...emptyDetails,
  name: "lab",
  domain: "example.com",
  version: "4.22.9",
  pullSecret: '{"auths":{"quay.io":{"auth":"dXNlcjpwYXNz"}}}',
};
const fieldsWith = (changes: object, secretKnown = false) =>
  Object.keys(detailsProblems({ ...good, ...changes }, { taken: ["taken"], secretKnown }));

test("what a cluster cannot be called, or lies without, is told at its field", () => {
  expect(fieldsWith({})).toEqual([]);
  expect(fieldsWith({ name: "Lab_1" })).toEqual(["name"]);
  expect(fieldsWith({ name: "taken" })).toEqual(["name"]);
  expect(fieldsWith({ domain: "" })).toEqual(["domain"]);
  expect(fieldsWith({ pullSecret: "not JSON", sshKey: "ssh-rsa short" })).toEqual(["pullSecret", "sshKey"]);
});

test("a pull secret that the service has need not be given again", () => {
  expect(fieldsWith({ pullSecret: "" })).toEqual(["pullSecret"]);
  expect(fieldsWith({ pullSecret: "" }, true)).toEqual([]);
});

test("a single node is asked for as the service expects it", () => {
  expect(createRequest({ ...good, controlPlanes: "1" })).toMatchObject({
    control_plane_count: 1,
    high_availability_mode: "None",
    user_managed_networking: true,
  });
});

test("an update holds what was changed", () => {
  expect(updateRequest({ ...good, name: "other" }, ["name"])).toEqual({ name: "other" });
});

test("versions are listed newest first, and the default is known", () => {
  const version: OpenshiftVersion = { display_name: "x", support_level: "production", cpu_architectures: [] };
  const versions = { "4.9.0": version, "4.22.0": { ...version, default: true }, "4.10.0": version };
  expect(versionChoices(versions).map(({ value }) => value)).toEqual(["4.22.0", "4.10.0", "4.9.0"]);
  expect(defaultVersion(versions)).toBe("4.22.0");
});
