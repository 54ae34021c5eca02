import type { Visible } from "../auth/caller.ts";
import { eq, or, type SQL } from "./drizzle.ts";
import type { clusters, infraEnvs } from "./schema.ts";

/** The rows that a caller may see; undefined: all. */
export function visibleRows(table: typeof clusters | typeof infraEnvs, visible: Visible): SQL | undefined {
  switch (visible.kind) {
    case "all":
      return undefined;
    case "user":
      return eq(table.userName, visible.userName);
    case "org":
      return or(eq(table.userName, visible.userName), eq(table.orgId, visible.orgId));
  }
}
