/** Nearest rank: the smallest value that at least this share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = values.toSorted((one, other) => one - other);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** How many times as much the second is; undefined where that says nothing. */
export function ratio(base: number, other: number): number | undefined {
  return Number.isFinite(base) && Number.isFinite(other) && base > 0 ? other / base : undefined;
}
