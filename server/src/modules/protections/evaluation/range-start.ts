/**
 * The changes within a range, the first of which says what is in effect at its start. A model settles points of its grid
 * late, so changes from before the start may still come after it was passed.
 */
export class RangeStart<Change extends { time: number }> {
  readonly #from: number;
  /** In effect at the start, as far as it is known. */
  #held: Change | undefined;
  #isSettled = false;

  /** @param from start of the range in epoch milliseconds @param held what was in effect before, if anything was */
  constructor(from: number, held: Change | undefined) {
    this.#from = from;
    this.#held = held;
  }

  /**
   * Adds changes, by time. @param isLast whether none follow
   * @returns those from the start on; none before the first one after the start shows what is in effect there
   */
  take(changes: readonly Change[], isLast: boolean): readonly Change[] {
    if (this.#isSettled) return changes;
    const after = changes.filter(({ time }) => time > this.#from);
    const before = changes.findLast(({ time }) => time <= this.#from);
    if (before) this.#held = { ...before, time: this.#from };
    if (after.length === 0 && !isLast) return [];
    this.#isSettled = true;
    return this.#held ? [this.#held, ...after] : after;
  }
}
