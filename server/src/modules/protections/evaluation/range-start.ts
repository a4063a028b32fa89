/**
 * Collects the changes within a range, beginning with the one in effect at its start. A model decides points of its
 * grid late, so changes from before the start may still arrive after it was passed.
 */
export class RangeStart<Change extends { time: number }> {
  readonly #from: number;
  /** In effect at the start, as far as it is known. */
  #held: Change | undefined;
  #isSettled = false;

  /**
   * @param from start of the range in epoch milliseconds
   * @param held the change in effect before the range, if any
   */
  constructor(from: number, held: Change | undefined) {
    this.#from = from;
    this.#held = held;
  }

  /**
   * Adds changes, by time.
   * @param isLast whether no more changes follow
   * @returns the changes from the start on; nothing until a change after the start has arrived, since the one in effect
   *   at the start may still be missing
   */
  add(changes: readonly Change[], isLast: boolean): readonly Change[] {
    if (this.#isSettled) return changes;
    const after = changes.filter(({ time }) => time > this.#from);
    const before = changes.findLast(({ time }) => time <= this.#from);
    if (before) this.#held = { ...before, time: this.#from };
    if (after.length === 0 && !isLast) return [];
    this.#isSettled = true;
    return this.#held ? [this.#held, ...after] : after;
  }
}
