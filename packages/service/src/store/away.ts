const awayCodes = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOTFOUND", "ETIMEDOUT", "57P01", "57P02", "57P03"]);

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
