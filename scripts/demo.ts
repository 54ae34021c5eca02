// `npm run demo`: a service of its own, and a fleet of three clusters that install before your eyes (examples/demo.yaml).
// With --once, and where nobody watches, it also does what it asks a person to do, and ends when all is installed.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { createClient } from "@muster/contract";
import { type RunningService, StartError, startService } from "@muster/service";
import { loadSettings } from "@muster/service/settings";
import {
  planScenario,
  progressKey,
  progressLine,
  progressLines,
  readScenario,
  reportText,
  Simulation,
  secondsOf,
} from "@muster/simulator";

const root = dirname(import.meta.dirname);
const isWatched = process.stdout.isTTY;
const isAlone = process.argv.includes("--once") || !isWatched;
const speed = Number(process.env.MUSTER_DEMO_SPEED ?? 0) || undefined;
const say = (text: string) => process.stdout.write(`${text}\n`);

const directory = mkdtempSync(join(tmpdir(), "muster-demo-"));
const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ending.abort());
// Whatever happens, nothing stays.
process.on("exit", () => rmSync(directory, { recursive: true, force: true }));

process.exitCode = await demo();
// The database leaves handles that nobody waits for.
process.exit();

async function demo(): Promise<number> {
  say("Starting a service in a directory of its own …");
  const service = await start();
  const [api = "", ui = ""] = ["api", "ui"].map((name) => addressOf(service, name));
  say(
    `\n  Look at it   ${ui}\n  API          ${api}/docs\n  Clusters     healthy, twins (needs your help), edge (grows)\n`,
  );
  const simulation = simulate(api);
  ending.signal.addEventListener("abort", () => simulation.stop());
  if (ending.signal.aborted) simulation.stop();
  const help = { shown: "" };
  const stopShowing = show(simulation, help);
  const helping = askForHelp(api, help);
  const report = await simulation.run();
  stopShowing();
  ending.abort();
  await helping;
  say(`\n${reportText(report)}`);
  await service.stop();
  say("Everything is stopped, and nothing is left behind.");
  return report.isMet ? 0 : 1;
}

function simulate(server: string): Simulation {
  const read = readScenario(readFileSync(join(root, "examples", "demo.yaml"), "utf8"));
  if (read.kind === "problems") throw new Error(`examples/demo.yaml cannot be used: ${JSON.stringify(read.problems)}`);
  const { scenario } = read;
  const plan = planScenario(scenario, { seed: "demo" });
  // Whoever watches may take all the time they want to help.
  const withinSeconds = isAlone && scenario.within ? secondsOf(scenario.within) : Number.POSITIVE_INFINITY;
  return new Simulation({ server, plan, speed: speed ?? scenario.speed ?? 20, stay: !isAlone, withinSeconds });
}

/** On the ports that people know, or, when somebody has them, on any. */
async function start(): Promise<RunningService> {
  try {
    return await startService({ settings: settings({}) });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    say(`${error.message} Another port is taken.`);
    return startService({ settings: settings({ MUSTER_PORT: "0" }) });
  }
}

function settings(more: Readonly<Record<string, string>>) {
  const flags = { MUSTER_HOST: "127.0.0.1", MUSTER_DATA_DIR: join(directory, "data"), LOG_LEVEL: "error", ...more };
  const loaded = loadSettings({ flags, env: {}, readFile: () => "" });
  if (loaded.kind === "problems") throw new Error(loaded.problems.join("; "));
  return loaded.settings;
}

function addressOf({ addresses }: RunningService, name: string): string {
  return (addresses.find((address) => address.name === name) ?? addresses[0])?.url ?? "";
}

type Help = { shown: string };

/** Two hosts of one name: shows the command that gives one of them another, and, alone, runs it. */
async function askForHelp(server: string, help: Help): Promise<void> {
  const client = createClient({ baseUrl: server });
  while (!ending.signal.aborted) {
    const clusters = await client.call("v2ListClusters", { query: { with_hosts: true } }).catch(() => []);
    const twins = clusters
      .find(({ name }) => name === "twins")
      ?.hosts?.filter(({ status, requested_hostname }) => status === "insufficient" && requested_hostname === "twin");
    const [, other] = twins ?? [];
    const command = other && `bin/muster host set ${other.id.slice(0, 8)} host_name=twin-2 --server ${server}`;
    const line = command ? `Two machines of cluster twins have one name. Help it:\n\n  ${command}\n` : "";
    if (line !== help.shown) {
      help.shown = line;
      if (!isWatched && line) say(line);
      if (isAlone && command) await run(command);
    }
    await sleep(500);
  }
}

async function run(command: string): Promise<void> {
  await sleep(2_000);
  const { stdout } = await promisify(execFile)("sh", ["-c", command], { cwd: root });
  if (!isWatched) say(`$ ${command}\n${stdout.trimEnd()}`);
}

function show(simulation: Simulation, help: Help): () => void {
  let [height, known] = [0, ""];
  const draw = () => {
    const snapshot = simulation.snapshot();
    const isDone = snapshot.clusters.every(({ isOver }) => isOver);
    const closing = isDone && !isAlone ? "All clusters are installed. The service stays until you press Ctrl-C." : "";
    const lines = [
      ...progressLines(snapshot, process.stdout.columns || 100),
      "",
      ...`${help.shown}${closing}`.split("\n"),
    ];
    process.stdout.write(`${height > 0 ? `\u001b[${height}A\r` : ""}\u001b[J${lines.join("\n")}\n`);
    height = lines.length;
  };
  const tell = () => {
    const snapshot = simulation.snapshot();
    const key = progressKey(snapshot);
    if (key !== known) say(progressLine(snapshot));
    known = key;
  };
  const timer = setInterval(isWatched ? draw : tell, isWatched ? 250 : 1_000);
  return () => clearInterval(timer);
}
