import type { Unit } from "../config.ts";

/** A unit that starts at boot, if its [Install] section says when. */
export const unit = (name: string, contents: string, { enabled = true }: { enabled?: boolean } = {}): Unit => ({
  name,
  enabled,
  contents,
});

/** A unit of the system itself, that starts at boot or no longer does. */
export const systemUnit = (name: string, { enabled = true }: { enabled?: boolean } = {}): Unit => ({ name, enabled });

export const maskedUnit = (name: string): Unit => ({ name, mask: true });

/** More for a unit, from here or of the system. */
export const dropin = (unitName: string, name: string, contents: string): Unit => ({
  name: unitName,
  dropins: [{ name, contents }],
});
