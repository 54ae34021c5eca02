import { describe, expect, test } from "vitest";
import {
  type DiscoveryInput,
  discoveryConfig,
  embedAreaBytes,
  embeddedSize,
  file,
  fileContents,
  type IgnitionConfig,
  ignitionConfig,
  printIgnition,
  systemUnit,
} from "../index.ts";

const image = "quay.io/edge-infrastructure/assisted-installer-agent:latest";
const input: DiscoveryInput = {
  infraEnvId: "5c5a1f2c-3fd4-4b1a-9c53-9f21e4f1b9d1",
  serviceBaseUrl: "https://muster.example.com:8090",
  agentImage: image,
  pullSecret: '{"auths":{}}',
};

function built(more: Partial<DiscoveryInput> = {}): IgnitionConfig {
  const outcome = discoveryConfig({ ...input, ...more });
  if (outcome.kind === "refused") throw new Error(JSON.stringify(outcome.problems));
  return outcome.value;
}

const textAt = (config: IgnitionConfig, path: string): string | null => {
  const contents = fileContents(config, path);
  return contents?.kind === "bytes" ? Buffer.from(contents.bytes).toString() : null;
};
const unitOf = (config: IgnitionConfig, name: string) => config.systemd?.units?.find((unit) => unit.name === name);
const linesOf = (config: IgnitionConfig, name: string, start: string) =>
  unitOf(config, name)
    ?.contents?.split("\n")
    .filter((line) => line.startsWith(start));
const modesOf = ({ storage }: IgnitionConfig) =>
  Object.fromEntries((storage?.files ?? []).map(({ path, mode = 0 }) => [path, mode.toString(8)]));
const unitNames = ({ systemd }: IgnitionConfig) => (systemd?.units ?? []).map(({ name }) => name);

const plainUnits = [
  "agent.service",
  "iscsistart.service",
  "multipathd.service",
  "muster-self-test.service",
  "muster-self-test.timer",
  "oci-eval-user-data.service",
  "selinux.service",
];

describe("a plain discovery config", () => {
  const config = built();

  test("is of version 3.1.0 and holds what the reference lists, by path and mode", () => {
    expect(config.ignition).toEqual({ version: "3.1.0" });
    expect(config.passwd).toBeUndefined();
    expect(unitNames(config)).toEqual(plainUnits);
    expect(modesOf(config)).toEqual({
      "/etc/NetworkManager/conf.d/01-ipv6.conf": "644",
      "/etc/motd": "644",
      "/etc/multipath.conf": "644",
      "/root/.docker/config.json": "600",
      "/root/assisted.te": "644",
      "/usr/local/bin/agent-fix-bz1964591": "755",
      "/usr/local/bin/agent-pull-image": "755",
      "/usr/local/bin/muster-self-test": "755",
      "/usr/local/bin/oci-eval-user-data.sh": "755",
    });
  });

  test("starts the agent from its container image", () => {
    expect(unitOf(config, "agent.service")?.enabled).toBe(true);
    expect(linesOf(config, "agent.service", "ExecStart")).toEqual([
      `ExecStartPre=/usr/local/bin/agent-fix-bz1964591 ${image}`,
      `ExecStartPre=/usr/local/bin/agent-pull-image ${image}`,
      `ExecStartPre=/usr/bin/podman run --pull=never --privileged --rm -v /usr/local/bin:/hostbin ${image} cp /usr/bin/agent /hostbin`,
      `ExecStart=/usr/local/bin/agent --url https://muster.example.com:8090 --infra-env-id ${input.infraEnvId} --agent-version ${image} --insecure=false`,
    ]);
    for (const line of ["Restart=always", "RestartSec=3", "StartLimitInterval=0", "TimeoutStartSec=180"]) {
      expect(linesOf(config, "agent.service", line)).toHaveLength(1);
    }
  });

  test("is the same text every time, and takes a small part of an image's area", () => {
    expect(printIgnition(built())).toBe(printIgnition(config));
    expect(embeddedSize(config)).toBeLessThan(embedAreaBytes / 50);
  });

  test("compresses no file by itself, so that an override of its source is enough", () => {
    const compressed = config.storage?.files?.filter(({ contents }) => contents?.compression !== undefined);
    expect(compressed).toEqual([]);
  });

  test("holds the pull secret as it was given", () => {
    expect(textAt(config, "/root/.docker/config.json")).toBe('{"auths":{}}');
  });
});

