// Records docs/images/demo.svg: `npm run docs:demo`. One terminal runs `npm run demo`; in another, as a person would,
// somebody pastes the command that the demo asks for.
import { writeFileSync } from "node:fs";
import { homedir, hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Chunk, framesOf, paced } from "./recording/frames.ts";
import { openShell } from "./recording/shell.ts";
import { svgOf } from "./recording/svg.ts";

const root = dirname(import.meta.dirname);
const file = join(root, "docs", "images", "demo.svg");
const columns = 90;
const panes = [
  { columns, rows: 19 },
  { columns, rows: 3 },
];
const pace = { longestWaitMs: 1_500, shortestMs: 250, lastMs: 4_000, wholeMs: 30_000 };
const mostBytes = 150_000;

const film = paced(await framesOf(await perform(), panes), pace);
const svg = svgOf(film, {
  columns,
  captions: ["a terminal", "another terminal"],
  title: "npm run demo",
  description:
    "A terminal runs npm run demo. It says where the web interface and the API are, and shows the progress of three clusters. " +
    "Two machines of one cluster have the same name, and the demo shows the command that helps. " +
    "The command is pasted into another terminal; then all three clusters are installed.",
});
const faults = faultsOf(svg);
if (faults.length > 0) {
  console.error(`The recording is not kept:\n${faults.map((fault) => `- ${fault}`).join("\n")}`);
  process.exit(1);
}
writeFileSync(file, svg);
console.log(
  `docs/images/demo.svg: ${film.frames.length} frames, ${(film.lengthMs / 1_000).toFixed(1)} s, ${Math.ceil(svg.length / 1_000)} kB`,
);

/** Everything that is seen until all clusters are installed; the Ctrl-C after it is not shown. */
async function perform(): Promise<readonly Chunk[]> {
  const started = performance.now();
  const chunks: Chunk[] = [];
  const [demo, other] = ([0, 1] as const).map((pane) => {
    const size = panes[pane] ?? { columns, rows: 1 };
    return openShell(size, root, (text) => chunks.push({ atMs: performance.now() - started, pane, text }));
  });
  if (!demo || !other) throw new Error("Two terminals are needed.");
  await Promise.all([demo.until(/\$ $/), other.until(/\$ $/)]);
  demo.type("npm run demo\n");
  const command = await demo.until(/bin\/muster host set \S+ host_name=\S+ --server \S+/);
  // As long as people take to read it.
  await sleep(4_000);
  other.type(`${command}\n`);
  await other.until(/is changed.*\s+\$ $/);
  await demo.until(/until you press Ctrl-C\.\s/);
  const seen = [...chunks];
  demo.type("\u0003");
  await demo.until(/nothing is left behind/);
  await Promise.all([demo.close(), other.close()]);
  return seen;
}

function faultsOf(svg: string): readonly string[] {
  const ofThisMachine = [root, homedir(), tmpdir(), hostname()].filter((word) => word.length > 1 && svg.includes(word));
  return [
    ...ofThisMachine.map((word) => `It shows ${word}, which belongs to this machine. Find out what printed it.`),
    ...(svg.includes("Another port is taken") ? ["The demo's usual ports are taken. Stop what listens on them."] : []),
    ...(svg.length > mostBytes ? [`It has ${svg.length} bytes; ${mostBytes} are allowed. Record fewer frames.`] : []),
  ];
}
