import type { Finding } from "./problem.ts";

/** Bounds on one host's desired state. The largest real ones (hundreds of VLANs, SR-IOV) stay far below. */
export const limits = {
  /** The module refuses more on its own, too (wasm/src/lib.rs). */
  bytes: 128 * 1024,
  /** The deepest key of the schema lies at 11. */
  depth: 32,
  /** After aliases are unfolded. */
  nodes: 50_000,
  interfaces: 1024,
  /** Nobody reads on after a hundred. */
  problems: 100,
} as const;

/** What can be said about a text before it is parsed. The library's parser takes quadratic time over open brackets. */
export function checkLimits(yaml: string): Finding[] {
  const bytes = new TextEncoder().encode(yaml).length;
  if (bytes > limits.bytes) {
    return [
      {
        code: "too-large",
        at: 0,
        path: "",
        found: `${bytes} bytes of YAML`,
        needed: `at most ${limits.bytes} bytes for one host`,
        remedy: "leave out what the library fills in by itself, or describe other hosts in their own documents",
      },
    ];
  }
  const at = firstTooDeep(yaml);
  return at === null ? [] : [tooDeep(at, "")];
}

export const tooDeep = (at: number, path: string): Finding => ({
  code: "too-deep",
  at,
  path,
  found: `more than ${limits.depth} levels of lists and maps`,
  needed: `at most ${limits.depth} levels`,
  remedy: "look for a bracket that is not closed, or for indentation that runs away",
});

/** Brackets inside text and comments count too: nobody writes 32 of them unclosed. */
function firstTooDeep(yaml: string): number | null {
  let depth = 0;
  for (let at = 0; at < yaml.length; at++) {
    const code = yaml.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) {
      if (++depth > limits.depth) return at;
    } else if ((code === 0x5d || code === 0x7d) && depth > 0) depth--;
  }
  return null;
}
