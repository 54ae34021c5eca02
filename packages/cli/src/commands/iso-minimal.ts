import { minimalIso, openLiveIso } from "@muster/iso";
import type { Command } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { usageFailure } from "../failure.ts";
import { imageArgument, outArgument, withSources, writeOut } from "./iso-image.ts";

export const isoMinimal: Command = {
  arguments: [imageArgument, outArgument],
  flags: [
    { name: "rootfs-url", value: "URL", says: "Where machines fetch the root filesystem when they boot (required)" },
  ],
  details: () => `What has to be found at the URL is in the full image:
  muster iso extract FILE /images/pxeboot/rootfs.img rootfs.img`,
  async run(invocation, io) {
    const [file = "", out = ""] = invocation.args;
    const rootfsUrl = invocation.value("rootfs-url");
    if (rootfsUrl === undefined) {
      throw usageFailure(
        "--rootfs-url is missing.",
        "Give the http or https URL from which machines fetch rootfs.img.",
      );
    }
    const written = await withSources([file], async (source) =>
      writeOut(await minimalIso(await openLiveIso(source), { rootfsUrl }), out, [file]),
    );
    io.out(written);
    return exitCode.ok;
  },
};
