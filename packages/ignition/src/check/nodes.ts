import type { DirectoryNode, FileNode, IgnitionConfig, LinkNode, Owner } from "../config.ts";
import type { Place, Report } from "../problem.ts";
import { checkPath } from "./path.ts";
import { checkResource } from "./resource.ts";

/** Each file, directory and link by itself. */
export function checkNodes(config: IgnitionConfig, report: Report): void {
  const { directories = [], files = [], links = [] } = config.storage ?? {};
  for (const [index, directory] of directories.entries()) {
    const at = ["storage", "directories", index];
    checkNode(directory, at, report);
    checkMode(directory.mode, at, report);
  }
  for (const [index, file] of files.entries()) checkFile(config, file, ["storage", "files", index], report);
  for (const [index, link] of links.entries()) {
    const at = ["storage", "links", index];
    checkNode(link, at, report);
    checkNotRoot(link, at, report);
    if (!link.target)
      report("link_without_target", [...at, "target"], link.target === "" ? "an empty path" : "nothing");
  }
}

function checkFile(config: IgnitionConfig, file: FileNode, at: Place, report: Report): void {
  checkNode(file, at, report);
  checkNotRoot(file, at, report);
  checkMode(file.mode, at, report);
  if (file.overwrite && file.contents?.source === undefined) {
    report("overwrite_without_contents", [...at, "overwrite"], "true and no contents.source");
  }
  if (file.contents) checkResource(config, file.contents, [...at, "contents"], report);
  for (const [index, resource] of (file.append ?? []).entries()) {
    checkResource(config, resource, [...at, "append", index], report);
  }
}

function checkNode(node: DirectoryNode | FileNode | LinkNode, at: Place, report: Report): void {
  checkPath(node.path, [...at, "path"], report);
  checkOwner(node.user, [...at, "user"], report);
  checkOwner(node.group, [...at, "group"], report);
}

function checkNotRoot({ path }: FileNode | LinkNode, at: Place, report: Report): void {
  if (path === "/") report("path_is_root", [...at, "path"], '"/"');
}

function checkOwner({ id, name }: Owner = {}, at: Place, report: Report): void {
  if (id !== undefined && name) report("owner_twice", at, "an id and a name");
  if (id !== undefined && id < 0) report("negative_number", [...at, "id"], String(id));
}

/** What people write who mean the octal number: read as decimal, 644 is 01204 and 444 is 0674. */
const octalDigits = /^[0-7]{3}$/;
const smallOctal = [400, 440, 444, 500];

function checkMode(mode: number | undefined, at: Place, report: Report): void {
  if (mode === undefined) return;
  const place = [...at, "mode"];
  const found = `${mode}, which is 0${mode.toString(8)} in octal`;
  if (mode < 0 || mode > 0o7777) report("mode_out_of_range", place, String(mode));
  else if (smallOctal.includes(mode) || (mode > 0o777 && octalDigits.test(String(mode)))) {
    const meant = Number.parseInt(String(mode), 8);
    report("mode_octal_digits", place, found, { remedy: `write ${meant} if 0${mode} is meant` });
  } else if (mode > 0o777) report("mode_special", place, found);
}
