import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import type { Settings } from "../settings/index.ts";
import { StartError } from "../start-error.ts";
import { imageDirectory } from "./added-images.ts";
import { Bases } from "./bases.ts";
import type { HttpOptions } from "./http-get.ts";

/** Without a log nothing is told of downloads. */
export async function openBases(
  settings: Settings,
  { log = pino({ level: "silent" }), now = Date.now }: Readonly<{ log?: Logger; now?: () => number }> = {},
): Promise<Bases> {
  return new Bases({
    directory: join(imageDirectory(settings.MUSTER_DATA_DIR), "cache"),
    mostBytes: settings.MUSTER_IMAGE_CACHE_SIZE,
    http: await httpOptions(settings),
    log,
    now,
  });
}

/** How live images are fetched. */
export async function httpOptions(settings: Settings): Promise<HttpOptions> {
  const path = settings.OS_IMAGE_DOWNLOAD_TRUSTED_CA_FILE;
  const ca = path === undefined ? undefined : await readFile(path, "utf8").catch((error: unknown) => error);
  if (ca instanceof Error) {
    throw new StartError(
      `OS_IMAGE_DOWNLOAD_TRUSTED_CA_FILE cannot be read (${ca.message})`,
      "correct its path, or leave the setting out",
    );
  }
  return {
    ...(settings.OS_IMAGES_REQUEST_HEADERS && { headers: settings.OS_IMAGES_REQUEST_HEADERS }),
    ...(settings.OS_IMAGES_REQUEST_QUERY_PARAMS && { query: settings.OS_IMAGES_REQUEST_QUERY_PARAMS }),
    ...(typeof ca === "string" && { ca }),
    insecure: settings.INSECURE_SKIP_VERIFY,
  };
}
