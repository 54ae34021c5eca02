/**
 * The known word that a mistyped one was probably meant to be, or null. `_` and `-`, and case, do not count;
 * a beginning counts as the whole.
 */
export function nearest(word: string, known: readonly string[]): string | null {
  const wanted = normal(word.slice(0, 64));
  let best: Readonly<{ name: string; distance: number }> | null = null;
  for (const name of known) {
    const distance = editDistance(wanted, normal(name));
    if (!best || distance < best.distance) best = { name, distance };
  }
  if (best && best.distance <= Math.max(1, Math.floor(best.name.length / 3))) return best.name;
  return wanted.length < 3 ? null : (known.find((name) => normal(name).startsWith(wanted)) ?? null);
}

const normal = (word: string): string => word.toLowerCase().replaceAll("_", "-");

/** Insertions, deletions, replacements and swaps of neighbours. */
function editDistance(one: string, other: string): number {
  let twoBack: number[] = [];
  let back = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let cost = Math.min(
        (back[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (back[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        cost = Math.min(cost, (twoBack[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    [twoBack, back] = [back, current];
  }
  return back[other.length] ?? 0;
}
