// Where live hosts find images that are mirrored (reference service 6.5).
import { readFile } from "node:fs/promises";
import type { DiscoveryInput } from "@muster/ignition";
import type { Settings } from "../settings/index.ts";

type Named = Pick<Settings, "MUSTER_REGISTRIES_CONF" | "MUSTER_REGISTRIES_CA">;

/** What existing deployments mount into the container of the service. */
const mounted = {
  conf: "/etc/containers/registries.conf",
  ca: "/etc/pki/ca-trust/extracted/pem/user-registry-ca-bundle.pem",
};

export async function mirrorRegistries(
  settings: Named,
  places: Readonly<typeof mounted> = mounted,
): Promise<DiscoveryInput["mirror"]> {
  const { MUSTER_REGISTRIES_CONF: conf, MUSTER_REGISTRIES_CA: ca } = settings;
  if (conf !== undefined) {
    const registriesConf = await readFile(conf, "utf8");
    return { registriesConf, ...(ca !== undefined && { ca: await readFile(ca, "utf8") }) };
  }
  // Many systems have the first for themselves; the second is there only where somebody meant both for the hosts.
  const bundle = await readIfThere(places.ca);
  const registriesConf = bundle === null ? null : await readIfThere(places.conf);
  return bundle === null || registriesConf === null ? undefined : { registriesConf, ca: bundle };
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return null;
    throw error;
  }
}
