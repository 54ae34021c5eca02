const awayCodes = new Set([
  // No way to the server.
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"],
  // The connection broke, or was not let in: there are too many of them, or the server starts, stops or sends idle ones away.
  ...["08000", "08001", "08003", "08004", "08006", "53300", "57P01", "57P02", "57P03", "57P05"],
  // It only reads: it is a standby, or was the primary before another took over.
  "25006",
]);

/** Whether the database could not be reached, or left; what was asked of it was not done, as far as anybody can tell. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (awayCodes.has(String((cause as { code?: unknown }).code))) return true;
    if (
      /Connection terminated|timeout exceeded when trying to connect|Query read timeout|embedded database has stopped/.test(
        cause.message,
      )
    ) {
      return true;
    }
  }
  return false;
}
