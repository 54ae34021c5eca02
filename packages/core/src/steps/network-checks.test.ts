import { describe, expect, test } from "vitest";
import { anInventory } from "../../test/builders.ts";
import { argsOf, dhcp, jsonOf, type Scene } from "../../test/step-scene.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";

describe("free-network-addresses", () => {
  const interfaces = (...ipv4Addresses: string[]) => ({
    inventory: anInventory(1, { interfaces: [{ name: "eno1", macAddress: "52:54:00:00:00:01", ipv4Addresses }] }),
  });

  test("names the host's IPv4 networks, each once, none larger than /22", () => {
    const host = interfaces("192.168.10.11/24", "192.168.10.12/24", "10.0.1.2/22", "10.64.0.1/21");
    expect(jsonOf("free-network-addresses", "known", { host })).toEqual(["192.168.10.0/24", "10.0.0.0/22"]);
  });

  test.each<[string, Scene]>([
    ["only large networks", { host: interfaces("10.64.0.1/16") }],
    ["no inventory", { host: { inventory: null } }],
    ["a service in kube mode", { policy: { kubeApi: true } }],
  ])("is not given with %s", (_, given) => {
    expect(argsOf("free-network-addresses", "known", given)).toBeUndefined();
  });
});

describe("dhcp-lease-allocate", () => {
  test("names the interface in the machine network, and MAC addresses that stay", () => {
    const request = jsonOf("dhcp-lease-allocate", "installing-in-progress", { cluster: dhcp });
    expect(request).toEqual({
      interface: "eno1",
      api_vip_mac: expect.stringMatching(/^00:1a:4a(:[0-9a-f]{2}){3}$/i),
      ingress_vip_mac: expect.stringMatching(/^00:1a:4a(:[0-9a-f]{2}){3}$/i),
    });
    expect(jsonOf("dhcp-lease-allocate", "known", { cluster: dhcp })).toEqual(request);
  });

  test("carries the leases that are held", () => {
    const cluster = { ...dhcp, apiVipLease: "lease { api }", ingressVipLease: "lease { ingress }" };
    expect(jsonOf("dhcp-lease-allocate", "known", { cluster })).toMatchObject({
      api_vip_lease: "lease { api }",
      ingress_vip_lease: "lease { ingress }",
    });
  });

  test.each<[string, Scene]>([
    ["VIPs that are given", {}],
    ["no machine network yet", { cluster: { ...dhcp, machineNetworks: [] } }],
    ["no interface in the machine network", { cluster: { ...dhcp, machineNetworks: ["10.1.0.0/16"] } }],
    ["no inventory", { cluster: dhcp, host: { inventory: null } }],
  ])("is not given with %s", (_, given) => {
    expect(argsOf("dhcp-lease-allocate", "known", given)).toBeUndefined();
  });
});

describe("api-vip-connectivity-check", () => {
  const joining: Partial<Host> = { kind: "AddToExistingClusterHost", role: "worker" };
  const ask = (cluster: Partial<Cluster>, host: Partial<Host> = {}) =>
    jsonOf("api-vip-connectivity-check", "known", {
      cluster: { kind: "AddHostsCluster", ...cluster },
      host: { ...joining, ...host },
    });

  test.each<[string, Partial<Cluster>, Partial<Host>, unknown]>([
    ["the cluster's API name", {}, {}, { url: "http://api.demo.example.com:22624/config/worker" }],
    ["a given API name", { apiVipDnsName: "10.0.0.5" }, {}, { url: "http://10.0.0.5:22624/config/worker" }],
    ["an IPv6 address", { apiVipDnsName: "fd00::5" }, {}, { url: "http://[fd00::5]:22624/config/worker" }],
    [
      "a pool of its own",
      {},
      { machineConfigPoolName: "infra" },
      { url: "http://api.demo.example.com:22624/config/infra" },
    ],
    ["a control plane node", {}, { role: "master" }, { url: "http://api.demo.example.com:22624/config/master" }],
    [
      "a known certificate",
      { ignitionEndpoint: { url: "", caCertificate: "Y2E=" } },
      {},
      { url: "https://api.demo.example.com:22623/config/worker", ca_certificate: "Y2E=" },
    ],
    [
      "an endpoint, a token and headers",
      { ignitionEndpoint: { url: "https://ign.example.com:9000/config/", caCertificate: "" } },
      { ignitionEndpointToken: "secret", ignitionEndpointHttpHeaders: { "X-Cluster": "demo" } },
      {
        url: "https://ign.example.com:9000/config/worker",
        ignition_endpoint_token: "secret",
        request_headers: [{ key: "X-Cluster", value: "demo" }],
      },
    ],
    ["nothing to reach", { name: "", apiVipDnsName: "" }, {}, undefined],
  ])("%s", (_, cluster, host, expected) => {
    expect(ask(cluster, host)).toEqual(expected);
  });
});

