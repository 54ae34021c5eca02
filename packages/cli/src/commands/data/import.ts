import type { Command, Io } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { Failure } from "../../failure.ts";
import { statInput } from "../../files.ts";
import { outputFlag, print } from "../../output.ts";
import { wrap } from "../../text.ts";
import { dataFlags, settingsOf } from "../images/data-directory.ts";
import { orFailure } from "./failure.ts";

export const dataImport: Command = {
  arguments: [{ name: "FILE", says: "An archive of `muster data export`", completes: "files" }],
  flags: [
    ...dataFlags,
    { name: "replace", says: "Remove what the target holds, after asking" },
    { name: "yes", says: "Do not ask" },
    outputFlag,
  ],
  details: (columns) =>
    wrap(
      "The target is what `muster serve` would use with these settings, and no service may run on it. The archive is checked as a whole first; rows come in one transaction, all or none. An archive of an older Muster is brought up to date.",
      columns,
    ),
  async run(invocation, io) {
    const [path = ""] = invocation.args;
    const settings = settingsOf(invocation, io);
    await statInput(path);
    const replace = invocation.has("replace");
    if (replace && !invocation.has("yes")) await requireYes(io);
    const { importData } = await import("@muster/service/transfer");
    const imported = await orFailure(path, "read", () => importData(settings, path, replace));
    for (const key of imported.missingKeys) {
      io.err(
        `warning: secrets are encrypted with key ${key}. The service starts when that key is in MUSTER_ENCRYPTION_KEY.\n`,
      );
    }
    for (const { openshift_version: version, cpu_architecture: architecture } of imported.missingImages) {
      io.err(
        `warning: the live image of ${version} for ${architecture} is not here: add it with \`muster images add\`.\n`,
      );
    }
    await print(invocation, io, { path, ...imported }, () => {
      const rows = Object.values(imported.rows).reduce((sum, count) => sum + count, 0);
      return `${rows} rows and ${imported.objects} files are here now.\n`;
    });
    return exitCode.ok;
  },
};

async function requireYes(io: Io): Promise<void> {
  const remedy = "Say --yes with --replace to remove it without being asked.";
  if (!io.ask) throw new Failure("Nobody can be asked whether all data of the target may go.", remedy);
  const answer = await io.ask("All data of the target will be removed. Type yes to go on: ");
  if (answer.trim() !== "yes") throw new Failure("The data of the target stays as it is.", remedy);
}
