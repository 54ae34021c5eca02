// Numbers as people read them.

const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
const decimalUnits = ["B", "kB", "MB", "GB", "TB", "PB"];

function scaled(amount: number, base: number, names: readonly string[]): string {
  if (amount <= 0) return "–";
  const step = Math.min(Math.floor(Math.log(amount) / Math.log(base)), names.length - 1);
  const value = amount / base ** step;
  return `${value >= 100 || Number.isInteger(value) ? Math.round(value) : value.toFixed(1)} ${names[step]}`;
}

/** Memory comes in powers of two. */
export const memory = (bytes: number): string => scaled(bytes, 1_024, units);
/** Disks are sold in powers of ten. */
export const diskSize = (bytes: number): string => scaled(bytes, 1_000, decimalUnits);

/** `2 d 3 h`, `4 min`, `12 s`: the two largest parts that matter. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return minutes < 5 && seconds % 60 > 0 ? `${minutes} min ${seconds % 60} s` : `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 > 0 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  const days = Math.floor(hours / 24);
  return hours % 24 > 0 && days < 10 ? `${days} d ${hours % 24} h` : `${days} d`;
}

const clock = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
export const moment = (instant: number): string => (instant > 0 ? clock.format(instant) : "–");
