// Times and sizes for people.

/** `3m`, `2h`, `5d`: how long ago, in the largest unit that says something. */
export function age(time: string | undefined, now: number): string {
  const at = time === undefined ? Number.NaN : Date.parse(time);
  // Some clients of the wire write year 1 for "never".
  if (Number.isNaN(at) || at <= 0) return "";
  return duration(Math.max(now - at, 0));
}

export function duration(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours}h` : `${Math.floor(hours / 24)}d`;
}

/** `90s`, `15m`, `2h`, or seconds without a unit → milliseconds. */
export function parseDuration(text: string): number | undefined {
  const [, number, unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  const scale = new Map([
    ["ms", 1],
    ["s", 1_000],
    ["m", 60_000],
    ["h", 3_600_000],
  ]).get(unit);
  return number === undefined || scale === undefined ? undefined : Number(number) * scale;
}

/** `16 GiB`. */
export function bytes(count: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
  const power = Math.min(Math.floor(Math.log2(Math.max(count, 1)) / 10), units.length - 1);
  const value = count / 2 ** (10 * power);
  return `${value >= 10 || Number.isInteger(value) ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
