import { exitCode } from "../../exit-code.ts";
import { Failure } from "../../failure.ts";
import { fileArgument, saveTo, sendToOutput } from "../../service/download.ts";
import { findInfraEnv } from "../../service/find.ts";
import { serviceCommand } from "../../service/service-command.ts";
import { bytes } from "../../show/measures.ts";
import { infraEnvArgument } from "./commands.ts";

export const infraEnvImage = serviceCommand({
  arguments: [infraEnvArgument, fileArgument],
  flags: [{ name: "url", says: "Print the link instead; who has it can fetch the image until it expires" }],
  details: () => "Without FILE the image is saved as INFRA-ENV.iso. Boot machines from it, and they become hosts.",
  async run(service, invocation, io) {
    const [word = "", file] = invocation.args;
    const { id, name } = await findInfraEnv(service, word);
    const { url } = await service.client.call("GetInfraEnvDownloadURL", { params: { infra_env_id: id } });
    if (invocation.has("url")) {
      io.out(`${url}\n`);
      return exitCode.ok;
    }
    // The link carries its own token, and may lead to another machine: the person's token stays here.
    const response = await fetch(url).catch((error: unknown) => {
      throw new Failure(
        `the image cannot be fetched from ${new URL(url).origin}, where the service says it is.`,
        "Check that this machine reaches that address; IMAGE_SERVICE_BASE_URL of the service decides it.",
        undefined,
        error,
      );
    });
    if (!response.ok) {
      const reason = (await response.text()).trim().slice(0, 500);
      throw new Failure(
        `the service answered ${response.status} instead of an image: ${reason}`,
        "Its log tells more; `muster infra-env image --url` prints the link.",
      );
    }
    if (file === "-") {
      await sendToOutput(response.body, io);
      return exitCode.ok;
    }
    const path = file ?? `${name.replaceAll(/[^\w.@+-]/g, "_")}.iso`;
    io.out(`${path}: ${bytes(await saveTo(path, response.body, { io }))}\n`);
    return exitCode.ok;
  },
});
