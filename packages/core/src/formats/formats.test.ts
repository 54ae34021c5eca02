import { describe, expect, test } from "vitest";
import { decodeBase64 } from "./base64.ts";
import { ignitionOverrideProblem } from "./ignition.ts";
import { isCertificateBundle } from "./pem.ts";

const certificate = "-----BEGIN CERTIFICATE-----\nTUlJQg==\n-----END CERTIFICATE-----\n";

test.each([
  ["TUlJQg==", "MIIB"],
  ["", null],
  ["not base64!", null],
  ["A", null],
])("base64 %j", (text, expected) => expect(decodeBase64(text)).toBe(expected));

describe("certificates", () => {
  test.each([
    ["one", certificate, true],
    ["several with comments", `# root\n${certificate}# next\n${certificate}`, true],
    ["none", "hello", false],
    ["a key instead", certificate.replaceAll("CERTIFICATE", "PRIVATE KEY"), false],
    ["one without an end", `${certificate}-----BEGIN CERTIFICATE-----\nTUlJQg==`, false],
    ["one that is not base64", certificate.replace("TUlJQg==", "T=U=l"), false],
  ])("%s", (_, text, expected) => expect(isCertificateBundle(text)).toBe(expected));
});

describe("Ignition overrides", () => {
  test.each([
    ["", null],
    ['{"ignition":{"version":"3.1.0"}}', null],
    ['{"ignition":{"version":"3.4.0"},"storage":{}}', null],
    ['{"ignition":{"version":"3.0.0"}}', "Ignition version 3.0.0"],
    ['{"ignition":{"version":"2.2.0"}}', "Ignition version 2.2.0"],
    ['{"ignition":{}}', "no ignition.version"],
    ["[]", "not a JSON object"],
    ["{", "not a JSON object"],
  ])("%j", (text, found) =>
    expect(ignitionOverrideProblem(text)?.found ?? null).toEqual(
      found === null ? null : expect.stringContaining(found),
    ),
  );
});
