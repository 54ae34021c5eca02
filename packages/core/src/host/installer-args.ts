import type { Problem } from "../problem.ts";

/** What may be passed on to coreos-installer, and whether a value follows (reference service 5.3). */
const flags: Readonly<Record<string, "value" | "alone">> = {
  "--append-karg": "value",
  "--delete-karg": "value",
  "-n": "alone",
  "--copy-network": "alone",
  "--network-dir": "value",
  "--save-partlabel": "value",
  "--save-partindex": "value",
  "--image-url": "value",
  "--image-file": "value",
};

const allowed = Object.keys(flags).join(", ");

export function installerArgsProblem(args: readonly string[]): Problem | null {
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    const [flag = "", inline] = splitOnce(arg);
    const kind = Object.hasOwn(flags, flag) ? flags[flag] : undefined;
    if (kind === undefined || (kind === "alone" && inline !== undefined)) {
      return { found: `argument "${arg}"`, needed: `only ${allowed}`, remedy: "remove it" };
    }
    if (kind === "alone" || inline !== undefined) continue;
    index += 1;
    const value = args[index];
    if (value === undefined || value === "" || Object.hasOwn(flags, value)) {
      return { found: `${flag} without a value`, needed: "a value after it", remedy: "add the value" };
    }
  }
  return null;
}

/** `--append-karg=a=b` → `--append-karg`, `a=b`. */
function splitOnce(arg: string): readonly [string, string?] {
  const at = arg.startsWith("--") ? arg.indexOf("=") : -1;
  return at < 0 ? [arg] : [arg.slice(0, at), arg.slice(at + 1)];
}
