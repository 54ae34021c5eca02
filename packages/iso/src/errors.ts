/** What a code means: the HTTP status a server answers with, what was needed, what a person can do. */
interface Meaning {
  readonly status: number;
  readonly needed: string;
  readonly remedy: string;
}

const downloadAgain = "Download or copy the image again and compare its SHA-256 with the published one.";
const useLiveIso = "Use a live ISO of the operating system (CoreOS layout), full or minimal.";

/** Every way in which reading or changing an image can fail. */
export const isoErrors = {
  read_outside_image: { status: 500, needed: "a range inside the image", remedy: downloadAgain },
  image_changed: {
    status: 500,
    needed: "the bytes that were there when the file was opened",
    remedy: "Do not change an image file in place: write a new file and rename it over the old one.",
  },
  not_a_file: {
    status: 422,
    needed: "a plain file",
    remedy: "Name a file: no directory, pipe or device.",
  },
  wrong_checksum: {
    status: 422,
    needed: "the SHA-256 that was named for it",
    remedy: "Download or copy the file again, or correct the SHA-256.",
  },
  not_an_iso: {
    status: 422,
    needed: "an ISO 9660 image with 2,048-byte blocks",
    remedy: "Check that the file is an ISO image, not compressed and not an error page saved under its name.",
  },
  truncated_image: { status: 422, needed: "the whole image", remedy: downloadAgain },
  bad_directory: { status: 422, needed: "directory records that follow ECMA-119", remedy: downloadAgain },
  directory_loop: { status: 422, needed: "directories that each appear once", remedy: downloadAgain },
  too_many_entries: { status: 422, needed: "a directory tree of reasonable size", remedy: downloadAgain },
  unsafe_name: { status: 422, needed: "plain file names without slashes", remedy: downloadAgain },
  extent_outside_image: { status: 422, needed: "files that lie inside the image", remedy: downloadAgain },
  overlapping_extents: { status: 422, needed: "files that do not overlap", remedy: downloadAgain },
  bad_rock_ridge: { status: 422, needed: "Rock Ridge entries that fit their records", remedy: downloadAgain },
  bad_boot_catalog: { status: 422, needed: "a valid El Torito boot catalog", remedy: downloadAgain },
  file_not_found: { status: 404, needed: "a file of that name in the image", remedy: useLiveIso },
  file_too_large: { status: 422, needed: "a smaller file", remedy: downloadAgain },
  bad_live_metadata: { status: 422, needed: "metadata that describes the live image", remedy: downloadAgain },
  no_ignition_area: { status: 422, needed: "an area reserved for the Ignition config", remedy: useLiveIso },
  ignition_too_large: {
    status: 422,
    needed: "a config that fits the area after compression",
    remedy: "Remove large files from the config, or serve them by URL and let Ignition fetch them.",
  },
  no_kernel_argument_area: { status: 422, needed: "areas reserved for kernel arguments", remedy: useLiveIso },
  kernel_arguments_too_long: {
    status: 422,
    needed: "kernel arguments that fit the reserved area",
    remedy: "Shorten or remove kernel arguments.",
  },
  kernel_arguments_differ: {
    status: 422,
    needed: "the same kernel arguments in every area",
    remedy: "Start again from the image as it was published.",
  },
  bad_kernel_argument: {
    status: 400,
    needed: 'one argument without spaces outside of double quotes, such as key or key=value or key="a b"',
    remedy: "Give each kernel argument as a separate edit.",
  },
  no_ramdisk_area: {
    status: 422,
    needed: "a placeholder for the per-host network files",
    remedy: "Embed these files in a minimal image, or put them into the Ignition config of a full one.",
  },
  ramdisk_too_large: {
    status: 422,
    needed: "network files that fit the placeholder after compression",
    remedy: "Describe fewer hosts with one image.",
  },
  bad_minimal_recipe: {
    status: 422,
    needed: "a minimal-image recipe that matches the image",
    remedy: "Use the image as it was published, not customised; or let Muster build the minimal image itself.",
  },
  minimal_not_possible: { status: 422, needed: "a full live image that boots by BIOS or UEFI", remedy: useLiveIso },
  bad_rootfs_url: {
    status: 400,
    needed: "an http or https URL without spaces, quotes, $ or backslashes",
    remedy: "Correct the base URL of the image service.",
  },
  bad_archive: { status: 422, needed: "a newc cpio archive", remedy: downloadAgain },
  archive_too_large: {
    status: 422,
    needed: "an archive below the limit",
    remedy: "Check where the archive comes from: far more data came out of it than an initrd of its kind holds.",
  },
  unknown_compression: {
    status: 422,
    needed: "an archive that is plain or compressed with gzip, zstd or xz",
    remedy: "Compress it again with one of these.",
  },
  bad_path: {
    status: 400,
    needed: "a relative path of plain names, each at most 103 characters",
    remedy: "Correct the path of the file to add.",
  },
  path_exists: {
    status: 409,
    needed: "a path that is free",
    remedy: "Choose another path, or ask for the file to be replaced.",
  },
  image_too_large: { status: 422, needed: "an image below 8 TiB", remedy: "Add less to the image." },
  artifact_missing: { status: 404, needed: "this boot artifact in the image", remedy: useLiveIso },
} as const satisfies Record<string, Meaning>;

export type IsoErrorCode = keyof typeof isoErrors;

/** An image that cannot be read, or a change that cannot be made: what was found, what is needed, what to do. */
export class IsoError extends Error {
  readonly code: IsoErrorCode;
  readonly status: number;
  readonly found: string;
  readonly needed: string;
  readonly remedy: string;

  constructor(code: IsoErrorCode, found: string, options: { needed?: string; remedy?: string; cause?: unknown } = {}) {
    const meaning = isoErrors[code];
    const needed = options.needed ?? meaning.needed;
    const remedy = options.remedy ?? meaning.remedy;
    super(`Found ${found}; needed ${needed}. ${remedy}`, "cause" in options ? { cause: options.cause } : undefined);
    this.name = "IsoError";
    this.code = code;
    this.status = meaning.status;
    this.found = found;
    this.needed = needed;
    this.remedy = remedy;
  }
}
