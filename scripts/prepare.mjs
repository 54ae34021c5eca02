// Runs before `npm start` and `npm test`, on any Node >= 20: installs what is missing and chooses the Node that runs
// Muster (`node_modules/.muster/node`). Nothing here may need an installed package or newer syntax than Node 20.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const own = join(root, "node_modules", ".muster");
const stampFile = join(own, "stamp");
const chosenNode = join(own, "node");
const needed = 24;

const stamp = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .update(`${process.platform}-${process.arch}`)
  .digest("hex");

if (!isPrepared()) {
  install();
  chooseNode();
  writeFileSync(stampFile, stamp);
}

function isPrepared() {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp && majorOf(chosenNode) >= needed;
}

function install() {
  console.log("Installing dependencies (once) …");
  const started = Date.now();
  const npm = process.env.npm_execpath;
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const result = npm?.endsWith("js")
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: "inherit" })
    : spawnSync("npm", args, { cwd: root, stdio: "inherit" });
  if (result.status !== 0)
    fail(
      "npm could not install the dependencies; its message is above. Check the network or proxy and run this again.",
    );
  console.log(`Installed in ${((Date.now() - started) / 1000).toFixed(0)} s.`);
}

function chooseNode() {
  const candidates = [bundledNode(), process.execPath, ...onPath()].filter((path) => path !== undefined);
  const node = candidates.find((path) => majorOf(path) >= needed);
  if (!node) {
    fail(
      `Muster runs on Node ${needed} or newer. The bundled one does not start on this system (${process.platform}-${process.arch}) and this is ${process.version}: install Node ${needed} and run this again.`,
    );
  }
  mkdirSync(own, { recursive: true });
  rmSync(chosenNode, { force: true });
  symlinkSync(node, chosenNode);
}

function bundledNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${process.platform}-${process.arch}/package.json`);
    return join(dirname(manifest), "bin", "node");
  } catch {
    return undefined; // no such package for this platform
  }
}

function onPath() {
  const directories = (process.env.PATH ?? "").split(":").filter((directory) => !directory.includes("node_modules"));
  return directories.map((directory) => join(directory, "node")).filter((path) => existsSync(path));
}

function majorOf(path) {
  const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
  return status === 0 ? Number(/^v(\d+)\./.exec(stdout)?.[1] ?? 0) : 0;
}

function fail(message) {
  console.error(`error: ${message}`);
  process.exit(1);
}
