// docs/guides/command-line.md is true: its commands run, in its order.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bootHosts, type Fleet, pullSecret, untilCluster, untilHosts } from "@muster/simulator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runningService } from "./service.ts";
import { root, run } from "./terminal.ts";

const service = runningService();
const page = readFileSync(join(root, "docs", "guides", "command-line.md"), "utf8");
const lines = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) => block.trim().split("\n"));
const files: Readonly<Record<string, string>> = {
  "pull-secret.json": pullSecret,
  "id_ed25519.pub": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me@laptop\n",
  "clusters.yaml": "name: first\nopenshift_version: '4.22'\n---\nname: second\nopenshift_version: '4.22'\n",
  "node-1.yaml": "interfaces:\n- name: eth0\n  type: ethernet\n  state: up\n  mac-address: '52:54:00:12:34:56'\n",
};
let fleet: Fleet | undefined;

beforeAll(() => {
  for (const [name, content] of Object.entries(files)) writeFileSync(service.at(name), content);
});
afterAll(() => fleet?.stop());

/** Three machines boot the image that the page has just asked for. */
async function bootMachines(): Promise<void> {
  const client = service.client();
  const [infraEnv] = await client.call("ListInfraEnvs");
  const infraEnvId = infraEnv?.id ?? "";
  fleet = bootHosts(client, {
    infraEnvId,
    count: 3,
    machine: (index) => ({ networks: ["10.0.10.0/24"], hostname: `lab-${index}` }),
  });
  await untilHosts(client, infraEnvId, { count: 3, statuses: ["known"] });
  await untilCluster(client, infraEnv?.cluster_id ?? "", "ready");
}

test("there are commands on the page", () => expect(lines.length).toBeGreaterThan(20));

test.each(lines)("%s", async (line) => {
  const inFiles = line
    .replace("http://localhost:8090", service.url)
    .split(" ")
    .slice(1)
    // `cluster kubeconfig lab kubeconfig`: the command first, then the file.
    .map((word, index, all) => (isFile(word) && all[index - 1] !== "cluster" ? service.at(word) : word));
  const ran = await run(inFiles, { XDG_CONFIG_HOME: service.at("config") });
  expect(ran).toMatchObject({ code: 0 });
  expect(ran.out).not.toBe("");
  if (line.startsWith("muster infra-env image")) await bootMachines();
});

const isFile = (word: string): boolean =>
  Object.hasOwn(files, word) || ["kubeconfig", "logs.tar", "bundle.tar.gz"].includes(word);
