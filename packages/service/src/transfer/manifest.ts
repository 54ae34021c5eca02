import { check, describeProblems } from "@muster/contract";
import { type Static, Type } from "typebox";
import { LiveImage } from "../catalogue/live-image.ts";
import { StartError } from "../start-error.ts";
import { allMigrations } from "../store/migrations.ts";

export const manifestName = "muster-data.json";

const newestFormat = 1;

const Manifest = Type.Object({
  format: Type.Integer(),
  /** The newest migration that the rows have seen. */
  schema: Type.String(),
  /** The version that wrote it. */
  muster: Type.String(),
  writtenAt: Type.String(),
  /** The names of the keys that secrets are closed with. */
  keys: Type.Array(Type.String()),
  /** Live images that were added; their bytes are not in the archive. */
  images: Type.Array(LiveImage),
});

export type Manifest = Static<typeof Manifest>;

export const writeManifest = (manifest: Omit<Manifest, "format">): string =>
  `${JSON.stringify({ format: newestFormat, ...manifest }, null, 2)}\n`;

export function readManifest(text: string): Manifest {
  const value: unknown = JSON.parse(text);
  const format = typeof value === "object" && value && "format" in value ? Number(value.format) : Number.NaN;
  if (format > newestFormat) throw tooNew(`format ${format}`, `${newestFormat}`);
  const checked = check(Manifest, value);
  if (checked.kind === "invalid") throw new Error(describeProblems(checked.problems));
  const known = allMigrations().map(({ tag }) => tag);
  if (!known.includes(checked.value.schema)) {
    throw tooNew(`schema ${checked.value.schema} of Muster ${checked.value.muster}`, known.at(-1) ?? "");
  }
  return checked.value;
}

const tooNew = (found: string, known: string): StartError =>
  new StartError(
    `the archive has ${found}, and this Muster knows those up to ${known}`,
    "import it with the version that wrote it, or a newer one",
  );
