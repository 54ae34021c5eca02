import { explainLibraryError, libraryFault } from "./library-error.ts";
import { checkLimits } from "./limits.ts";
import { locate, type Outcome, ok, refused } from "./problem.ts";
import { compile, Instance } from "./wasm/instance.ts";

/** File name and content of one NetworkManager profile. */
export type Keyfile = readonly [fileName: string, content: string];

/** What the library itself says to a text within bounds. */
export type LibraryAnswer =
  | Readonly<{ kind: "rendered"; files: readonly Keyfile[] }>
  /** The text is no network state. */
  | Readonly<{ kind: "unreadable"; text: string }>
  /** It is one, but no files can be made of it. */
  | Readonly<{ kind: "unrenderable"; text: string }>
  /** The library crashed or ran out of its memory. */
  | Readonly<{ kind: "fault"; text: string }>;

/** The nmstate library, ready to be asked. */
export type Nmstate = Readonly<{ ask: (yaml: string) => LibraryAnswer }>;

/** An ordinary host needs 1.3 MB. */
const keptMemoryBytes = 16 * 1024 * 1024;

/** Compiles the module (src/wasm/nmstate.wasm). In Node, `@muster/nmstate/node` finds the bytes by itself. */
export async function loadNmstate(bytes: Uint8Array): Promise<Nmstate> {
  const module = await compile(bytes);
  let instance: Instance | null = null;
  return {
    ask: (yaml) => {
      instance ??= new Instance(module);
      const answer = instance.ask(yaml);
      // After a trap the stack is in disarray, and memory never shrinks: both end an instance.
      if (answer.kind === "fault" || instance.memoryBytes > keptMemoryBytes) instance = null;
      return answer;
    },
  };
}

/** What `nmstatectl gc` prints for this state. The library decides; its error comes as a problem with a place. */
export function render(
  nmstate: Nmstate,
  yaml: string,
  { file }: Readonly<{ file: string }>,
): Outcome<readonly Keyfile[]> {
  const findings = checkLimits(yaml);
  if (findings.length > 0) return refused(locate(findings, yaml, file));
  const answer = nmstate.ask(yaml);
  switch (answer.kind) {
    case "rendered":
      return ok(answer.files);
    case "unreadable":
    case "unrenderable":
      return refused(locate([explainLibraryError(answer.text, yaml)], yaml, file));
    case "fault":
      return refused(locate([libraryFault(answer.text)], yaml, file));
  }
}
