// What is rendered, and what the checker lets pass, read by NetworkManager itself where its tool is installed.
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { check, hostNetworkFiles, render } from "../src/index.ts";
import { nodeNmstate } from "../src/node.ts";
import { samples } from "./arbitraries.ts";

const nmstate = await nodeNmstate();
const present = spawnSync("nmcli", ["--offline", "connection", "add", "type", "dummy", "ifname", "d0"]).status === 0;

/** `modify` reads a profile, verifies all of it, and writes it back. */
function complaintOf(keyfile: string): string | null {
  const { status, stderr } = spawnSync("nmcli", ["--offline", "connection", "modify", "connection.stable-id", "x"], {
    input: keyfile,
    encoding: "utf8",
  });
  return status === 0 ? null : stderr.trim();
}

const complaintsOf = (yaml: string): (string | null)[] => {
  const outcome = render(nmstate, yaml, { file: "host.yaml" });
  return outcome.kind === "ok" ? outcome.value.flatMap(([, content]) => complaintOf(content) ?? []) : [null];
};

describe.skipIf(!present)("NetworkManager", () => {
  // NetworkManager of Debian 12 knows no HSR.
  test.for(samples.filter(({ name }) => name !== "hsr"))("takes every file of the sample $name", ({ yaml }) => {
    expect(complaintsOf(yaml)).toEqual([]);
  });

  test("takes the files of an image, with their priority", () => {
    const [{ yaml } = { yaml: "" }] = samples.filter(({ name }) => name === "ethernet-static-dual");
    const outcome = hostNetworkFiles(nmstate, [
      { networkYaml: yaml, macInterfaceMap: [{ macAddress: "02:00:00:00:00:01", logicalNicName: "ens1f0" }] },
    ]);
    const profiles = outcome.kind === "ok" ? outcome.value.filter(({ path }) => path.endsWith(".nmconnection")) : [];
    expect(profiles.map(({ content }) => complaintOf(content))).toEqual([null]);
  });

  test.for([
    "mode: balance-xor, options: {primary: eth1}",
    "mode: active-backup, options: {arp_interval: 100}",
    "mode: active-backup, options: {arp_ip_target: 192.0.2.1}",
    "mode: active-backup, options: {miimon: 0, updelay: 100}",
    "mode: active-backup, options: {num_grat_arp: 1, num_unsol_na: 2}",
  ])("refuses what the library renders and the checker refuses: %s", (bond) => {
    const yaml = `interfaces:\n- {name: bond0, type: bond, link-aggregation: {port: [eth1], ${bond}}}\n`;
    expect(check(yaml, { file: "host.yaml" })).toMatchObject([{ code: "bond-option-clash" }]);
    expect(complaintsOf(yaml)).toHaveLength(1);
  });
});
