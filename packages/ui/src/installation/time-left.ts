// How long an installation will still take, judged by how it went so far.

/** Milliseconds; null while there is too little to go by. */
export function timeLeft(
  { startedAt, percent }: Readonly<{ startedAt: number; percent: number }>,
  now: number,
  usualMs?: number | undefined,
): number | null {
  if (startedAt <= 0 || percent >= 100) return null;
  const elapsed = now - startedAt;
  if (percent < 5) return usualMs === undefined ? null : Math.max(0, usualMs - elapsed);
  const byPace = (elapsed * (100 - percent)) / percent;
  if (usualMs === undefined) return byPace;
  // What is usual counts at first, what is seen counts more and more.
  const weight = percent / 100;
  return Math.max(0, byPace * weight + Math.max(0, usualMs - elapsed) * (1 - weight));
}
