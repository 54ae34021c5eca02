// Builds packages/ui/dist unless it is there already for these sources. Run by `npm start` and `npm run build:ui`.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "vite";
import { compressFiles } from "./compress.ts";
import { sourceHash } from "./source-hash.ts";
import { packageRoot, viteConfig } from "./vite-config.ts";

const dist = join(packageRoot, "dist");
const stamp = join(dist, "sources.sha256");
const wanted = sourceHash(dirname(dirname(packageRoot)));

if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) process.exit(0);

console.log("Building the web interface (only when it has changed) …");
const started = Date.now();
// Tests run with a NODE_ENV of their own, which would bring React's slow and talkative build.
process.env.NODE_ENV = "production";
try {
  // Built beside the old one, which is served until the new one is whole.
  const next = `${dist}.${process.pid}`;
  await build({
    ...viteConfig,
    mode: "production",
    configFile: false,
    logLevel: "error",
    build: { ...viteConfig.build, outDir: next },
  });
  compressFiles(next);
  writeFileSync(join(next, "sources.sha256"), wanted);
  rmSync(dist, { recursive: true, force: true });
  renameSync(next, dist);
  console.log(`Built in ${Math.round((Date.now() - started) / 1_000)} s.`);
} catch (error) {
  // The service is of use without its pages: it starts, and says there why they are missing.
  rmSync(`${dist}.${process.pid}`, { recursive: true, force: true });
  console.error(`error: the web interface could not be built: ${error instanceof Error ? error.message : error}`);
  console.error("The service starts without it. Run `npm run build:ui` when the cause is mended.");
}
