/** The candidate that a mistyped word most likely means, if any is close. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > 64) return undefined;
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (best === undefined || distance < best.distance) best = { candidate, distance };
  }
  return best && best.distance <= Math.max(2, Math.floor(word.length / 3)) ? best.candidate : undefined;
}

/** Insertions, deletions and replacements that turn one word into the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const replace = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min((next[column - 1] ?? 0) + 1, (row[column] ?? 0) + 1, replace));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
