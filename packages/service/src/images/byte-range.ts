export type ByteRange = Readonly<{ start: number; end: number }>;

/**
 * What a Range header asks for. "whole" also stands for what may be passed over: other units, mistakes, and several ranges
 * at once, which no firmware asks for (RFC 9110 section 14.2 allows it).
 */
export function parseRange(header: string | undefined, size: number): ByteRange | "whole" | "unsatisfiable" {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? "");
  if (!match) return "whole";
  const [, from = "", to = ""] = match;
  if (from === "" && to === "") return "whole";
  const [first, last] = [Number(from), Number(to)];
  if (from === "")
    return last === 0 || size === 0 ? "unsatisfiable" : { start: Math.max(size - last, 0), end: size - 1 };
  if (to !== "" && last < first) return "whole";
  if (first >= size) return "unsatisfiable";
  return { start: first, end: to === "" ? size - 1 : Math.min(last, size - 1) };
}
