import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mirrorRegistries } from "./mirror-registries.ts";

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "muster-mirror-"));
  await writeFile(join(directory, "registries.conf"), "[[registry]]\n");
  await writeFile(join(directory, "ca.pem"), "-----BEGIN CERTIFICATE-----\n");
});

afterAll(() => rm(directory, { recursive: true }));

const at = (name: string) => join(directory, name);
const nothingNamed = { MUSTER_REGISTRIES_CONF: undefined, MUSTER_REGISTRIES_CA: undefined };

describe("the mirrors of live hosts", () => {
  test("are those that the settings name, with or without an authority", async () => {
    const conf = { ...nothingNamed, MUSTER_REGISTRIES_CONF: at("registries.conf") };
    expect(await mirrorRegistries(conf)).toEqual({ registriesConf: "[[registry]]\n" });
    const both = { ...conf, MUSTER_REGISTRIES_CA: at("ca.pem") };
    expect(await mirrorRegistries(both)).toMatchObject({ ca: "-----BEGIN CERTIFICATE-----\n" });
  });

  test("that are named and not there stop whoever asks", async () => {
    await expect(mirrorRegistries({ ...nothingNamed, MUSTER_REGISTRIES_CONF: at("gone") })).rejects.toThrow("ENOENT");
  });

  test("are else those that were mounted, when both files are there", async () => {
    const both = { conf: at("registries.conf"), ca: at("ca.pem") };
    expect(await mirrorRegistries(nothingNamed, both)).toEqual({
      registriesConf: "[[registry]]\n",
      ca: "-----BEGIN CERTIFICATE-----\n",
    });
    // The system's own file is not meant for the hosts.
    expect(await mirrorRegistries(nothingNamed, { ...both, ca: at("gone") })).toBeUndefined();
    expect(await mirrorRegistries(nothingNamed, { ...both, conf: at("gone") })).toBeUndefined();
  });
});
