import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Scenario } from "../scenario.ts";
import { muster, root } from "../server.ts";
import { median } from "../statistics.ts";

const rounds = 30;
const node = join(root, "node_modules", ".muster", "node");

export const cli: Scenario = {
  name: "cli",
  says: "`muster --help` beside `node -e 0`, taken in turns",
  async run({ say }) {
    say(`${rounds} rounds`);
    timeOf(muster, ["--help"]); // fills the compile cache
    const bare: number[] = [];
    const help: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      bare.push(timeOf(node, ["-e", "0"]));
      help.push(timeOf(muster, ["--help"]));
    }
    return [
      { name: "node -e 0", value: median(bare), unit: "ms" },
      { name: "muster --help", value: median(help), unit: "ms" },
      { name: "muster --help / node -e 0", value: median(help) / median(bare), unit: "×", hold: 3 },
    ];
  },
};

function timeOf(program: string, args: readonly string[]): number {
  const started = performance.now();
  const { status, error } = spawnSync(program, args, { stdio: "ignore" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}`, { cause: error });
  return performance.now() - started;
}
