// What a caller may see of what others own.
import { type Caller, maySee, type Owner, visibleTo } from "../auth/caller.ts";

export type Visibility = Readonly<{
  /** Readers with the same key see the same. */
  key: string;
  sees: (owner: Owner | null) => boolean;
}>;

export const everything: Visibility = { key: "", sees: () => true };

/** Administrators see all; everybody else what is theirs, or their organisation's where that is shared. */
export function visibilityOf(caller: Caller): Visibility {
  const visible = visibleTo(caller);
  switch (visible.kind) {
    // A token opens one resource, and whoever shows it had to name that: the filter is narrower than this.
    case "all":
      return everything;
    case "user":
      return { key: `user ${visible.userName}`, sees: (owner) => owner !== null && maySee(caller, owner) };
    case "org":
      return {
        key: `org ${visible.orgId} ${visible.userName}`,
        sees: (owner) => owner !== null && maySee(caller, owner),
      };
  }
}
