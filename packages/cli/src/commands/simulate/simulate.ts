import { reportText, Simulation } from "@muster/simulator";
import type { Command } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { readTextFile } from "../../files.ts";
import { print, tableFlag } from "../../output.ts";
import { serviceCommand } from "../../service/service-command.ts";
import { planFlags, planFrom } from "./plan.ts";
import { watch } from "./watch.ts";

export const simulate: Command = serviceCommand({
  flags: [...planFlags, tableFlag],
  details: () =>
    [
      "Machines that are not there speak the protocol of real agents, installers and controllers. Without --cluster they fill",
      "clusters of their own, which are installed; with it they boot the image of a cluster that you described.",
      "",
      "  muster simulate --hosts 200 --topology sno --speed 60",
      "  muster simulate --hosts 3 --cluster lab --speed 30 --no-install --stay",
      "  muster simulate --scenario examples/scenarios/slow-disk.yaml",
      "",
      "Exits with 0 when everything came out as expected, 1 when not. Ctrl-C ends it with the report so far.",
    ].join("\n"),
  async run(service, invocation, io) {
    const { plan, speed, withinSeconds, notes } = await planFrom(service, invocation);
    for (const note of notes) io.err(`${note}\n`);
    const { server, token } = service;
    const tokenFile = invocation.value("agent-token-file");
    const agentToken = tokenFile === undefined ? undefined : (await readTextFile(tokenFile)).trim();
    const simulation = new Simulation({
      server,
      plan,
      speed,
      withinSeconds,
      stay: invocation.has("stay"),
      installTogether: invocation.has("together"),
      connect: { userToken: token, ...(agentToken && { agentToken }) },
    });
    const interruption = io.interruption();
    interruption.addEventListener("abort", () => simulation.stop());
    const stopWatching = watch(simulation, io);
    const report = await simulation.run().finally(stopWatching);
    await print(invocation, io, wireKeys(report), (wide) => reportText(report, { wide }));
    return report.isMet ? exitCode.ok : exitCode.failed;
  },
});

/** As everything else that programs read here: installSeconds → install_seconds. */
function wireKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wireKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      wireKeys(item),
    ]),
  );
}
