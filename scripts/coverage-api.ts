// `npm run coverage:api`: how many operations of the contract the service has built.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RouteDefinition, removedRoutes, routes } from "@muster/contract";
import { startService } from "@muster/service";
import { loadSettings } from "@muster/service/settings";

const directory = await mkdtemp(join(tmpdir(), "muster-coverage-"));
const flags = { MUSTER_PORT: "0", MUSTER_HOST: "127.0.0.1", MUSTER_DATA_DIR: directory, LOG_LEVEL: "silent" };
const loaded = loadSettings({ flags, env: {}, readFile: () => "" });
if (!("settings" in loaded)) throw new Error(loaded.problems.join("; "));
const service = await startService({ settings: loaded.settings });
const built = new Set(service.operations);
await service.stop();
await rm(directory, { recursive: true, force: true });

const all: readonly RouteDefinition[] = Object.values(routes);
let missing = 0;
for (const [api, title] of [
  ["v2", "REST v2"],
  ["v1", "the 2021 API"],
  ["muster", "Muster's own API"],
  ["images", "images"],
  ["service", "the service itself"],
] as const) {
  const members = all.filter((route) => route.api === api);
  if (members.length === 0) continue;
  const absent = members.filter(({ id }) => !built.has(id));
  missing += absent.length;
  console.log(`${title}: ${members.length - absent.length} of ${members.length} operations built`);
  if (api === "v1") {
    for (const { id, method, path } of members) if (built.has(id)) console.log(`  built    ${id} (${method} ${path})`);
    console.log(`  ${removedRoutes.length} more answer 501 and name the v2 operation to use`);
  }
  for (const { id, method, path } of absent) console.log(`  missing  ${id} (${method} ${path})`);
}
process.exitCode = missing > 0 ? 1 : 0;
