import type { ExitCode } from "./exit-code.ts";

/** What can follow while a person types, for completion. */
export type Completes = "files" | "directories" | readonly string[] | Completer;

/** Asks elsewhere, such as the service. What goes wrong there offers nothing. */
export type Completer = (line: HalfTyped) => Promise<readonly string[]>;

/** The part of a command line in front of the cursor. */
export type HalfTyped = Readonly<{
  value(flag: string): string | undefined;
  /** The arguments that are there already. */
  args: readonly string[];
  env: Io["env"];
}>;

export type Flag = Readonly<{
  name: string;
  short?: string;
  /** The placeholder of its value in help; a flag without one is a switch. */
  value?: string;
  says: string;
  /** May be given several times; otherwise the last one counts. */
  repeats?: true;
  completes?: Completes;
  /** Nothing but the words of `completes` is taken. */
  strict?: true;
}>;

export type Argument = Readonly<{
  name: string;
  says: string;
  optional?: true;
  /** One or several; at most one argument of a command does this. Those behind it take the last words. */
  repeats?: true;
  completes?: Completes;
}>;

/** The command line after it was checked against a command's flags and arguments. */
export type Invocation = Readonly<{
  args: readonly string[];
  has(flag: string): boolean;
  /** The value of a flag; the last one when it was given more than once. */
  value(flag: string): string | undefined;
  values(flag: string): readonly string[];
}>;

/** The outside of a command: nothing below reaches for the process itself. */
export type Io = Readonly<{
  out(text: string): void;
  err(text: string): void;
  /** All of the standard input. */
  input(): Promise<string>;
  /** What a person answers; there is nobody to ask where this is missing. */
  ask?(question: string): Promise<string>;
  /** Whether a person looks at what `out` prints: colours, tables that change in place. */
  isTerminal: boolean;
  /** Ends what would go on forever: Ctrl-C, once somebody has asked for it here. */
  interruption(): AbortSignal;
  env: Readonly<Record<string, string | undefined>>;
  /** Columns of the terminal, or what help is wrapped at elsewhere. */
  columns: number;
  /** Lines of the terminal. */
  rows: number;
  /** The checkout or the directory of the executable. */
  root: string;
}>;

export type Command = Readonly<{
  arguments?: readonly Argument[];
  flags?: readonly Flag[];
  /** More help, below the flags. */
  details?(columns: number): string;
  run(invocation: Invocation, io: Io): Promise<ExitCode>;
}>;

export type CommandEntry = Readonly<{
  /** One word or several: `cluster create`. */
  name: string;
  summary: string;
  load(): Promise<Command>;
}>;

export type CommandGroup = Readonly<{ title: string; commands: readonly CommandEntry[] }>;