describe("tang-connectivity-check", () => {
  const tangOn = (enableOn: Cluster["diskEncryption"]["enableOn"]): Partial<Cluster> => ({
    diskEncryption: { enableOn, mode: "tang", tangServers: '[{"url":"http://tang","thumbprint":"x"}]' },
  });
  const joining = (ignition: string): Scene => ({
    cluster: { kind: "AddHostsCluster" },
    host: { kind: "AddToExistingClusterHost", role: "worker", apiVipConnectivity: { isSuccess: true, ignition } },
  });
  const luks = { storage: { luks: [{ clevis: { tang: [{ url: "http://tang2", thumbprint: "y" }] } }] } };

  test("carries the servers as JSON in a string", () => {
    const given: Scene = { cluster: tangOn("masters"), host: { role: "master" } };
    expect(argsOf("tang-connectivity-check", "known", given)).toEqual([
      '{"tang_servers":"[{\\"url\\":\\"http://tang\\",\\"thumbprint\\":\\"x\\"}]"}',
    ]);
  });

  test.each<[string, Scene, boolean]>([
    ["a role whose disks are not encrypted", { cluster: tangOn("workers"), host: { role: "master" } }, false],
    ["a role that is not decided", { cluster: tangOn("workers"), host: { role: "auto-assign" } }, true],
    ["no encryption", { cluster: tangOn("none") }, false],
    ["a TPM", { cluster: { diskEncryption: { enableOn: "all", mode: "tpmv2", tangServers: "" } } }, false],
    ["a running cluster that uses tang", joining(JSON.stringify(luks)), true],
    ["a running cluster that does not", joining('{"storage":{}}'), false],
    ["an ignition that is broken", joining('{"tang"'), false],
    ["an ignition of another form", joining('{"storage":{"luks":"tang"},"x":"tang"}'), false],
  ])("with %s: %s", (_, given, expected) => {
    expect(argsOf("tang-connectivity-check", "known", given) !== undefined).toBe(expected);
  });
});

describe("domain-resolution", () => {
  const names = (given: Scene) => jsonOf("domain-resolution", "known", given);
  const domains = (...list: string[]) => ({ domains: list.map((name) => ({ domain_name: name })) });

  test("names what must resolve, what must not, and the release registry", () => {
    expect(names({})).toEqual(
      domains(
        "api.demo.example.com",
        "api-int.demo.example.com",
        "console-openshift-console.apps.demo.example.com",
        "validateNoWildcardDNS.demo.example.com",
        "validateNoWildcardDNS.demo.example.com.",
        "quay.io",
      ),
    );
  });

  test("without a base domain only the registry is left", () => {
    expect(names({ cluster: { baseDnsDomain: "" } })).toEqual(domains("quay.io"));
    expect(names({ cluster: { baseDnsDomain: "", releaseImage: "10.0.0.1:5000/ocp:1" } })).toBeUndefined();
  });
});

describe("verify-vips", () => {
  test("names every VIP with its kind", () => {
    expect(jsonOf("verify-vips", "known")).toEqual([
      { vip: "192.168.10.100", vip_type: "api" },
      { vip: "192.168.10.101", vip_type: "ingress" },
    ]);
  });

  test.each<[string, Partial<Cluster>]>([
    ["no VIPs", { apiVips: [], ingressVips: [] }],
    ["user-managed networking", { userManagedNetworking: true }],
    ["a single node", { controlPlaneCount: 1 }],
    ["the user's own load balancer", { loadBalancer: "user-managed" }],
    ["VIPs from DHCP", dhcp],
  ])("is not given with %s", (_, cluster) => {
    expect(argsOf("verify-vips", "known", { cluster })).toBeUndefined();
  });
});
