/** Of several replicas, the one that does what must be done once. Everybody who knows the same replicas finds the same one. */
export function ownerOf(key: string, replicas: Iterable<string>): string | null {
  let owner: string | null = null;
  let highest = -1;
  for (const replica of replicas) {
    const draw = mix(`${replica}/${key}`);
    if (draw < highest || (draw === highest && owner !== null && owner < replica)) continue;
    owner = replica;
    highest = draw;
  }
  return owner;
}

/** A number from 0 to 2³² − 1 that differs widely for texts that differ little (FNV-1a, with the last steps of MurmurHash3). */
function mix(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
