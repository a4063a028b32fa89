/** Counts points over the last minute, second by second. */
export class Rate {
  readonly #counts = new Float64Array(60);
  /** The second of the latest count. */
  #second = Number.NEGATIVE_INFINITY;

  /** @param now epoch milliseconds */
  add(now: number, count: number): void {
    this.#forget(now);
    this.#counts[this.#second % 60]! += count;
  }

  /** Points a second. */
  at(now: number): number {
    this.#forget(now);
    return this.#counts.reduce((sum, count) => sum + count, 0) / 60;
  }

  #forget(now: number): void {
    const second = Math.floor(now / 1000);
    if (second <= this.#second) return;
    for (let past = Math.max(this.#second + 1, second - 59); past <= second; past++)
      this.#counts[past % 60] = 0;
    this.#second = second;
  }
}
