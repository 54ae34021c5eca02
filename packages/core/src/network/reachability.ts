// Who reaches whom, as rows of bits: a cluster of 500 hosts has a quarter of a million pairs, asked on every refresh.

export type Reachability = Readonly<{ size: number; words: number; bits: Uint32Array }>;

export function reachability(size: number): Reachability {
  const words = (size + 31) >>> 5;
  return { size, words, bits: new Uint32Array(size * words) };
}

export function addReach({ words, bits }: Reachability, from: number, to: number): void {
  const word = from * words + (to >>> 5);
  bits[word] = (bits[word] ?? 0) | (1 << (to & 31));
}

const hasBit = (bits: Uint32Array, row: number, index: number): boolean =>
  (((bits[row + (index >>> 5)] ?? 0) >>> (index & 31)) & 1) === 1;

/**
 * The members of a group all reach each other, both ways. Finding the largest one is hard in general; this grows a group
 * from each host, best connected first, which is exact when the network is whole or falls into separate parts.
 */
export function largestMutualGroup(reach: Reachability): readonly number[] {
  const { mutual, degrees } = mutualRows(reach);
  const byDegree = Array.from(degrees.keys()).sort(
    (one, other) => (degrees[other] ?? 0) - (degrees[one] ?? 0) || one - other,
  );
  let best: readonly number[] = [];
  for (const seed of byDegree) {
    if ((degrees[seed] ?? 0) + 1 <= best.length) break;
    const group = growFrom(seed, byDegree, mutual, reach.words);
    if (group.length > best.length) best = group;
  }
  return best.length < 2 ? [] : best.toSorted((one, other) => one - other);
}

function growFrom(seed: number, order: readonly number[], mutual: Uint32Array, words: number): number[] {
  const common = mutual.slice(seed * words, (seed + 1) * words);
  const group = [seed];
  for (const candidate of order) {
    if (!hasBit(common, 0, candidate)) continue;
    group.push(candidate);
    for (let word = 0; word < words; word += 1) {
      common[word] = (common[word] ?? 0) & (mutual[candidate * words + word] ?? 0);
    }
  }
  return group;
}

function mutualRows({ size, words, bits }: Reachability): { mutual: Uint32Array; degrees: Uint32Array } {
  const mutual = new Uint32Array(bits.length);
  const degrees = new Uint32Array(size);
  for (let one = 0; one < size; one += 1) {
    for (let other = one + 1; other < size; other += 1) {
      if (!hasBit(bits, one * words, other) || !hasBit(bits, other * words, one)) continue;
      const [right, left] = [one * words + (other >>> 5), other * words + (one >>> 5)];
      mutual[right] = (mutual[right] ?? 0) | (1 << (other & 31));
      mutual[left] = (mutual[left] ?? 0) | (1 << (one & 31));
      degrees[one] = (degrees[one] ?? 0) + 1;
      degrees[other] = (degrees[other] ?? 0) + 1;
    }
  }
  return { mutual, degrees };
}
