import { expect, test } from "vitest";
import { outcomes } from "../../../test/host-facts.ts";
import type { DomainResolutions } from "../../model/observations.ts";
import { releaseDomain } from "./dns.ts";

const answers = (names: Readonly<Record<string, string[]>>): { domainNameResolutions: DomainResolutions } => ({
  domainNameResolutions: {
    resolutions: Object.entries(names).map(([domainName, addresses]) => ({
      domainName,
      ipv4Addresses: addresses.filter((address) => !address.includes(":")),
      ipv6Addresses: addresses.filter((address) => address.includes(":")),
    })),
  },
});

const ownRecords = { userManagedNetworking: true, platform: { type: "none", external: null } } as const;
const day2 = { kind: "AddToExistingClusterHost" } as const;
const imported = { kind: "AddHostsCluster", imported: true } as const;
const tells = (ignition: string) => ({ apiVipConnectivity: { isSuccess: true, ignition } });
const keepalived = '{"storage":{"files":[{"path":"/etc/kubernetes/manifests/keepalived.yaml"}]}}';

for (const [id, name] of [
  ["api-domain-name-resolved-correctly", "api.demo.example.com"],
  ["api-int-domain-name-resolved-correctly", "api-int.demo.example.com"],
  ["apps-domain-name-resolved-correctly", "console-openshift-console.apps.demo.example.com"],
] as const) {
  outcomes(id, [
    ["not needed with virtual IPs", {}, "success", "no DNS record of its own"],
    ["not needed with a load balancer of one's own", { cluster: { loadBalancer: "user-managed" } }, "success"],
    ["not needed for a single node", { cluster: { ...ownRecords, controlPlaneCount: 1 } }, "success"],
    ["not needed without a base domain", { cluster: { ...ownRecords, baseDnsDomain: "" } }, "success"],
    ["resolved", { cluster: ownRecords, host: answers({ [name]: ["10.0.0.1"] }) }, "success", `${name} resolves to`],
    ["resolved to IPv6", { cluster: ownRecords, host: answers({ [name]: ["fd00::1"] }) }, "success"],
    ["not resolved", { cluster: ownRecords, host: answers({ [name]: [] }) }, "failure", `no address for ${name}`],
    ["not looked up yet", { cluster: ownRecords, host: { domainNameResolutions: null } }, "pending", name],
    ["looked up under an old name", { cluster: ownRecords, host: answers({ "api.old.example.com": [] }) }, "pending"],
    [
      "not needed when joining a cluster that was installed here",
      { cluster: { ...ownRecords, kind: "AddHostsCluster" }, host: { ...day2, ...answers({ [name]: [] }) } },
      "success",
    ],
    [
      "needed when joining an imported cluster that does not manage its network",
      { cluster: imported, host: { ...day2, ...tells("{}"), ...answers({ [name]: [] }) } },
      "failure",
      `no address for ${name}`,
    ],
    [
      "resolved when joining such a cluster",
      { cluster: imported, host: { ...day2, ...tells("{}"), ...answers({ [name]: ["10.0.0.1"] }) } },
      "success",
      `${name} resolves to`,
    ],
    [
      "not needed when joining an imported cluster that does",
      { cluster: imported, host: { ...day2, ...tells(keepalived), ...answers({ [name]: [] }) } },
      "success",
    ],
    [
      "not known before an imported cluster has told what its nodes get",
      { cluster: imported, host: { ...day2, ...answers({ [name]: [] }) } },
      "pending",
      "the configuration that the cluster has",
    ],
    [
      "not needed when joining an imported cluster whose name is not known",
      { cluster: { ...imported, baseDnsDomain: "" }, host: { ...day2, ...tells("{}") } },
      "success",
    ],
    ["in a pool", { cluster: null }, "not-applicable"],
  ]);
}

outcomes("release-domain-name-resolved-correctly", [
  ["resolved", {}, "success", "quay.io"],
  ["not resolved", { host: answers({ "quay.io": [] }) }, "failure", "no address for quay.io"],
  ["not looked up yet", { host: { domainNameResolutions: null } }, "pending", "quay.io"],
  [
    "a proxy looks it up",
    {
      host: answers({ "quay.io": [] }),
      cluster: { proxy: { httpProxy: "http://proxy", httpsProxy: "", noProxy: "" } },
    },
    "success",
  ],
  [
    "the proxy of the image looks it up",
    {
      host: answers({ "quay.io": [] }),
      infraEnv: { proxy: { httpProxy: "", httpsProxy: "http://proxy", noProxy: "" } },
    },
    "success",
  ],
  ["a registry by address", { host: answers({}), cluster: { releaseImage: "10.0.0.1:5000/ocp:4.22" } }, "success"],
  ["a host that joins", { host: { ...day2, ...answers({}) }, cluster: { kind: "AddHostsCluster" } }, "success"],
  ["in a pool", { cluster: null }, "not-applicable"],
]);

test.each([
  ["quay.io/openshift-release-dev/ocp-release:4.22.9-x86_64", "quay.io"],
  ["registry.lab:5000/ocp@sha256:abc", "registry.lab"],
  ["10.0.0.1:5000/ocp:1", null],
  ["[fd00::1]:5000/ocp:1", null],
  ["", null],
])("the registry of %j is %j", (releaseImage, domain) => {
  expect(releaseDomain({ releaseImage })).toBe(domain);
});

const probe = "validateNoWildcardDNS.demo.example.com";

outcomes("dns-wildcard-not-configured", [
  ["no wildcard", {}, "success"],
  ["only the plain name was looked up", { host: answers({ [probe]: [] }) }, "success"],
  [
    "a wildcard",
    { host: answers({ [probe]: ["10.0.0.9"], [`${probe}.`]: ["10.0.0.9"] }) },
    "failure",
    "any name under demo.example.com resolves to 10.0.0.9; needed: no wildcard record *.demo.example.com",
  ],
  [
    "a wildcard in a search domain",
    { host: answers({ [probe]: ["10.0.0.9"], [`${probe}.`]: [] }) },
    "failure",
    "by way of a search domain",
  ],
  ["not looked up yet", { host: { domainNameResolutions: null } }, "pending", probe],
  ["looked up under an old name", { cluster: { name: "new" } }, "pending"],
  ["no base domain", { cluster: { baseDnsDomain: "" } }, "pending", "base domain"],
  [
    "a host that joins",
    { host: { ...day2, domainNameResolutions: null }, cluster: { kind: "AddHostsCluster" } },
    "success",
  ],
  ["in a pool", { cluster: null }, "not-applicable"],
]);
