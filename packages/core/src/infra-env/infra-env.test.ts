import { describe, expect, test } from "vitest";
import { aCluster, anInfraEnv, clusterId, now } from "../../test/builders.ts";
import type { Cluster } from "../model/cluster.ts";
import type { InfraEnv } from "../model/infra-env.ts";
import { minute } from "../model/instant.ts";
import { defaultPolicy, type Policy } from "../policy.ts";
import { infraEnvDefaults } from "./create.ts";
import type { InfraEnvUpdate, NewInfraEnv } from "./params.ts";
import { updateInfraEnv } from "./update.ts";

const later = now + minute;
const pullSecret = JSON.stringify({ auths: { "quay.io": { auth: btoa("user:pass") } } });
const birth = { id: "i1", now, owner: { userName: "admin", orgId: "", emailDomain: "" } };
const certificate = "-----BEGIN CERTIFICATE-----\nTUlJQg==\n-----END CERTIFICATE-----\n";
const oci: Partial<Cluster> = {
  platform: { type: "external", external: { platformName: "oci", cloudControllerManager: "External" } },
  userManagedNetworking: true,
  apiVips: [],
  ingressVips: [],
};

type Circumstances = Readonly<{ cluster?: Partial<Cluster>; policy?: Partial<Policy> }>;

const create = (input: Partial<NewInfraEnv>, { cluster, policy = {} }: Circumstances = {}) =>
  infraEnvDefaults(
    { name: "demo_infra-env", pullSecret, ...input },
    { cluster: cluster ? aCluster(cluster) : null, openshiftVersion: "4.22.9" },
    { ...defaultPolicy, ...policy },
    birth,
  );

describe("a new infra-env", () => {
  test("of which only the name is known", () =>
    expect(create({})).toEqual({
      kind: "done",
      value: anInfraEnv({ id: "i1", clusterId: null, openshiftVersion: "4.22.9", imageType: "full-iso" }),
    }));

  test.each([
    ["belongs to its cluster", {}, { cluster: {} }, { clusterId }],
    ["is for the cluster's architecture", {}, { cluster: { cpuArchitecture: "arm64" } }, { cpuArchitecture: "arm64" }],
    [
      "is for x86_64 when the cluster is mixed",
      {},
      { cluster: { cpuArchitecture: "multi" } },
      { cpuArchitecture: "x86_64" },
    ],
    [
      "may be for any part of a mixed cluster",
      { cpuArchitecture: "arm64" },
      { cluster: { cpuArchitecture: "multi" } },
      { cpuArchitecture: "arm64" },
    ],
    ["calls Arm by one name", { cpuArchitecture: "aarch64" }, {}, { cpuArchitecture: "arm64" }],
    ["makes the image the settings say", {}, { policy: { imageType: "minimal-iso" } }, { imageType: "minimal-iso" }],
    [
      "has the time servers the settings name",
      {},
      { policy: { defaultNtpSource: "ntp.example.com" } },
      { additionalNtpSources: "ntp.example.com" },
    ],
    [
      "has the time servers asked for",
      { additionalNtpSources: "own.example.com" },
      { policy: { defaultNtpSource: "ntp.example.com" } },
      { additionalNtpSources: "own.example.com" },
    ],
    ["makes the image asked for", { imageType: "minimal-iso" }, {}, { imageType: "minimal-iso" }],
    [
      "makes full images for mainframes",
      { cpuArchitecture: "s390x", imageType: "minimal-iso" },
      {},
      { imageType: "full-iso" },
    ],
    ["makes minimal images for Oracle's cloud", {}, { cluster: oci }, { imageType: "minimal-iso" }],
    [
      "takes its settings over",
      {
        proxy: { httpProxy: "http://proxy:80", noProxy: "a, b" },
        ntpSources: "ntp.example.com",
        rendezvousIp: "192.168.0.5",
        networkDiscoveryDelaySeconds: 5,
        additionalTrustBundle: certificate,
        kernelArguments: [{ operation: "append", value: "console=ttyS0" }],
      },
      {},
      {
        proxy: { httpProxy: "http://proxy:80", httpsProxy: "", noProxy: "a,b" },
        ntpSources: "ntp.example.com",
        rendezvousIp: "192.168.0.5",
        networkDiscoveryDelaySeconds: 5,
        additionalTrustBundle: certificate,
        kernelArguments: [{ operation: "append", value: "console=ttyS0" }],
      },
    ],
  ] as const satisfies readonly (readonly [string, Partial<NewInfraEnv>, Circumstances, Partial<InfraEnv>])[])(
    "%s",
    (_, input, circumstances, expected) =>
      expect(create(input, circumstances)).toMatchObject({ kind: "done", value: expected }),
  );
});

const host = (...pairs: readonly (readonly [string, string])[]) => ({
  networkYaml: "interfaces: []",
  macInterfaceMap: pairs.map(([macAddress, logicalNicName]) => ({ macAddress, logicalNicName })),
});
const [macA, macB] = ["52:54:00:00:00:0a", "52:54:00:00:00:0b"] as const;

