import type { IgnitionConfig } from "../config.ts";
import { type Place, quote, type Report } from "../problem.ts";
import { dropinPath, unitPath } from "../unit-path.ts";

type Node = Readonly<{ path: string; at: Place; kind: "file" | "directory" | "link" }>;

/** All paths together: what is below a file or a link, and what is also a unit. Ignition itself looks only at links. */
export function checkTree(config: IgnitionConfig, report: Report): void {
  const { directories = [], files = [], links = [] } = config.storage ?? {};
  const nodes: readonly Node[] = [
    ...directories.map(({ path }, index): Node => ({ path, at: ["storage", "directories", index], kind: "directory" })),
    ...files.map(({ path }, index): Node => ({ path, at: ["storage", "files", index], kind: "file" })),
    ...links.map(({ path }, index): Node => ({ path, at: ["storage", "links", index], kind: "link" })),
  ];
  checkAncestors(nodes, report);
  checkUnitPaths(config, nodes, report);
}

/** Sorted, all paths that begin a path come before it: one pass with a stack of them, whatever the number of paths. */
function checkAncestors(nodes: readonly Node[], report: Report): void {
  const sorted = nodes.toSorted((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0));
  const beginnings: Node[] = [];
  for (const { path, at, kind } of sorted) {
    while (beginnings.length > 0 && !path.startsWith(beginnings.at(-1)?.path ?? "")) beginnings.pop();
    const above = beginnings.find((beginning) => path[beginning.path.length] === "/");
    if (above) {
      const code = above.kind === "link" ? "below_link" : "below_file";
      report(code, [...at, "path"], `a path below the ${above.kind} ${quote(above.path)}`);
    }
    if (kind !== "directory" && beginnings.at(-1)?.path !== path) beginnings.push({ path, at, kind });
  }
}

function checkUnitPaths(config: IgnitionConfig, nodes: readonly Node[], report: Report): void {
  const paths = new Set<string>();
  for (const { name, contents, dropins = [] } of config.systemd?.units ?? []) {
    if (contents) paths.add(unitPath(name));
    for (const dropin of dropins) if (dropin.contents) paths.add(dropinPath(name, dropin.name));
  }
  for (const { path, at } of nodes) {
    if (paths.has(path)) report("unit_and_node", [...at, "path"], `${quote(path)}, which is also a unit or drop-in`);
  }
}
