import { Type } from "typebox";

const units = { s: 1, m: 60, h: 3_600 } as const;

export const Duration = Type.String({
  pattern: "^[0-9]+(?:\\.[0-9]+)?[smh]$",
  description: "a time with its unit, such as 30s, 10m or 1h",
});

/** `10m` → 600. */
export function secondsOf(duration: string): number {
  const unit = duration.slice(-1);
  return Number(duration.slice(0, -1)) * (unit === "h" ? units.h : unit === "m" ? units.m : units.s);
}
