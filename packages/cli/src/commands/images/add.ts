import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type LiveIso, openLiveIso } from "@muster/iso";
import {
  addImage,
  BrokenListError,
  DownloadError,
  digestOf,
  download,
  httpOptions,
  imageDirectory,
  type LiveImage,
  localPath,
  normalArchitecture,
} from "@muster/service/images";
import type { Settings } from "@muster/service/settings";
import type { Command, Invocation, Io } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { Failure, usageFailure } from "../../failure.ts";
import { fileFailure } from "../../files.ts";
import { outputFlag, print } from "../../output.ts";
import { bytesForPeople, withSources } from "../iso-image.ts";
import { dataFlags, settingsOf } from "./data-directory.ts";

const architectures = ["x86_64", "arm64", "ppc64le", "s390x"] as const;

export const imagesAdd: Command = {
  arguments: [{ name: "FILE", says: "The live ISO: a file, or the URL to download it from", completes: "files" }],
  flags: [
    { name: "version", value: "VERSION", says: "The OpenShift version that it is for, such as 4.20" },
    {
      name: "arch",
      value: "ARCH",
      says: `What it boots on: ${architectures.join(", ")} (default: what the image says)`,
      completes: architectures,
    },
    { name: "sha256", value: "SUM", says: "What its SHA-256 must be" },
    ...dataFlags,
    outputFlag,
  ],
  async run(invocation, io) {
    const [source = ""] = invocation.args;
    const settings = settingsOf(invocation, io);
    const directory = imageDirectory(settings.MUSTER_DATA_DIR);
    const named = pathIn(source);
    checkSum(invocation);
    const file = named ?? (await fetchTo(directory, source, { invocation, io, settings }));
    const about = await describe(file, invocation);
    const added = await addImage(directory, { file, move: named === null }, about).catch((error: unknown) => {
      if (error instanceof BrokenListError) {
        throw new Failure(error.message, error.remedy, undefined, error);
      }
      throw fileFailure(error, directory, "written");
    });
    const { openshift_version: version, cpu_architecture: architecture } = added;
    await print(
      invocation,
      io,
      { openshiftVersion: version, cpuArchitecture: architecture, version: added.version, path: added.url },
      () => `Added the live image of ${version} for ${architecture}: ${added.url}\n`,
    );
    return exitCode.ok;
  },
};

/** The file that is named; null when it has to be downloaded. */
function pathIn(source: string): string | null {
  if (/^(?!https?:|file:)[a-z][a-z0-9+.-]*:\/\//i.test(source)) {
    throw usageFailure(`"${source}" is no address that this command knows.`, "Give a file, or an http or https URL.");
  }
  return localPath(source);
}

/** Before anything is downloaded. */
function checkSum(invocation: Invocation): void {
  const sum = invocation.value("sha256");
  if (sum === undefined || /^[0-9a-f]{64}$/i.test(sum)) return;
  throw usageFailure(`"${sum}" is no SHA-256.`, "Give its 64 hexadecimal digits.");
}

type Outside = Readonly<{ invocation: Invocation; io: Io; settings: Settings }>;

/** What has arrived stays after a failure: the same command goes on with it. */
async function fetchTo(directory: string, url: string, { invocation, io, settings }: Outside): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `arriving-${createHash("sha256").update(url).digest("hex").slice(0, 12)}.iso`);
  let told = 0;
  try {
    await download({
      url,
      path,
      sha256: invocation.value("sha256"),
      http: await httpOptions(settings),
      signal: io.interruption(),
      progress: (received, total) => {
        const tenth = total ? Math.floor((received / total) * 10) : 0;
        if (total && tenth > told) io.err(`${tenth * 10} % of ${bytesForPeople(total)}\n`);
        told = Math.max(told, tenth);
      },
    });
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error;
    throw new Failure(`${error.message}.`, "Check the address, or download the file by other means and add that.");
  }
  return path;
}

async function describe(file: string, invocation: Invocation): Promise<Omit<LiveImage, "url">> {
  const live = await withSources([file], openLiveIso);
  if (!live.ignitionArea) {
    throw new Failure(
      `${file} has no area for an Ignition config.`,
      "Use a live ISO of CoreOS, as it was published; `muster iso inspect` shows what an image has.",
    );
  }
  const sha256 = await digestOf(file);
  const wanted = invocation.value("sha256")?.toLowerCase();
  if (wanted !== undefined && wanted !== sha256) {
    throw new Failure(`${file} has SHA-256 ${sha256}, and not ${wanted}.`, "Download or copy it again.");
  }
  // Links to its parts name this version: what is no build could be that of another image, too.
  const [, build = ""] = /^[a-z-]+-(\d+\.\d+\.\d.*)$/i.exec(live.iso.volume.id) ?? [];
  const openshiftVersion = versionOf(invocation, build);
  return {
    openshift_version: openshiftVersion,
    cpu_architecture: architectureOf(invocation, live, file),
    version: build || openshiftVersion,
    sha256,
  };
}

function versionOf(invocation: Invocation, build: string): string {
  const given = invocation.value("version");
  if (given !== undefined) {
    if (/^\d+\.\d+(?:[.-][\w.-]+)?$/.test(given)) return given;
    throw usageFailure(`"${given}" is no version.`, "Give one such as 4.20.");
  }
  // Until 4.18 the live system's version began with that of OpenShift: 418.94.202411221729-0.
  const [, major, minor] = /^(\d)(\d{1,2})\.\d+\.\d{12}/.exec(build) ?? [];
  if (major !== undefined && minor !== undefined) return `${major}.${minor}`;
  throw usageFailure(
    "The image does not tell which OpenShift version it is for.",
    "Give it with --version, such as 4.20.",
  );
}

function architectureOf(
  invocation: Invocation,
  { architecture }: LiveIso,
  file: string,
): LiveImage["cpu_architecture"] {
  const found = architectures.find((name) => name === normalArchitecture(architecture ?? ""));
  const asked = invocation.value("arch");
  const given = architectures.find((name) => name === normalArchitecture(asked ?? ""));
  if (asked !== undefined && !given) {
    throw usageFailure(`"${asked}" is no architecture.`, `Choose one of: ${architectures.join(", ")}.`);
  }
  if (given && found && given !== found) {
    throw new Failure(`${file} boots on ${found}, and not on ${given}.`, "Leave --arch out, or take another file.");
  }
  const chosen = given ?? found;
  if (chosen) return chosen;
  throw usageFailure("The image does not tell what it boots on.", `Give it with --arch: ${architectures.join(", ")}.`);
}
