// The commands about clusters, hosts and infra-envs against the real service, with machines that the simulator plays.
import { execFileSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import type { Cluster } from "@muster/contract";
import { type Assembled, bootHosts, faults, pullSecret, readyCluster, until, untilHosts } from "@muster/simulator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runningService } from "./service.ts";

const service = runningService();
const { type, at } = service;
let lab: Assembled;
const secretFile = () => {
  writeFileSync(at("pull-secret.json"), pullSecret);
  return at("pull-secret.json");
};

beforeAll(async () => {
  lab = await readyCluster(service.client(), { name: "lab", topology: "compact" });
}, 120_000);
afterAll(() => lab.fleet.stop());

describe("looking", () => {
  test("list: a table for people, the wire for programs", async () => {
    expect((await type("cluster list")).out).toMatch(/^NAME +STATUS .*\nlab +ready +3\/3 /);
    expect((await type("cluster list -o wide")).out).toContain(lab.clusterId);
    expect(JSON.parse((await type("cluster list -o json")).out)).toEqual([
      expect.objectContaining({ id: lab.clusterId, name: "lab", kind: "Cluster" }),
    ]);
    const { parse } = await import("yaml");
    expect(parse((await type("host list -o yaml")).out)).toHaveLength(3);
  });

  test.each(["lab", () => lab.clusterId, () => lab.clusterId.slice(0, 6)])(
    "get by name, id, beginning of the id",
    async (word) => {
      const { code, out } = await type(`cluster get ${typeof word === "string" ? word : word()}`);
      expect(code).toBe(0);
      expect(out).toMatch(/^status +ready: /m);
      expect(out).toMatch(/^lab-2 +known +master /m);
    },
  );

  test("hosts with what they are made of", async () => {
    expect((await type("host list -o wide --cluster lab")).out).toMatch(/^lab-0 .* 8 +32 GiB .*10\.0\.10\.20/m);
    expect((await type("host get lab-1")).out).toMatch(/^cluster +lab$/m);
    expect((await type("host list --status installed")).out).toContain("There are no hosts");
    expect((await type("infra-env hosts lab_infra-env")).out).toContain("lab-1");
    expect(JSON.parse((await type("host get lab-1 -o json")).out)).toHaveProperty("inventory");
  });

  test("events, the newest last", async () => {
    const { out } = await type("event list --cluster lab --limit 3");
    expect(out.trimEnd().split("\n")).toHaveLength(4);
    expect(out.trimEnd()).toMatch(/The cluster is now ready.*$/);
    expect((await type("event list --host lab-0 --severity error")).out).toBe("Nothing has happened.\n");
  });

  test.each([
    ["cluster get lap", "Did you mean lab ("],
    ["host get lab", "Did you mean lab-0 ("],
    ["infra-env get nowhere", "`muster infra-env list` shows what is there"],
    ["cluster get 00000000-0000-4000-8000-000000000000", "00000000-0000-4000-8000-000000000000"],
    ["event list --cluster nope", 'there is no cluster "nope"'],
  ])("`muster %s` fails with what could be meant", async (line, says) => {
    const { code, out, err } = await type(line);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(says);
  });
});

describe("describing", () => {
  test("a cluster from flags gets the service's default version; one control plane is enough to say", async () => {
    const line = `cluster create edge --control-plane-count 1 --base-dns-domain example.com --pull-secret-file ${secretFile()} -o json`;
    const { code, out } = await type(line);
    const made: Cluster = JSON.parse(out);
    expect([code, made.high_availability_mode, made.control_plane_count]).toEqual([0, "None", 1]);
    expect(made.openshift_version).toMatch(/^4\./);
  });

  test("several clusters from one file, the secret from standard input; a mistake in one makes none", async () => {
    const fields = "openshift_version: '4.22'\nbase_dns_domain: example.com\n";
    writeFileSync(at("good.yaml"), `name: one\n${fields}---\nname: two\n${fields}`);
    writeFileSync(at("bad.yaml"), `name: three\n${fields}---\nname: four\nbase_dns_domian: x\n`);
    const input = async () => pullSecret;
    const good = await type(`cluster create -f ${at("good.yaml")} --pull-secret-file -`, { input });
    expect(good.out).toMatch(/^cluster one is there: .*\ncluster two is there: /);
    const bad = await type(`cluster create -f ${at("bad.yaml")} --pull-secret-file -`, { input });
    expect(bad.code).toBe(2);
    expect(bad.err).toContain(
      "bad.yaml, document 2: base_dns_domian is not a known field: did you mean base_dns_domain?",
    );
    expect((await type("cluster list")).out).not.toContain("three");
  });

  test("an infra-env for a cluster by name, with the network of its hosts", async () => {
    const network =
      "interfaces:\n- name: eth0\n  type: ethernet\n  state: up\n  mac-address: '52:54:00:12:34:56'\n  ipv4:\n    enabled: true\n    dhcp: true\n";
    writeFileSync(at("node.yaml"), network);
    const made = await type(
      `infra-env create edge --cluster edge --pull-secret-file ${secretFile()} --static-network ${at("node.yaml")}`,
    );
    expect(made.err).toBe("");
    expect((await type("infra-env get edge")).out).toMatch(/^network +static$/m);
    expect((await type("infra-env set edge image_type=minimal-iso")).out).toMatch(/^image +minimal-iso/m);
    expect((await type("infra-env image edge --url")).out).toMatch(/^http:\S+minimal\.iso\S*\n$/);
    const renewed = await type("infra-env regenerate-signing-key edge");
    expect([renewed.code, renewed.out]).toEqual([0, expect.stringMatching(/^infra-env edge has a new signing key/)]);
    expect((await type("infra-env delete edge")).out).toMatch(/^infra-env edge \(.*\) is gone\n$/);
  });

  test("set changes fields by their names on the wire, and short ones for hosts", async () => {
    expect((await type("cluster set edge tags=first additional_ntp_source=192.0.2.1")).code).toBe(0);
    expect(JSON.parse((await type("cluster get edge -o json")).out)).toMatchObject({
      tags: "first",
      additional_ntp_source: "192.0.2.1",
    });
    expect((await type("host set lab-1 name=renamed role=worker labels=rack=7")).out).toContain(
      "host renamed is changed: worker",
    );
    expect((await type("host set renamed name=lab-1 role=auto-assign labels=")).code).toBe(0);
  });

  test.each([
    ["cluster create", 2, "Give a NAME, or a file with -f"],
    ["cluster create nameless", 2, "--pull-secret-file"],
    ["cluster set lab nmae=x", 2, "Did you mean name?"],
    ["cluster set lab api_vips=300.0.0.1", 2, "api_vips[0].ip"],
    ["cluster set lab", 2, "Give KEY=VALUE"],
    ["host set lab-0 role=king", 2, "host_role"],
    ["cluster create x --pull-secret-file /nowhere", 1, "/nowhere cannot be read"],
    ["infra-env create x --cluster nope --pull-secret-file -", 2, "the pull secret is empty"],
  ])("`muster %s` exits with %i", async (line, code, says) => {
    const failed = await type(line);
    expect([failed.code, failed.out]).toEqual([code, ""]);
    expect(failed.err).toContain(says);
  });

  test("what the service refuses is said in its words", async () => {
    const refused = await type("cluster install edge");
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/^error: cluster edge is pending-for-input \(.*sufficient-masters-count/);
    expect((await type("cluster cancel lab")).err).toContain("needed: a cluster that is installing");
    expect((await type("cluster delete edge")).out).toMatch(/^cluster edge \(.*\) is gone\n$/);
  });
});

describe("pools", () => {
  test("a host of the pool is bound, unbound and forgotten", async () => {
    await type(`infra-env create pool --pull-secret-file ${secretFile()}`);
    const { id } = JSON.parse((await type("infra-env get pool -o json")).out);
    const fleet = bootHosts(service.client(), {
      infraEnvId: id,
      count: 1,
      firstNumber: 50,
      machine: { hostname: "spare" },
    });
    try {
      await untilHosts(service.client(), id, { count: 1, statuses: ["known-unbound"] });
      expect((await type("host list")).out).toMatch(/^spare +known-unbound /m);
      expect((await type("host bind spare one")).out).toContain("host spare belongs to cluster one");
      await untilHosts(service.client(), id, { count: 1, statuses: ["known", "insufficient", "pending-for-input"] });
      const ctrlC = new AbortController();
      let watched = "";
      const watching = type("cluster watch one -o json", {
        interruption: () => ctrlC.signal,
        out: (text) => {
          watched += text;
        },
      });
      const untilWatched = (what: string) =>
        until({ what, look: async () => watched, holds: (text) => text.includes(what) });
      await untilWatched('"requested_hostname":"spare"');
      expect((await type("host unbind spare")).out).toContain("host spare goes back to the pool");
      await untilWatched('"deleted":true}');
      ctrlC.abort();
      expect((await watching).code).toBe(0);
      expect(watched).toMatch(/^\{"kind":"Host","id":"[-\w]+","deleted":true\}$/m);
    } finally {
      await fleet.stop();
    }
    // Its name is forgotten with its cluster; the beginning of its id is not.
    const [host] = JSON.parse((await type("infra-env hosts pool -o json")).out);
    expect((await type(`host delete ${host.id.slice(0, 10)}`)).out).toContain(`(${host.id}) is gone`);
  });
});

describe("completion", () => {
  test.each([
    [["cluster", "get", "l"], ["lab"]],
    [
      ["host", "set", ""],
      ["lab-0", "lab-1", "lab-2"],
    ],
    [["infra-env", "image", "lab"], ["lab_infra-env"]],
    [["event", "list", "--cluster", "la"], ["lab"]],
    [["cluster", "set", "lab", "base"], ["base_dns_domain="]],
  ])("%j is followed by %j", async (line, words) => {
    expect((await type(["__complete", ...line])).out.trimEnd().split("\n")).toEqual(words);
  });

  test("a service that is away offers nothing, silently", async () => {
    const line = ["__complete", "cluster", "get", "--server", "http://127.0.0.1:1", ""];
    expect(await type(line)).toEqual({ code: 0, out: "", err: "" });
  });
});

describe("installing", () => {
  test("watch shows changes until it is interrupted, --wait tells the end by its exit code", async () => {
    const interruption = new AbortController();
    const watched: string[] = [];
    const watching = type("cluster watch lab --interval 100ms", {
      interruption: () => interruption.signal,
      out: (text) => void watched.push(text),
    });
    const installed = await type("cluster install lab --wait");
    expect([installed.code, installed.out]).toEqual([0, "cluster lab is installed\n"]);
    expect(installed.err).toMatch(/^lab: preparing-for-installation 0% /);
    expect(installed.err).toMatch(/lab: installed 100% \(3 Done\)\n$/);
    interruption.abort();
    expect(await watching).toMatchObject({ code: 0, err: "" });
    expect(watched.join("")).toMatch(/^lab +installed/m);
  });

  test("--wait ends when the preparation fails, or is cancelled", async () => {
    const slow = await readyCluster(service.client(), {
      name: "slow",
      topology: "sno",
      faults: () => [faults.slowDisk()],
    });
    try {
      const { code, err } = await type("cluster install slow --wait --timeout 50s");
      expect([code, err]).toEqual([1, expect.stringContaining("the installation of slow did not begin")]);
      expect(err).toContain("slow-0: The host cannot be installed yet: Found an installation disk that takes 50 ms");
    } finally {
      await slow.fleet.stop();
    }
    const held = await readyCluster(service.client(), { name: "held", topology: "sno" });
    await held.fleet.stop();
    const params = { cluster_id: held.clusterId };
    const waiting = type("cluster install held --wait --timeout 50s", {
      err: (text) => void (text.includes("preparing") && service.client().call("V2CancelInstallation", { params })),
    });
    expect((await waiting).code).toBe(1);
  });

  test("credentials and kubeconfig, for the owner only", async () => {
    expect((await type("cluster credentials lab -o json")).out).toContain('"username": "kubeadmin"');
    expect((await type("cluster kubeconfig lab")).out).toContain("apiVersion: v1");
    writeFileSync(at("kubeconfig.part"), "left by one that was killed", { mode: 0o644 });
    expect((await type(`cluster kubeconfig lab ${at("kubeconfig")}`)).code).toBe(0);
    expect(statSync(at("kubeconfig")).mode & 0o777).toBe(0o600);
  });

  test("logs are saved whole", async () => {
    // The controller sends its own after the cluster is installed.
    await until({
      what: "the logs of the controller",
      look: () => type("cluster get lab -o json"),
      holds: ({ out }) => JSON.parse(out).logs_info === "completed",
    });
    expect((await type(`cluster logs lab ${at("logs.tar")}`)).out).toMatch(/logs\.tar: \d+ KiB\n$/);
    expect(execFileSync("tar", ["tf", at("logs.tar")], { encoding: "utf8" })).toContain("lab_controller");
    expect((await type(`host logs lab-0 ${at("host.tar.gz")}`)).code).toBe(0);
    expect((await type("cluster logs lab /nowhere/x")).err).toContain("there is no directory /nowhere");
  });

  test("an installed cluster takes more hosts", async () => {
    expect((await type("cluster add-hosts lab")).out).toBe("cluster lab takes more hosts: adding-hosts\n");
  });
});

describe("a support bundle", () => {
  test("holds everything but the secrets that were planted", async () => {
    const secrets = [
      "calvin-planted-99",
      "proxy-planted-pw",
      "planted-url-token",
      "planted-log-password",
      "UExBTlRFRA",
    ];
    const client = service.client();
    const [host] = await client.call("v2ListHosts", { params: { infra_env_id: lab.infraEnvId } });
    const params = { infra_env_id: lab.infraEnvId, host_id: host?.id ?? "" };
    await client.call("UpdateInfraEnv", {
      params: { infra_env_id: lab.infraEnvId },
      body: { proxy: { http_proxy: "http://squid:proxy-planted-pw@proxy.example.com:3128" } },
    });
    const event = (message: string) =>
      client.call("v2TriggerEvent", {
        body: {
          name: "planted",
          severity: "info",
          message,
          event_time: new Date().toISOString(),
          cluster_id: lab.clusterId,
        },
      });
    await event("fetched http://example.com/images/1?api_key=planted-url-token&arch=x86_64");
    const log = `fencing root password=planted-log-password\n-----BEGIN RSA PRIVATE KEY-----\nUExBTlRFRA\n-----END RSA PRIVATE KEY-----\nagain calvin-planted-99\n${JSON.stringify({ password: "calvin-planted-99" })}\n`;
    await client.call("V2UploadLogs", {
      params: { cluster_id: lab.clusterId },
      query: { logs_type: "controller" },
      body: { upfile: new Blob([log]) },
    });
    const password = JSON.parse((await type("cluster credentials lab -o json")).out).password;
    await event(`the administrator's password is ${password}`);
    expect(params.host_id).not.toBe("");

    const { code, out } = await type(`cluster support-bundle lab ${at("bundle.tar.gz")}`);
    expect([code, out]).toEqual([0, expect.stringMatching(/bundle\.tar\.gz: \d+ files, .* places were redacted/)]);
    const content = execFileSync("tar", ["xzOf", at("bundle.tar.gz")], { encoding: "utf8" });
    for (const secret of [...secrets, password, Buffer.from("simulated:machine").toString("base64")]) {
      expect(content).not.toContain(secret);
    }
    const names = execFileSync("tar", ["tzf", at("bundle.tar.gz")], { encoding: "utf8" });
    for (const name of [
      "cluster.json",
      `hosts/${host?.id}.json`,
      "infra-envs.json",
      "events.json",
      "service/versions.json",
    ]) {
      expect(names).toContain(`/${name}\n`);
    }
    const redactions = execFileSync("tar", ["xzOf", at("bundle.tar.gz"), "--wildcards", "*/redactions.json"], {
      encoding: "utf8",
    });
    expect(JSON.parse(redactions)).toContainEqual({
      file: "infra-envs.json",
      where: "[0].proxy.http_proxy",
      what: "password in a URL",
    });
    expect(redactions).toContain("private key");
    expect(statSync(at("bundle.tar.gz")).mode & 0o777).toBe(0o600);
    const nowhere = await type(`cluster support-bundle lab ${at("missing/bundle.tar.gz")}`);
    expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining("there is no directory")]);
    expect(readFileSync(at("bundle.tar.gz")).length).toBeGreaterThan(1_000);
  });
});