describe("what is refused", () => {
  test.each([
    ["name", { name: " " }, {}],
    ["pull_secret", { pullSecret: "nonsense" }, {}],
    ["ssh_authorized_key", { sshAuthorizedKey: "nonsense" }, {}],
    ["proxy.http_proxy", { proxy: { httpProxy: "nonsense" } }, {}],
    ["additional_ntp_sources", { additionalNtpSources: "a b" }, {}],
    ["ntp_sources", { additionalNtpSources: "a", ntpSources: "b" }, {}],
    ["cpu_architecture", { cpuArchitecture: "arm64" }, { cluster: {} }],
    ["kernel_arguments", { kernelArguments: [{ operation: "append", value: "a b" }] }, {}],
    ["kernel_arguments", { kernelArguments: [{ operation: "delete" }] }, {}],
    ["ignition_config_override", { ignitionConfigOverride: "nonsense" }, {}],
    ["additional_trust_bundle", { additionalTrustBundle: "nonsense" }, {}],
    ["static_network_config", { staticNetworkConfig: [{ macInterfaceMap: [] }] }, {}],
    ["static_network_config", { staticNetworkConfig: [host(["nonsense", "eth0"])] }, {}],
    ["static_network_config", { staticNetworkConfig: [host([macA, ""])] }, {}],
    ["static_network_config", { staticNetworkConfig: [host([macA, "eth0"], [macA.toUpperCase(), "eth1"])] }, {}],
    ["static_network_config", { staticNetworkConfig: [host([macA, "eth0"], [macB, "eth0"])] }, {}],
    ["static_network_config", { staticNetworkConfig: [host([macA, "eth0"]), host([macA, "eth0"])] }, {}],
  ] as const satisfies readonly (readonly [string, Partial<NewInfraEnv>, Circumstances])[])(
    "%s: %j",
    (field, input, circumstances) =>
      expect(create(input, circumstances)).toMatchObject({ kind: "refused", refusal: { status: 400, field } }),
  );

  test("a trust bundle that does not fit", () =>
    expect(create({ additionalTrustBundle: certificate.repeat(2000) })).toMatchObject({
      refusal: { field: "additional_trust_bundle", found: expect.stringContaining("characters") },
    }));

  test("a full image for Oracle's cloud", () =>
    expect(create({ imageType: "full-iso" }, { cluster: oci })).toMatchObject({
      refusal: { code: "incompatible-features" },
    }));
});

describe("static networks that are taken", () => {
  const placeholder = ["01:23:45:67:89:AB", "DUMMY4"] as const;
  test.each([
    ["two hosts", [host([macA, "eth0"]), host([macB, "eth0"])]],
    ["placeholders of a form that is not filled in yet", [host(placeholder), host(placeholder)]],
    ["hosts that name their interfaces by MAC address in the YAML", [host()]],
  ])("%s", (_, staticNetworkConfig) => expect(create({ staticNetworkConfig }).kind).toBe("done"));
});

describe("a change of an infra-env", () => {
  const change = (update: InfraEnvUpdate, before: Partial<InfraEnv> = {}, cluster: Partial<Cluster> | null = null) =>
    updateInfraEnv(anInfraEnv(before), update, cluster && aCluster(cluster), later);

  test.each([
    ["nothing new", { imageType: "full-iso", sshAuthorizedKey: "" }, {}, {}],
    ["another image", { imageType: "minimal-iso" }, {}, { imageType: "minimal-iso", updatedAt: later }],
    [
      "one part of the proxy",
      { proxy: { noProxy: "a" } },
      { proxy: { httpProxy: "http://p:1", httpsProxy: "", noProxy: "" } },
      { proxy: { httpProxy: "http://p:1", httpsProxy: "", noProxy: "a" }, updatedAt: later },
    ],
    [
      "time servers that replace end those that add",
      { ntpSources: "a" },
      { additionalNtpSources: "b" },
      { ntpSources: "a", additionalNtpSources: "", updatedAt: later },
    ],
    ["a new pull secret makes a new image", { pullSecret }, {}, { updatedAt: later }],
    [
      "static networks are replaced as a whole",
      { staticNetworkConfig: [] },
      { staticNetworkConfig: [host([macA, "eth0"])] },
      { staticNetworkConfig: [], updatedAt: later },
    ],
    ["no minimal image for mainframes", { imageType: "minimal-iso" }, { cpuArchitecture: "s390x" }, {}],
    [
      "empty values clear",
      { additionalTrustBundle: "", ignitionConfigOverride: "" },
      { additionalTrustBundle: certificate, ignitionConfigOverride: "x" },
      { additionalTrustBundle: "", ignitionConfigOverride: "", updatedAt: later },
    ],
  ] as const satisfies readonly (readonly [string, InfraEnvUpdate, Partial<InfraEnv>, Partial<InfraEnv>])[])(
    "%s",
    (_, update, before, expected) => expect(change(update, before)).toEqual({ kind: "done", value: expected }),
  );

  test("is refused like a new one would be", () => {
    expect(change({ kernelArguments: [{ operation: "append", value: "a b" }] })).toMatchObject({
      refusal: { field: "kernel_arguments" },
    });
    expect(change({ imageType: "full-iso" }, { imageType: "minimal-iso" }, oci)).toMatchObject({
      refusal: { code: "incompatible-features" },
    });
  });
});
