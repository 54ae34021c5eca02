import { existsSync } from "node:fs";
import type { Command } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { Failure } from "../../failure.ts";
import { outputFlag, print } from "../../output.ts";
import { wrap } from "../../text.ts";
import { dataFlags, settingsOf } from "../images/data-directory.ts";
import { orFailure } from "./failure.ts";

export const dataExport: Command = {
  arguments: [{ name: "FILE", says: "The archive to write; gzip when it ends in .gz", completes: "files" }],
  flags: [...dataFlags, outputFlag],
  details: (columns) =>
    wrap(
      "Database, history, audit log, secrets, logs, manifests and keys, of the service with these settings: DATABASE_URL, STORAGE and others count as for `muster serve`. Services on PostgreSQL go on meanwhile; one on the embedded database must be stopped. Live images are listed, but not copied.",
      columns,
    ),
  async run(invocation, io) {
    const [path = ""] = invocation.args;
    const settings = settingsOf(invocation, io);
    if (existsSync(path)) throw new Failure(`${path} is there already.`, "Name a file that is not.");
    const { exportData } = await import("@muster/service/transfer");
    const exported = await orFailure(path, "written", () => exportData(settings, path));
    await print(invocation, io, { path, ...exported }, () => {
      const rows = Object.values(exported.rows).reduce((sum, count) => sum + count, 0);
      const secrets =
        exported.keys.length > 0
          ? `Secrets in it are encrypted. To use it, a service needs MUSTER_ENCRYPTION_KEY with key ${exported.keys.join(", ")}.`
          : "Secrets in it are not encrypted: keep it as safe as they must be.";
      return `${path}: ${rows} rows and ${exported.objects} files, schema ${exported.schema}.\n${secrets}\n`;
    });
    return exitCode.ok;
  },
};
