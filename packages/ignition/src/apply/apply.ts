import { dirname } from "node:path";
import { checkConfig } from "../check/index.ts";
import type { IgnitionConfig, KernelArguments } from "../config.ts";
import { gather, type Problem, type Report } from "../problem.ts";
import { Accounts } from "./accounts.ts";
import { inspect, type Site } from "./ensure.ts";
import { type KeyFile, wantedHomes } from "./homes.ts";
import type { Network } from "./http.ts";
import { wantedNodes } from "./nodes.ts";
import { resolveConfig } from "./resolve.ts";
import { Root } from "./root.ts";
import { type Limits, Sources } from "./source.ts";
import { systemUnitsOf } from "./system-units.ts";
import { wantedUnits } from "./units.ts";
import type { Want } from "./want.ts";

export type ApplyOptions = Readonly<{
  /** The directory that is the root of the system, `/` on a running one. */
  root: string;
  /** Where sshd of that system looks for keys. */
  keyFile?: KeyFile;
  /** False where the caller may not give files away, such as in tests; all else stays the same. */
  setOwners?: boolean;
  limits?: Partial<Limits>;
  /** How attempts to fetch wait for each other. */
  wait?: NonNullable<Network["wait"]>;
}>;

export type Change = Readonly<{ path: string; says: string }>;

export type Applied =
  | Readonly<{
      kind: "applied";
      /** What was different from what the config asks for; none when it is applied a second time. */
      changes: readonly Change[];
      /** Recorded in the system, not put into force: boot loaders differ. */
      kernelArguments: KernelArguments;
      warnings: readonly Problem[];
    }>
  /** Nothing was written. */
  | Readonly<{ kind: "refused"; problems: readonly Problem[]; warnings: readonly Problem[] }>
  /** The system would not do what it should be able to do: a full disk, a read-only mount. */
  | Readonly<{ kind: "failed"; path: string; cause: unknown; changes: readonly Change[] }>;

const kernelArgumentsPath = "/etc/muster/kernel-arguments.json";

/**
 * Does what Ignition would do on a system that has none: files, directories, links, accounts, units; kernel arguments are
 * recorded. What cannot be done is refused before anything is written. A second run changes nothing.
 */
export async function applyIgnition(config: IgnitionConfig, options: ApplyOptions): Promise<Applied> {
  const { report, problems, warnings } = gather();
  const root = new Root(options.root);
  const limits = { fileBytes: 256 * 1024 * 1024, totalBytes: 512 * 1024 * 1024, ...options.limits };
  const sources = new Sources(report, limits, options.wait);
  const whole = await resolveConfig(config, sources, report);
  if (whole) checkConfig(whole, report);
  const wants = whole && problems.length === 0 ? await wantsOf(whole, root, sources, report, options) : [];
  const site = siteOf(wants, root, options);
  if (problems.length === 0) refuseWhatIsInTheWay(wants, site, report);
  if (!whole || problems.length > 0) return { kind: "refused", problems, warnings };

  const changes: Change[] = [];
  for (const want of wants) {
    try {
      const finding = inspect(want, site);
      if (finding.kind === "change") {
        finding.perform();
        changes.push({ path: want.path, says: finding.says });
      }
    } catch (cause) {
      return { kind: "failed", path: want.path, cause, changes };
    }
  }
  return { kind: "applied", changes, kernelArguments: whole.kernelArguments ?? {}, warnings };
}

async function wantsOf(
  config: IgnitionConfig,
  root: Root,
  sources: Sources,
  report: Report,
  { keyFile = ".ssh/authorized_keys" }: ApplyOptions,
): Promise<Want[]> {
  refuseDisks(config, report);
  const accounts = accountsOf(root, report);
  const known = new Set(accounts.passwd.values(0));
  const { passwd = {} } = config;
  accounts.apply(passwd);
  const nodes = await wantedNodes(config, sources, accounts, report);
  const generated = (wants: readonly Want[]) => besideNodes(wants, nodes, report);
  return [
    ...generated(config.passwd ? accountFiles(accounts) : []),
    ...generated(wantedHomes(passwd, known, accounts, root, keyFile)),
    ...nodes,
    ...generated(wantedUnits(config, systemUnitsOf(root), report)),
    ...generated(kernelArgumentsFile(config.kernelArguments)),
  ];
}

/** What accounts, units and kernel arguments need. A directory may also be described under storage; then that counts. */
function besideNodes(wants: readonly Want[], nodes: readonly Want[], report: Report): Want[] {
  const paths = new Set(nodes.map(({ path }) => path));
  return wants.filter(({ kind, path, at }) => {
    if (paths.has(path) && kind !== "directory") report("cannot_do_both", at, `an entry for ${path} under storage`);
    return !paths.has(path);
  });
}

function refuseDisks({ storage = {} }: IgnitionConfig, report: Report): void {
  for (const key of ["disks", "raid", "luks", "filesystems"] as const) {
    const count = storage[key]?.length ?? 0;
    if (count > 0) report("cannot_change_disks", ["storage", key], `${count} ${count === 1 ? "entry" : "entries"}`);
  }
}

function accountsOf(root: Root, report: Report): Accounts {
  const text = (name: string) => root.readText(`/etc/${name}`);
  const texts = { passwd: text("passwd"), shadow: text("shadow"), group: text("group"), gshadow: text("gshadow") };
  return new Accounts(texts, root.isFile("/bin/bash") ? "/bin/bash" : "/bin/sh", report);
}

/** Files that exist keep their mode and owner. */
function accountFiles({ passwd, shadow, group, gshadow }: Accounts): Want[] {
  const files = [
    ["passwd", passwd, 0o644],
    ["group", group, 0o644],
    ["shadow", shadow, 0o600],
    ["gshadow", gshadow, 0o600],
  ] as const;
  return files.map(([name, table, mode]): Want => {
    const content = Buffer.from(table.toString());
    return { kind: "file", path: `/etc/${name}`, content, mode, overwrite: true, keepsOwner: true, at: ["passwd"] };
  });
}

function kernelArgumentsFile({ shouldExist = [], shouldNotExist = [] }: KernelArguments = {}): Want[] {
  if (shouldExist.length + shouldNotExist.length === 0) return [];
  const content = Buffer.from(`${JSON.stringify({ shouldExist, shouldNotExist }, null, 2)}\n`);
  return [{ kind: "file", path: kernelArgumentsPath, content, mode: 0o644, overwrite: true, at: ["kernelArguments"] }];
}

function siteOf(wants: readonly Want[], root: Root, { setOwners = true }: ApplyOptions): Site {
  const kept = new Set<string>();
  for (const { path, kind } of wants) {
    const located = root.locate(path);
    if (located.kind === "blocked" || kind === "no link") continue;
    for (let at = located.real; !kept.has(at) && at !== dirname(at); at = dirname(at)) kept.add(at);
  }
  return { root, setOwners, kept };
}

/** Looks at every path before the first one is changed. */
function refuseWhatIsInTheWay(wants: readonly Want[], site: Site, report: Report): void {
  const renewed: string[] = [];
  for (const want of wants) {
    // What is there now will be gone with the directory that takes its place.
    if (renewed.some((path) => want.path.startsWith(path))) continue;
    const finding = inspect(want, site);
    if (finding.kind === "refuse") report(finding.code, want.at, `${finding.found} (${want.path})`);
    if (want.kind === "directory" && finding.kind === "change" && finding.says === "replaced")
      renewed.push(`${want.path}/`);
  }
}
