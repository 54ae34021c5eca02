import { describe, expect, test } from "vitest";
import { Cluster, type FromWire, fromWire, IgnoredValidations, OpenshiftVersions, toWire } from "./index.ts";

const wire: Cluster = {
  kind: "Cluster",
  id: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
  href: "/",
  image_info: { size_bytes: 1 },
  status: "ready",
  status_info: "",
  api_vips: [{ ip: "192.168.0.2" }],
  "last-installation-preparation": { status: "not_started" },
};

const domain: FromWire<typeof Cluster> = {
  kind: "Cluster",
  id: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
  href: "/",
  imageInfo: { sizeBytes: 1 },
  status: "ready",
  statusInfo: "",
  apiVips: [{ ip: "192.168.0.2" }],
  lastInstallationPreparation: { status: "not_started" },
};

describe("between the wire and the domain", () => {
  test("names change, values do not", () => {
    expect(fromWire(Cluster, wire)).toEqual(domain);
    expect(toWire(Cluster, domain)).toEqual(wire);
  });

  test("hyphens are names' separators too", () => {
    expect(fromWire(IgnoredValidations, { "host-validation-ids": "[]" })).toEqual({ hostValidationIds: "[]" });
  });

  test("nulls and unknown fields stay behind", () => {
    const noisy: Cluster = JSON.parse(JSON.stringify({ ...wire, host_networks: null, surprise: 1 }));
    expect(fromWire(Cluster, noisy)).toEqual(domain);
  });

  test("keys of maps are data, not names", () => {
    const versions: OpenshiftVersions = {
      "4.20-multi_arch": { display_name: "4.20", support_level: "production", cpu_architectures: ["x86_64"] },
    };
    expect(fromWire(OpenshiftVersions, versions)).toEqual({
      "4.20-multi_arch": { displayName: "4.20", supportLevel: "production", cpuArchitectures: ["x86_64"] },
    });
  });
});
