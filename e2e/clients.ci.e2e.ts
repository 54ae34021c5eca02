// The public Python client and its command line, as people have them, against a real service with scripted hosts.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient } from "@muster/contract";
import { apiVips, bootHosts, ingressVips, siteNetworks, untilHosts } from "@muster/simulator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root, type Server, startServer } from "../bench/server.ts";

const run = promisify(execFile);
const packages = ["assisted-service-client==2.56.0.post94", "aicli==99.0.202609281010"];
// Made for this test; its private half was thrown away.
const publicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJhnZxGq4dYyLJqbOqRDPD6cS8oLmZ0yGJ7n3lXSv0vW test@example.com\n";
const programs = join(root, "node_modules", ".muster", "python-clients");
const missing = await install();

describe.skipIf(missing !== null)(`public clients${missing === null ? "" : ` (skipped: ${missing})`}`, () => {
  let directory: string;
  let server: Server;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "muster-clients-"));
    server = await startServer({ dataDirectory: join(directory, "data") });
  });
  afterAll(async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const boot = (infraEnvId: string, siteNumber: number) =>
    bootHosts(createClient({ baseUrl: server.url }), {
      infraEnvId,
      count: 3,
      machine: (index) => ({ place: index + 1, networks: siteNetworks(siteNumber, "ipv4") }),
    });

  test("the Python client creates a cluster, sees hosts, installs and fetches the kubeconfig", async () => {
    const python = async (...args: string[]) => {
      const { stdout } = await run(join(programs, "bin", "python"), [
        join(root, "e2e", "clients", "client.py"),
        server.url,
        ...args,
      ]);
      return JSON.parse(stdout);
    };
    const [api = "", ingress = ""] = vipsOf(70);
    const created = await python("create", api, ingress);
    expect(created.image).toMatch(/\/byid\/.+\/full\.iso$/);
    const fleet = boot(created.infraEnv, 70);
    const installed = await python("install", created.cluster, created.infraEnv, "3");
    await fleet.stop();
    expect(installed).toMatchObject({ status: "installed", completed: new Date().getFullYear() });
    expect(installed.hosts).toContain("renamed-by-python");
    expect(installed.events).toBeGreaterThan(20);
    const credentials = await python("kubeconfig", created.cluster);
    expect(credentials.username).toBe("kubeadmin");
    expect(credentials.kubeconfig).toContain("https://api.python.example.com:6443");
  });

  test("aicli does the same from the command line", async () => {
    const home = join(directory, "home");
    await mkdir(home);
    const pullSecret = join(home, "openshift_pull.json");
    await mkdir(join(home, ".ssh"));
    await writeFile(join(home, ".ssh", "id_rsa.pub"), publicKey);
    await writeFile(pullSecret, JSON.stringify({ auths: { "quay.io": { auth: "dXNlcjpwYXNz" } } }));
    const aicli = async (...args: string[]) => {
      const env = { ...process.env, AI_URL: server.url, HOME: home };
      const { stdout } = await run(join(programs, "bin", "aicli"), args, { env, cwd: home });
      return stdout;
    };
    const [api, ingress] = vipsOf(71);
    await aicli(
      ...["create", "cluster", "edge"],
      ...["-P", `pull_secret=${pullSecret}`, "-P", "base_dns_domain=example.com", "-P", "openshift_version=4.20"],
      ...["-P", `api_ip=${api}`, "-P", `ingress_ip=${ingress}`],
    );
    expect(await aicli("list", "clusters")).toContain("edge");
    const client = createClient({ baseUrl: server.url });
    const infraEnvs = await client.call("ListInfraEnvs");
    const infraEnv = infraEnvs.find(({ name }) => name === "edge_infra-env");
    if (!infraEnv) throw new Error("aicli made no infra-env");
    const fleet = boot(infraEnv.id, 71);
    await untilHosts(client, infraEnv.id, { count: 3, statuses: ["known"] }, { withinSeconds: 60 });
    expect(await aicli("list", "hosts")).toContain("known");
    await aicli("wait", "cluster", "-s", "ready", "edge");
    await aicli("start", "cluster", "edge");
    await aicli("wait", "cluster", "-s", "installed", "edge");
    await fleet.stop();
    expect(await aicli("list", "events", "edge")).toMatch(/installed/i);
    await aicli("download", "kubeconfig", "edge");
    expect(await readFile(join(home, "kubeconfig.edge"), "utf8")).toContain("https://api.edge.example.com:6443");
  });
});

function vipsOf(siteNumber: number): string[] {
  const networks = siteNetworks(siteNumber, "ipv4");
  return [...apiVips(networks), ...ingressVips(networks)];
}

/** Installs the clients once; says why when that is not possible here. */
async function install(): Promise<string | null> {
  if (existsSync(join(programs, "bin", "aicli"))) return null;
  try {
    await run("python3", ["-m", "venv", programs]);
    await run(join(programs, "bin", "pip"), ["install", "--quiet", ...packages]);
    return null;
  } catch (error) {
    await rm(programs, { recursive: true, force: true });
    return `they could not be installed with python3 and pip (${error instanceof Error ? error.message.split("\n")[0] : error})`;
  }
}