describe("the agent", () => {
  test("is fetched as an executable where that is asked for", () => {
    const url = "http://images:8888/boot-artifacts/muster";
    const config = built({ agentBinary: { url, sha256: "ab".repeat(32) } });
    expect(linesOf(config, "agent.service", "ExecStart")).toEqual([
      `ExecStartPre=/usr/local/bin/muster-fetch ${url} /usr/local/bin/muster ${"ab".repeat(32)}`,
      `ExecStart=/usr/local/bin/muster agent run --url https://muster.example.com:8090 --infra-env-id ${input.infraEnvId} --agent-version ${image} --insecure=false`,
    ]);
    expect(modesOf(config)).toHaveProperty(["/usr/local/bin/muster-fetch"], "755");
    expect(modesOf(config)).not.toHaveProperty(["/usr/local/bin/agent-pull-image"]);
  });

  test("does not start beside the agent of an internal override", () => {
    const internalOverride = ignitionConfig("3.2.0", { units: [systemUnit("ironic-agent.service")] });
    const config = built({ internalOverride });
    expect(unitOf(config, "agent.service")?.enabled).toBe(false);
    expect(unitOf(config, "ironic-agent.service")?.enabled).toBe(true);
    expect(config.ignition.version).toBe("3.2.0");
  });

  test("waits before it looks at the network, and has that much more time to start", () => {
    const config = built({ networkDiscoveryDelaySeconds: 30, agentStartTimeoutSeconds: 600 });
    expect(linesOf(config, "agent.service", "ExecStartPre=/usr/bin/sleep")).toEqual(["ExecStartPre=/usr/bin/sleep 30"]);
    expect(linesOf(config, "agent.service", "TimeoutStartSec")).toEqual(["TimeoutStartSec=630"]);
  });

  test("trusts the service's own authority, or nobody's", () => {
    const trusted = built({ serviceCa: "PEM\n" });
    expect(linesOf(trusted, "agent.service", "ExecStart=")?.[0]).toMatch(
      / --cacert \/etc\/assisted-service\/service-ca-cert.crt$/,
    );
    expect(textAt(trusted, "/etc/assisted-service/service-ca-cert.crt")).toBe("PEM\n");
    const careless = built({ skipCertificateVerification: true });
    expect(linesOf(careless, "agent.service", "ExecStart=")?.[0]).toMatch(/ --insecure=true$/);
  });

  test("a token with odd characters stays one value", () => {
    const config = built({ token: 'a b%c"d\\e$f\ng' });
    expect(linesOf(config, "agent.service", "Environment=")).toEqual([
      'Environment="PULL_SECRET_TOKEN=a b%%c\\"d\\\\e$f\\x0ag"',
    ]);
  });

  test("a value too long for a unit's line is in a file", () => {
    const config = built({ token: `${"x".repeat(3000)}$` });
    expect(linesOf(config, "agent.service", "Environment")).toEqual(["EnvironmentFile=/etc/assisted/agent.env"]);
    expect(textAt(config, "/etc/assisted/agent.env")).toBe(`PULL_SECRET_TOKEN="${"x".repeat(3000)}\\$"\n`);
    expect(modesOf(config)).toHaveProperty(["/etc/assisted/agent.env"], "600");
  });
});

