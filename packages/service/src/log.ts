import { type DestinationStream, type Logger, pino } from "pino";

/** Lines on standard error, or wherever `to` leads: standard output belongs to what a command says. Secrets never reach it. */
export const createLog = (level: string, format: "text" | "json", to?: DestinationStream): Logger =>
  pino(
    {
      level,
      serializers: { err: describeError },
      redact: {
        paths: [
          "*.pull_secret",
          "*.pullSecret",
          "*.password",
          "*.authorization",
          'headers["x-secret-key"]',
          "headers.authorization",
        ],
        censor: "(secret)",
      },
    },
    to ?? (format === "json" ? pino.destination({ dest: 2, sync: false }) : textLines),
  );

const levels: Readonly<Record<number, string>> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warn",
  50: "error",
  60: "fatal",
};

/** One line for people: the time, how important it is, what happened, and the rest as it is. */
const textLines: DestinationStream = {
  write(line) {
    const { time, level, msg = "", pid: _pid, hostname: _hostname, ...rest } = JSON.parse(line);
    const more = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : "";
    process.stderr.write(`${new Date(time).toISOString()} ${levels[level] ?? level} ${msg}${more}\n`);
  },
};

type Described = { type: string; message: string; code?: string; stack?: string; cause?: Described };

/**
 * The message of a failed query repeats its parameters, and those are whole documents with secrets in them: such an error
 * is told by its cause alone.
 */
function describeError(error: unknown): Described | unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  const isQuery = "query" in error && "params" in error;
  const message = isQuery ? "a query failed" : error.message;
  const stack = isQuery ? undefined : error.stack;
  return {
    type: error.constructor.name,
    message,
    ...(typeof code === "string" && { code }),
    ...(stack !== undefined && { stack }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}
