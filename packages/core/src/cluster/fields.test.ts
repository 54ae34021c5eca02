import { describe, expect, test } from "vitest";
import { diskEncryptionProblem } from "./disk-encryption.ts";
import { ignitionEndpointProblem } from "./ignition-endpoint.ts";
import { baseDomainProblem, clusterNameProblem, isDomainName } from "./names.ts";
import { ntpProblem } from "./ntp.ts";
import { checkProxy, clusterProxyFields, tidyNoProxy } from "./proxy.ts";
import { pullSecretProblem } from "./pull-secret.ts";
import { sshKeysProblem } from "./ssh-key.ts";

const matching = (text: string | null) => (text === null ? null : expect.stringContaining(text));

describe("names", () => {
  test.each([
    ["demo", "baremetal", true],
    ["a", "baremetal", true],
    ["0-demo-9", "baremetal", true],
    ["x".repeat(54), "baremetal", true],
    ["x".repeat(55), "baremetal", false],
    ["-demo", "baremetal", false],
    ["demo-", "baremetal", false],
    ["Demo", "baremetal", false],
    ["de_mo", "baremetal", false],
    ["", "baremetal", false],
    ["my.demo", "baremetal", false],
    ["my.demo", "vsphere", false],
    ["my.demo", "none", true],
    ["my.demo", "external", true],
    ["my..demo", "none", false],
  ] as const)("cluster %j on %s: %s", (name, platform, valid) =>
    expect(clusterNameProblem(name, platform) === null).toBe(valid),
  );

  test.each([
    ["example.com", true],
    ["lab.local", true],
    ["lab", true],
    ["example.com.", true],
    ["Example.COM", true],
    ["exa mple.com", false],
    [".com", false],
    ["-a.com", false],
    [`${"x".repeat(64)}.com`, false],
    [Array(64).fill("abc").join("."), false],
  ])("domain %j: %s", (domain, valid) => {
    expect(isDomainName(domain)).toBe(valid);
    expect(baseDomainProblem(domain, "demo") === null).toBe(valid);
  });
});

describe("time servers", () => {
  test.each([
    ["", null],
    ["0.pool.ntp.org", null],
    ["192.168.0.1,fd01::1, ntp.example.com", null],
    ["ntp one", '"ntp one"'],
    ["a,,b", '""'],
    ["a,b,a", "a more than once"],
  ])("%j", (list, found) => expect(ntpProblem(list)?.found ?? null).toEqual(matching(found)));
});

describe("proxies", () => {
  const check = (proxy: Partial<Record<"httpProxy" | "httpsProxy" | "noProxy", string>>) =>
    checkProxy({ httpProxy: "", httpsProxy: "", noProxy: "", ...proxy }, clusterProxyFields, [
      "10.128.0.0/14",
      "fd01::/48",
    ]);

  test.each([
    [{}, null],
    [{ httpProxy: "http://proxy.example.com:3128" }, null],
    [{ httpProxy: "http://user:secret@192.168.0.1:3128" }, null],
    [{ httpProxy: "https://proxy:3128" }, "http_proxy"],
    [{ httpProxy: "proxy:3128" }, "http_proxy"],
    [{ httpProxy: "nonsense" }, "http_proxy"],
    [{ httpsProxy: "http://proxy:3128" }, null],
    [{ httpsProxy: "https://proxy:3128" }, null],
    [{ httpsProxy: "ftp://proxy" }, "https_proxy"],
    [{ httpProxy: "http://10.128.0.1:3128" }, "http_proxy"],
    [{ httpsProxy: "http://[fd01::1]:3128" }, "https_proxy"],
    [{ noProxy: "*" }, null],
    [{ noProxy: "example.com,.example.org,192.168.0.1,10.0.0.0/8,fd01::/48" }, null],
    [{ noProxy: "*.example.com" }, "no_proxy"],
    [{ noProxy: "a b" }, "no_proxy"],
  ])("%j", (proxy, field) => expect(check(proxy)?.field ?? null).toBe(field));

  test("what is refused is not repeated: it may hold a password", () =>
    expect(JSON.stringify(check({ httpProxy: "https://user:secret@proxy" }))).not.toContain("secret"));

  test("a list is tidied", () => expect(tidyNoProxy(" a, b ,,c ")).toBe("a,b,c"));
});

const blob = (type: string) => btoa(`\0\0\0${String.fromCharCode(type.length)}${type}\0\0\0\x20key`);

