/** Random numbers from a seed: the same seed gives the same numbers (mulberry32 by T. Ettinger). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from the first to the last, both inclusive. */
  integer([first, last]: readonly [first: number, last: number]): number {
    return first + Math.floor(this.next() * (last - first + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.integer([0, list.length - 1])]!;
  }

  /** The elements in random order. */
  shuffle<T>(list: readonly T[]): T[] {
    const keyed = list.map((element) => ({ element, key: this.next() }));
    return keyed.sort((a, b) => a.key - b.key).map(({ element }) => element);
  }

  /** A generator with numbers of its own, so that one task doesn't change the numbers of another. */
  fork(): Random {
    return new Random(Math.floor(this.next() * 2 ** 32));
  }
}
