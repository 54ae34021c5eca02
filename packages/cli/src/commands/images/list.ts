import { addedImages, type BaseState, createCatalogue, imageDirectory, openBases, shown } from "@muster/service/images";
import { osImagesFrom } from "@muster/service/settings";
import type { Command } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { print, tableFlag } from "../../output.ts";
import { table } from "../../table.ts";
import { bytesForPeople } from "../iso-image.ts";
import { dataFlags, settingsOf } from "./data-directory.ts";

export const imagesList: Command = {
  flags: [...dataFlags, tableFlag],
  async run(invocation, io) {
    const settings = settingsOf(invocation, io);
    const added = addedImages(imageDirectory(settings.MUSTER_DATA_DIR), (reason) => io.err(`warning: ${reason}\n`));
    const catalogue = createCatalogue({ osImages: osImagesFrom(settings), added });
    const bases = await openBases(settings);
    const rows = await Promise.all(
      catalogue.osImages.map(async (image) => {
        const state = await bases.stateOf(image);
        return {
          openshiftVersion: image.openshift_version,
          cpuArchitecture: image.cpu_architecture,
          version: image.version,
          origin: catalogue.originOf(image),
          state: state.kind,
          ...(state.kind === "here"
            ? { size: state.size, path: state.path }
            : { received: state.received, total: state.total }),
          url: shown(image.url),
          says: words(state),
        };
      }),
    );
    const columns = [
      { title: "VERSION", of: (row: Row) => row.openshiftVersion },
      { title: "ARCHITECTURE", of: (row: Row) => row.cpuArchitecture },
      { title: "LIVE SYSTEM", of: (row: Row) => row.version },
      { title: "FROM", of: (row: Row) => row.origin },
      { title: "STATE", of: (row: Row) => row.says },
      { title: "URL", of: (row: Row) => row.url, wide: true as const },
    ];
    type Row = (typeof rows)[number];
    await print(
      invocation,
      io,
      rows.map(({ says: _, ...row }) => row),
      (wide) => table(columns, rows, { io, wide }),
    );
    return exitCode.ok;
  },
};

function words(state: BaseState): string {
  if (state.kind === "here") return `here, ${bytesForPeople(state.size)}`;
  if (state.kind === "absent" && state.problem !== null) return state.problem;
  if (state.received === 0) return "not downloaded";
  const { received, total } = state;
  return total ? `${Math.floor((received / total) * 100)} % downloaded` : `${bytesForPeople(received)} downloaded`;
}
