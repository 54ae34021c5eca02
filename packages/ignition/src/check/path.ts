import { byteLength } from "../byte-length.ts";
import { type Place, quote, type Report } from "../problem.ts";

const longestPath = 4095;

/** Whether a path is absolute and in its shortest form; says what is wrong otherwise. */
export function checkPath(path: string, at: Place, report: Report): boolean {
  const code = fault(path);
  if (code) report(code, at, path === "" ? "an empty path" : quote(path));
  return code === null;
}

function fault(path: string) {
  if (path === "") return "path_empty";
  if (!path.startsWith("/")) return "path_not_absolute";
  if (path.includes("\0") || byteLength(path) > longestPath) return "path_unusable";
  const simple = path === "/" || !/\/(?:\.{0,2}(?:\/|$))/.test(path);
  return simple ? null : "path_not_simple";
}
