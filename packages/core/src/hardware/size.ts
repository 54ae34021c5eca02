// Sizes as people read them. Rounded down, so that "too little" never reads like "just enough".
const twoDecimals = (value: number): number => Math.floor(value * 100) / 100;

/** Memory counts in powers of two: 16384 → "16 GiB". */
export function formatMib(mib: number): string {
  return mib < 1_024 ? `${twoDecimals(mib)} MiB` : `${twoDecimals(mib / 1_024)} GiB`;
}

/** Disks count in powers of ten: 480e9 → "480 GB". */
export function formatBytes(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${twoDecimals(bytes / 1_000 ** power)} ${units[power]}`;
}
