// What `muster` tells the shell. docs/reference/exit-codes.md explains each; a test compares the two.
export const exitCode = {
  /** Done. */
  ok: 0,
  /** What was asked for did not work out. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** A setting has a wrong value, or the settings file a wrong name. */
  settings: 3,
  /** The service could not start: a port, the data directory or the database is not usable. */
  start: 4,
  /** The service that a command talks to does not answer. */
  unreachable: 5,
  /** What was waited for did not come in the time that was given. */
  timeout: 6,
  /** A fault in Muster itself. */
  fault: 70,
  /** Ctrl-C while something is waited for, or a second one. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
