/**
 * fetch with so many requests under way at once; the others wait for their turn. Connections are kept and shared, so
 * thousands of machines need no more than that many.
 */
export function limitedFetch(most: number): typeof fetch {
  const waiting: (() => void)[] = [];
  let free = most;
  return async (input, init) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await fetch(input, init);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
