/** A seeded generator of pseudo-random numbers: the same seed gives the same sequence on every machine. */
export interface Random {
  /** An integer with 0 <= integer < limit. */
  integer(limit: number): number;
}

/**
 * The generator mulberry32: period 2^32.
 * @param seed any 32-bit integer
 */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  return {
    integer(limit) {
      state = (state + 0x6d2b79f5) | 0;
      let hash = Math.imul(state ^ (state >>> 15), 1 | state);
      hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash;
      return Math.floor((((hash ^ (hash >>> 14)) >>> 0) / 4294967296) * limit);
    },
  };
}

/** Shuffles the first `count` items of an array in place (Fisher-Yates). */
export function shuffle(items: Int32Array | Uint32Array, count: number, random: Random): void {
  for (let i = 0; i < count; i++) {
    const other = i + random.integer(items.length - i);
    const item = items[i]!;
    items[i] = items[other]!;
    items[other] = item;
  }
}
