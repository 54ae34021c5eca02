// No room left: of all that can go wrong with a disk, the one that people can mend while the service runs.
import { DatabaseError } from "pg";

/** Where there is no room: at the database, or where files are kept; null when the error is about something else. */
export function fullDisk(error: unknown): "database" | "files" | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseError && cause.code === "53100") return "database";
    if ("code" in cause && (cause.code === "ENOSPC" || cause.code === "EDQUOT")) return "files";
  }
  return null;
}
