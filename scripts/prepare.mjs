// Runs before `npm start` and `npm test`, and from `bin/muster`, on any Node >= 20: installs what is missing and chooses
// the Node that runs Muster (`node_modules/.muster/node`). It may use nothing that is installed and no syntax newer than
// Node 20.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const own = join(root, "node_modules", ".muster");
const stampFile = join(own, "stamp");
const chosenNode = join(own, "node");
const needed = 24;
const neededToInstall = 20;

if (!isInstalled() || majorOf(chosenNode) < needed) {
  if (Number(process.versions.node.split(".")[0]) < neededToInstall) {
    fail(`this is Node ${process.version}, and installing needs Node ${neededToInstall}.`, "Install a newer Node.");
  }
  if (!isInstalled()) install();
  chooseNode();
}
// Written anew each time: `bin/muster` compares its age with the lockfile's.
writeFileSync(stampFile, "");

/** npm writes down what it installed, last of all; packages of other platforms are missing there. */
function isInstalled() {
  const wanted = packagesIn(join(root, "package-lock.json"));
  const present = packagesIn(join(root, "node_modules", ".package-lock.json"));
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes("node_modules/")) return true;
    if (path in present) return present[path].version === entry.version;
    if (entry.link) return !existsSync(join(root, entry.resolved));
    return entry.optional === true || entry.devOptional === true;
  });
}

function packagesIn(lockfile) {
  return existsSync(lockfile) ? JSON.parse(readFileSync(lockfile, "utf8")).packages : {};
}

function install() {
  console.log("Installing dependencies (only this time) …");
  const started = Date.now();
  const npm = process.env.npm_execpath;
  // Not `npm ci`: it refuses a lockfile that lacks packages of other platforms, which not every registry serves.
  const args = [
    "install",
    "--no-save",
    "--include=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  const { status, error } =
    npm !== undefined && basename(npm) === "npm-cli.js"
      ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: "inherit" })
      : spawnSync("npm", args, { cwd: root, stdio: "inherit" });
  if (error) fail(`npm could not be started: ${error.message}.`, "Install npm, which comes with Node.");
  if (status !== 0) {
    fail("npm could not install the dependencies; its message is above.", "Check the network or the proxy.");
  }
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

function chooseNode() {
  const candidates = [bundledNode(), process.execPath, ...onPath()].filter((path) => path !== undefined);
  const node = candidates.find((path) => majorOf(path) >= needed);
  if (node === undefined) {
    fail(
      `Muster runs on Node ${needed}; the one it brings does not start on this system (${process.platform}-${process.arch}), and this is ${process.version}.`,
      `Install Node ${needed} or newer.`,
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

function fail(found, remedy) {
  console.error(`error: ${found}\n${remedy} Then run this again.`);
  process.exit(1);
}
