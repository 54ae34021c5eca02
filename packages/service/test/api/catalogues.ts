import { describe, expect, test } from "vitest";
import { refusal } from "../scene.ts";
import { service } from "./service.ts";

describe("versions", () => {
  test("are all offered, with what they run on, and one of them is the default", async () => {
    const versions = await service.client.call("v2ListSupportedOpenshiftVersions");
    const defaults = Object.entries(versions).filter(([, version]) => version.default);
    expect(defaults).toHaveLength(1);
    for (const [name, version] of Object.entries(versions)) {
      expect(version).toMatchObject({ display_name: name, support_level: expect.any(String) });
      expect(version.cpu_architectures.length).toBeGreaterThan(0);
    }
  });

  test("are narrowed to one minor, or to the newest of each", async () => {
    const names = async (query: { version?: string; only_latest?: boolean }) =>
      Object.keys(await service.client.call("v2ListSupportedOpenshiftVersions", { query }));
    expect(await names({ version: "4.21" })).toEqual(expect.arrayContaining([expect.stringMatching(/^4\.21\.\d+$/)]));
    expect((await names({ version: "4.21" })).every((name) => name.startsWith("4.21."))).toBe(true);
    expect((await names({ only_latest: true })).length).toBeGreaterThan(5);
    const both = service.client.call("v2ListSupportedOpenshiftVersions", {
      query: { version: "4.21", only_latest: true },
    });
    expect(await refusal(both)).toEqual({ status: 400, reason: expect.stringContaining("only_latest") });
    expect(await refusal(names({ version: "four" }))).toEqual({
      status: 400,
      reason: expect.stringContaining("version"),
    });
  });

  test("of the parts of the service are told", async () => {
    expect(await service.client.call("v2ListComponentVersions")).toMatchObject({
      release_tag: expect.any(String),
      versions: {
        "assisted-installer-service": expect.any(String),
        "discovery-agent": expect.any(String),
        "assisted-installer": expect.any(String),
        "assisted-installer-controller": expect.any(String),
      },
    });
    expect(await service.client.call("v2ListReleaseSources")).toEqual([]);
  });

  test("domains that are managed are listed with their provider", async () => {
    expect(await service.client.call("V2ListManagedDomains")).toEqual([
      { domain: "example.com", provider: "route53" },
      { domain: "lab.example.com" },
    ]);
  });
});

describe("operators", () => {
  test("that are supported have properties, of which some have none", async () => {
    const names = await service.client.call("V2ListSupportedOperators");
    expect(names).toEqual(expect.arrayContaining(["lso", "odf", "cnv", "lvm", "mce"]));
    for (const operator_name of names) {
      const properties = await service.client.call("V2ListOperatorProperties", { params: { operator_name } });
      expect(Array.isArray(properties)).toBe(true);
    }
    const unknown = service.client.call("V2ListOperatorProperties", { params: { operator_name: "toaster" } });
    expect(await refusal(unknown)).toEqual({ status: 404, reason: expect.stringContaining("toaster") });
  });

  test("come in bundles too", async () => {
    const bundles = await service.client.call("V2ListBundles");
    expect(bundles.map(({ id }) => id)).toEqual(expect.arrayContaining(["virtualization", "openshift-ai"]));
    for (const { id = "" } of bundles) {
      expect(await service.client.call("V2GetBundle", { params: { id } })).toMatchObject({ id });
    }
    const unknown = service.client.call("V2GetBundle", { params: { id: "toasters" } });
    expect(await refusal(unknown)).toEqual({ status: 404, reason: expect.stringContaining("toasters") });
    const fitting = await service.client.call("V2ListBundles", {
      query: { openshift_version: "4.22", cpu_architecture: "s390x" },
    });
    expect(fitting.length).toBeLessThan(bundles.length);
  });
});

describe("support levels", () => {
  test("tell how well each feature is supported where", async () => {
    const { features } = (await service.client.call("GetSupportedFeatures", {
      query: { openshift_version: "4.22" },
    })) as { features: Record<string, string> };
    expect(features).toMatchObject({ SNO: "supported", VIP_AUTO_ALLOC: expect.any(String) });
    const detailed = (await service.client.call("GetDetailedSupportedFeatures", {
      query: { openshift_version: "4.22", cpu_architecture: "s390x", platform_type: "none" },
    })) as { features: { "feature-support-level-id": string }[]; operators: unknown[] };
    expect(detailed.features.length).toBeGreaterThan(20);
    expect(detailed.operators.length).toBeGreaterThan(20);
    const { architectures } = (await service.client.call("GetSupportedArchitectures", {
      query: { openshift_version: "4.22" },
    })) as { architectures: Record<string, string> };
    expect(architectures).toMatchObject({ X86_64_ARCHITECTURE: "supported" });
  });

  test.for(["GetSupportedFeatures", "GetDetailedSupportedFeatures", "GetSupportedArchitectures"] as const)(
    "%s needs a version that is one",
    async (operation) => {
      const ask = (openshift_version: string) =>
        service.client.call(operation, { query: { openshift_version } as never });
      for (const version of ["", "latest"]) {
        expect(await refusal(ask(version))).toEqual({
          status: 400,
          reason: expect.stringContaining("openshift_version"),
        });
      }
    },
  );
});

test("the service tells how it is, what it counts, and what it speaks", async () => {
  expect(await service.client.call("getHealth")).toBe("ok");
  expect(await service.client.call("getReady")).toBe("ready");
  expect(await service.client.call("getMetrics")).toContain("# HELP");
  const document = await service.client.call("getV2OpenApi");
  expect(JSON.stringify(document)).toContain("/v2/infra-envs/{infra_env_id}/hosts/{host_id}/instructions");
  expect(await service.client.call("getOpenApi")).toEqual(document);
});