describe("what an infra-env asks for", () => {
  test("SSH keys are those of the user core, one by one", () => {
    expect(built({ sshKeys: "ssh-rsa A a\nssh-rsa B b\n" }).passwd?.users).toEqual([
      { name: "core", sshAuthorizedKeys: ["ssh-rsa A a", "ssh-rsa B b"] },
    ]);
    expect(built({ sshKeys: " \n" }).passwd).toBeUndefined();
  });

  test("a proxy is set for Ignition, for the agent and for people", () => {
    const config = built({ proxy: { httpProxy: "http://p:3128", httpsProxy: "", noProxy: "a.b, 10.0.0.0/8,," } });
    expect(config.ignition.proxy).toEqual({ httpProxy: "http://p:3128", noProxy: ["a.b", "10.0.0.0/8"] });
    expect(linesOf(config, "agent.service", "Environment=")?.slice(0, 4)).toEqual([
      "Environment=HTTP_PROXY=http://p:3128",
      "Environment=http_proxy=http://p:3128",
      'Environment="NO_PROXY=a.b, 10.0.0.0/8,,"',
      'Environment="no_proxy=a.b, 10.0.0.0/8,,"',
    ]);
    expect(textAt(config, "/etc/profile.d/proxy.sh")).toBe(
      "export HTTP_PROXY=http://p:3128\nexport http_proxy=http://p:3128\nexport NO_PROXY='a.b, 10.0.0.0/8,,'\nexport no_proxy='a.b, 10.0.0.0/8,,'\n",
    );
  });

  test("a proxy that Ignition cannot use is refused with its place", () => {
    expect(discoveryConfig({ ...input, proxy: { httpProxy: "p:3128" } })).toMatchObject({
      kind: "refused",
      problems: [{ code: "proxy_scheme", path: "$.ignition.proxy.httpProxy" }],
    });
  });

  test("certificate authorities become part of the system's trust", () => {
    const config = built({ companyCa: "ONE\n", trustBundle: "TWO\n" });
    expect(textAt(config, "/etc/pki/ca-trust/source/anchors/rh-it-root-ca.crt")).toBe("ONE\n");
    expect(textAt(config, "/etc/pki/ca-trust/source/anchors/assisted-infraenv-additional-trust-bundle.pem")).toBe(
      "TWO\n",
    );
  });

  test("a mirror brings its registries, its authority and a policy that takes unsigned images", () => {
    const config = built({ mirror: { registriesConf: "[[registry]]\n", ca: "PEM\n" } });
    expect(textAt(config, "/etc/containers/registries.conf")).toBe("[[registry]]\n");
    expect(textAt(config, "/etc/pki/ca-trust/source/anchors/domain.crt")).toBe("PEM\n");
    expect(JSON.parse(textAt(config, "/etc/containers/policy.json") ?? "")).toMatchObject({
      default: [{ type: "insecureAcceptAnything" }],
    });
    expect(textAt(built({ insecurePolicy: true }), "/etc/containers/policy.json")).not.toBeNull();
    expect(textAt(built(), "/etc/containers/policy.json")).toBeNull();
  });

  test("static networks bring their files, and a unit before NetworkManager", () => {
    const staticNetwork = [
      { path: "/etc/assisted/network/host0/eth0.nmconnection", mode: 0o600, content: "[connection]\n" },
      { path: "/usr/local/bin/pre-network-manager-config.sh", mode: 0o755, content: "#!/bin/sh\n" },
    ];
    const config = built({ staticNetwork });
    expect(modesOf(config)).toMatchObject({
      "/etc/assisted/network/host0/eth0.nmconnection": "600",
      "/usr/local/bin/pre-network-manager-config.sh": "755",
    });
    expect(linesOf(config, "pre-network-manager-config.service", "Before=")).toEqual(["Before=NetworkManager.service"]);
    expect(unitNames(built())).not.toContain("pre-network-manager-config.service");
  });

  test("time servers bring a script and a unit; none bring nothing", () => {
    const config = built({ ntp: { kind: "add", sources: [" ntp.example.com", "192.0.2.1", ""] } });
    expect(unitNames(config)).toContain("add-ntp-sources.service");
    expect(textAt(config, "/usr/local/bin/add-ntp-sources.sh")).toContain(
      "for source in ntp.example.com 192.0.2.1; do",
    );
    expect(unitNames(built({ ntp: { kind: "replace", sources: [" "] } }))).toEqual(plainUnits);
  });

  test("OKD has its overlay instead of multipath, iSCSI and Oracle's cloud", () => {
    const config = built({ okd: { rpmsImage: "quay.io/okd/rpms:latest" } });
    expect(unitNames(config)).toEqual([
      "agent.service",
      "muster-self-test.service",
      "muster-self-test.timer",
      "okd-overlay.service",
      "selinux.service",
      "systemd-journal-gatewayd.socket",
    ]);
    expect(linesOf(config, "okd-overlay.service", "ExecStart=")?.[0]).toBe(
      "ExecStart=/usr/local/bin/okd-overlay.sh quay.io/okd/rpms:latest",
    );
  });
});

describe("overrides", () => {
  test("the user's override wins over the internal one, and both over ours", () => {
    const internalOverride = ignitionConfig("3.1.0", {
      files: [file("/etc/motd", "internal"), file("/etc/x", "internal")],
    });
    const override = ignitionConfig("3.4.0", { files: [file("/etc/motd", "user")] });
    const config = built({ internalOverride, override });
    expect(config.ignition.version).toBe("3.4.0");
    expect(textAt(config, "/etc/motd")).toBe("user");
    expect(textAt(config, "/etc/x")).toBe("internal");
  });

  test("an override may give only what it changes", () => {
    const override: IgnitionConfig = {
      ignition: { version: "3.1.0" },
      storage: { files: [{ path: "/etc/motd", contents: { source: "data:,hello" } }] },
      systemd: { units: [{ name: "agent.service", dropins: [{ name: "10-debug.conf", contents: "[Service]\n" }] }] },
    };
    const config = built({ override });
    expect(textAt(config, "/etc/motd")).toBe("hello");
    expect(modesOf(config)["/etc/motd"]).toBe("644");
    expect(unitOf(config, "agent.service")).toMatchObject({ enabled: true, dropins: [{ name: "10-debug.conf" }] });
  });

  test("an override that breaks the config is refused", () => {
    const override = ignitionConfig("3.1.0", { files: [file("/etc/motd/below", "x")] });
    expect(discoveryConfig({ ...input, override })).toMatchObject({
      kind: "refused",
      problems: [{ code: "below_file" }],
    });
  });
});
