// Every mistake that a config can hold: what is needed and what to do. A test counts that each has a test of its own.

type Meaning = Readonly<{
  /** Ignition goes on in spite of a warning, most likely not as its author wished. */
  severity: "error" | "warning";
  needed: string;
  remedy: string;
}>;

const error = (needed: string, remedy: string): Meaning => ({ severity: "error", needed, remedy });
const warning = (needed: string, remedy: string): Meaning => ({ severity: "warning", needed, remedy });

const mergeOrRemove = "put what both say into one entry, and remove the other";

export const problemCodes = {
  // The document.
  empty: error("an Ignition config", 'write at least {"ignition":{"version":"3.5.0"}}'),
  too_large: error("a smaller config", "move large contents to a server and refer to them by URL"),
  not_json: error("JSON", "correct the text at that place; comments and trailing commas are not allowed"),
  wrong_type: error("a value of the right type", "correct the value, or remove the key"),
  missing: error("a value", "add it"),
  unknown_key: warning("a key of the specification", "remove it: it has no effect"),
  newer_key: warning("a config of a version that knows the key", "raise ignition.version, or remove the key"),
  version_missing: error("the version of the specification", 'add "ignition": {"version": "3.5.0"}'),
  version_unreadable: error("one of 3.0.0, 3.1.0, 3.2.0, 3.3.0, 3.4.0, 3.5.0", "write one of these versions"),
  version_too_old: error("version 3.0.0 or later", "translate the config to version 3 of the specification"),
  version_too_new: error(
    "version 3.5.0 or earlier",
    "lower ignition.version, and remove what only newer versions know",
  ),

  // Paths, files, directories, links.
  path_empty: error("an absolute path", "give the path"),
  path_not_absolute: error("a path that begins with /", "write the path from the root directory on"),
  path_not_simple: error("a path without //, /./, /../ or a / at its end", "write the path in its shortest form"),
  path_unusable: error("a path of at most 4,095 bytes without NUL characters", "choose another path"),
  path_is_root: error("a path below /", "choose another path: the root directory can only be a directory"),
  duplicate_node: error("each path once among directories, files and links", mergeOrRemove),
  below_file: error("directories above a path", "choose another path, or remove the entry for the file above it"),
  below_link: error("directories above a path", "write the path that the link leads to"),
  unit_and_node: error("each path once", "remove the entry under storage, or the unit"),
  overwrite_without_contents: error("contents.source where overwrite is true", "give the contents, or drop overwrite"),
  mode_out_of_range: error("a mode from 0 to 4095 (07777)", "give the mode as a decimal number: 420 is 0644"),
  mode_special: warning("a mode from 0 to 511 (0777)", "drop the setuid, setgid and sticky bits: they have no effect"),
  mode_octal_digits: warning("the mode as a decimal number", "write the decimal number"),
  owner_twice: error("an id or a name", "remove one of them"),
  negative_number: error("a number of at least 0", "correct the number"),
  link_without_target: error("the path that the link leads to", "add target"),

  // Resources.
  source_missing: error("a URL", "add source"),
  source_scheme: error(
    "a source that this version can read",
    "serve the contents by https, or write them as a data URL",
  ),
  source_url: error("a URL that can be read", "correct the URL"),
  data_url: error(
    "data:[<type>/<subtype>][;<name>=<value>][;base64],<data>",
    "write the contents percent-encoded, or with ;base64 as base64 with padding",
  ),
  compression_unknown: error("gzip or nothing", "compress the contents with gzip, or drop compression"),
  compression_with_s3: error("contents as they are stored", "drop compression: it cannot be used with S3"),
  hash_invalid: error("sha512-<128 hex digits> or sha256-<64 hex digits>", "correct the hash"),
  hash_without_source: error("a source that the hash belongs to", "add source, or drop verification"),
  headers_without_http: error("an http or https source", "drop httpHeaders"),
  header_without_name: error("the name of the header", "give the name"),
  duplicate_entry: error("each entry once", mergeOrRemove),
  proxy_scheme: error("an http or https URL", "write the proxy as http://host:port"),
  proxy_in_the_clear: warning("an https proxy for https", "use a proxy that speaks TLS, where there is one"),

  // Units.
  unit_name: error(
    "a name such as thing.service, of letters, digits and : _ . @ - \\",
    "end the name with .service, .socket, .device, .mount, .automount, .swap, .target, .path, .timer, .slice or .scope",
  ),
  dropin_name: error("a name such as 10-thing.conf", "end the name with .conf, and leave out slashes"),
  unit_syntax: error("sections in brackets with lines of the form Key=value", "correct that line"),
  unit_line_too_long: error(
    "lines of less than 2,048 bytes",
    "move long values to a file and name it by EnvironmentFile=",
  ),
  unit_without_install: warning(
    "an [Install] section",
    "add [Install] with WantedBy=, or drop enabled: it has no effect",
  ),

  // Users and groups.
  user_name: error(
    "a name of at most 32 letters, digits and . _ -, not of digits alone, and not beginning with -",
    "choose another name",
  ),
  password_not_hashed: warning("the hash of a password, such as $6$…", "hash it with mkpasswd or openssl passwd -6"),

  // Kernel arguments.
  kernel_argument_twice: error("each argument once, to exist or not to exist", "remove one of the two"),

  // Disks, arrays, filesystems, encryption.
  partition_unnamed: error("a number of at least 1, or a label", "add one of them"),
  partition_numbers: error("a number of its own for each partition", "renumber one of the partitions"),
  partition_labels: error("a label of its own for each partition", "rename one of the partitions"),
  partition_label: error("at most 36 characters, and no colon", "shorten the label"),
  partition_guid: error("a GUID such as 01234567-89AB-CDEF-EDCB-A98765432101", "correct the GUID"),
  partition_removed: error("only number and wipePartitionEntry where shouldExist is false", "drop the other keys"),
  partition_implicit: error(
    "a number, startMiB and sizeMiB above 0 for each partition that exists, where another one is removed",
    "give them, or do not remove partitions of the same disk",
  ),
  partitions_overlap: error("partitions that do not overlap", "move or shrink one of the partitions"),
  raid_level: error("linear, raid0, raid1, raid4, raid5, raid6 or raid10", "correct the level"),
  raid_without_devices: error("the devices of the array", "add devices"),
  raid_spares: error("no spares: this level has no redundancy", "drop spares, or choose another level"),
  filesystem_format: error("a filesystem format that this version knows", "choose ext4, btrfs, xfs, vfat or swap"),
  filesystem_without_format: error("the format of the filesystem", "add format"),
  label_too_long: error("a shorter label", "shorten the label"),
  luks_name: error("a name without slashes", "choose another name"),
  luks_cex: error("either cex, or clevis or a key file", "drop one of them"),
  clevis_custom: error("either custom, or tang, tpm2 and threshold", "drop one of them"),
  clevis_pin: error("tpm2, tang or sss", "correct the pin"),
  clevis_config: error("the configuration of the pin", "add config"),
  tang_url: error("an http or https URL", "correct the URL of the server"),
  tang_thumbprint: error("the thumbprint of the server's key", "add thumbprint"),
  tang_advertisement: error("the server's advertisement, which is JSON", "copy it from the server's /adv"),

  // What `apply` cannot do on a running system. It refuses before it writes anything.
  cannot_change_disks: error(
    "a config that leaves disks, arrays, encryption and filesystems alone",
    "boot a system that has Ignition of its own, or remove these entries",
  ),
  cannot_use_scheme: error(
    "a data, http or https source",
    "serve the contents by https, or write them into the config",
  ),
  cannot_fetch: error("an answer with the contents", "check the URL, the network and the proxy, and try again"),
  cannot_verify: error("contents with the hash that the config gives", "correct the hash, or what is served"),
  cannot_unpack: error("contents that gzip can unpack", "compress the contents with gzip, or drop compression"),
  cannot_hold: error("less to write", "make the contents smaller, or raise the limit"),
  cannot_resolve: error("configs that can be read and merged", "correct what is served at that place"),
  cannot_replace: error("a free path, or overwrite", "set overwrite to true, or choose another path"),
  cannot_reach: error("a path inside of the root directory", "remove the link or file that is in the way"),
  cannot_do_both: error(
    "a path that nothing else of the config writes",
    "remove the entry under storage, or the other one",
  ),
  cannot_link: error("a file for the hard link to share", "add the file, or make the link symbolic"),
  cannot_find_owner: error("a user or group of this system or this config", "add it under passwd, or correct the name"),
  cannot_change_account: error("an account that this system can have", "choose another name or id"),
  cannot_enable: warning("a unit with an [Install] section", "add the unit, or drop enabled: it has no effect"),
} as const satisfies Readonly<Record<string, Meaning>>;

export type ProblemCode = keyof typeof problemCodes;
