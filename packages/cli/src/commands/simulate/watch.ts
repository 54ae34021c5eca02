import { progressKey, progressLine, progressLines, type Simulation } from "@muster/simulator";
import type { Io } from "../../command.ts";
import { createScreen } from "../../screen.ts";

const drawEveryMs = 250;
const sayEveryMs = 10_000;

/** Shows how it is getting on, on the error stream: the report alone is the output. Ends with the function it returns. */
export function watch(simulation: Simulation, io: Io): () => void {
  return io.isTerminal ? draw(simulation, io) : tell(simulation, io);
}

function draw(simulation: Simulation, io: Io): () => void {
  const screen = createScreen({ ...io, out: io.err });
  const show = () => screen.draw(`${progressLines(simulation.snapshot(), io.columns).join("\n")}\n`);
  const timer = setInterval(show, drawEveryMs);
  return () => {
    clearInterval(timer);
    show();
  };
}

/** A line when a cluster got on, and now and then one anyway. */
function tell(simulation: Simulation, io: Io): () => void {
  let [known, toldAt] = ["", performance.now()];
  const timer = setInterval(() => {
    const snapshot = simulation.snapshot();
    const key = progressKey(snapshot);
    if (key === known && performance.now() - toldAt < sayEveryMs) return;
    [known, toldAt] = [key, performance.now()];
    io.err(`${progressLine(snapshot)}\n`);
  }, 1_000);
  return () => clearInterval(timer);
}
