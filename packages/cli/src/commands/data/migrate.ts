import type { Command } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { outputFlag, print } from "../../output.ts";
import { dataFlags, settingsOf } from "../images/data-directory.ts";
import { orFailure } from "./failure.ts";

export const dataMigrate: Command = {
  flags: [...dataFlags, outputFlag],
  details: () => "`muster serve` does the same at its start. Run this first where several replicas are upgraded.",
  async run(invocation, io) {
    const settings = settingsOf(invocation, io);
    const { migrateData } = await import("@muster/service/transfer");
    const migrated = await orFailure(settings.MUSTER_DATA_DIR, "written", () => migrateData(settings));
    await print(invocation, io, migrated, () =>
      migrated.from === migrated.to
        ? `The database is up to date: schema ${migrated.to}.\n`
        : `The database went from ${migrated.from === null ? "nothing" : `schema ${migrated.from}`} to ${migrated.to}.\n`,
    );
    return exitCode.ok;
  },
};