describe("SSH keys", () => {
  test.each([
    ["", null],
    [`ssh-ed25519 ${blob("ssh-ed25519")} me@example.com`, null],
    [`ssh-rsa ${blob("ssh-rsa")}`, null],
    [`# mine\n\nssh-rsa ${blob("ssh-rsa")}\necdsa-sha2-nistp256 ${blob("ecdsa-sha2-nistp256")}\n`, null],
    [`from="10.0.0.0/8" ssh-rsa ${blob("ssh-rsa")} me`, null],
    [`ssh-rsa ${blob("ssh-ed25519")}`, "line 1"],
    ["ssh-rsa", "line 1"],
    ["ssh-rsa not-base64!", "line 1"],
    [`ssh-ed25519 ${blob("ssh-ed25519")}\n-----BEGIN OPENSSH PRIVATE KEY-----`, "line 2"],
  ])("%j", (text, found) => expect(sshKeysProblem(text)?.found ?? null).toEqual(matching(found)));
});

describe("pull secrets", () => {
  test.each([
    [{ auths: { "quay.io": { auth: btoa("user:pass"), email: "a@b.c" } } }, null],
    [{ auths: { "quay.io": { auth: btoa("user:pass") }, mirror: { credsStore: "store" } } }, null],
    [{ auths: {} }, "no registry"],
    [{ auths: [] }, 'without an object "auths"'],
    [{}, 'without an object "auths"'],
    [{ auths: { "quay.io": {} } }, 'no "auth" for registry quay.io'],
    [{ auths: { "quay.io": null } }, 'no "auth" for registry quay.io'],
    [{ auths: { "quay.io": { auth: "hunter2!" } } }, "of registry quay.io"],
    [{ auths: { "quay.io": { auth: btoa("justaname") } } }, "of registry quay.io"],
  ])("%j", (secret, found) =>
    expect(pullSecretProblem(JSON.stringify(secret))?.found ?? null).toEqual(matching(found)),
  );

  test("text that is not JSON", () =>
    expect(pullSecretProblem("hunter2")?.found).toBe("text that is not a JSON object"));

  test("what is refused is not repeated", () => {
    const secret = JSON.stringify({ auths: { "quay.io": { auth: "hunter2!" } } });
    expect(JSON.stringify([pullSecretProblem(secret), pullSecretProblem("hunter2!")])).not.toContain("hunter2");
  });
});

describe("disk encryption", () => {
  const tang = JSON.stringify([{ url: "http://tang.example.com:7500", thumbprint: "PLjNyRdGw03zlRoGjQYMahSZGu9" }]);
  test.each([
    [{ enableOn: "none", mode: "tang", tangServers: "" }, true, null],
    [{ enableOn: "all", mode: "tpmv2", tangServers: "" }, true, null],
    [{ enableOn: "masters", mode: "tang", tangServers: tang }, true, null],
    [{ enableOn: "masters", mode: "tang", tangServers: "" }, true, "without Tang servers"],
    [{ enableOn: "all", mode: "tang", tangServers: "[]" }, true, "another form"],
    [{ enableOn: "all", mode: "tang", tangServers: '[{"url":"tang"}]' }, true, "another form"],
    [{ enableOn: "all", mode: "tang", tangServers: "nonsense" }, true, "another form"],
    [{ enableOn: "all", mode: "tpmv2", tangServers: "" }, false, "disk encryption on all"],
  ] as const)("%j, allowed: %s", (settings, diskEncryption, found) =>
    expect(diskEncryptionProblem(settings, { diskEncryption })?.found ?? null).toEqual(matching(found)),
  );
});

describe("ignition endpoints", () => {
  const pem = "-----BEGIN CERTIFICATE-----\nTUlJQg==\n-----END CERTIFICATE-----\n";
  test.each([
    [{ url: "", caCertificate: "" }, null],
    [{ url: "https://ignition.example.com:22623/config", caCertificate: btoa(pem) }, null],
    [{ url: "ignition.example.com", caCertificate: "" }, "as url"],
    [{ url: "ftp://ignition", caCertificate: "" }, "as url"],
    [{ url: "", caCertificate: pem }, "ca_certificate"],
    [{ url: "", caCertificate: btoa("hello") }, "ca_certificate"],
  ])("%j", (endpoint, found) => expect(ignitionEndpointProblem(endpoint)?.found ?? null).toEqual(matching(found)));
});
