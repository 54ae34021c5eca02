import { type DestinationStream, type Logger, pino } from "pino";

/** Structured lines on standard output, or wherever `to` leads. Secrets never reach it. */
export const createLog = (level: string, to?: DestinationStream): Logger =>
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
    to,
  );

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
