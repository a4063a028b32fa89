/** Milliseconds after which an end is reported again: whether it is near is judged at each report. */
const reportInterval = 86_400_000;

/** When the certificates of a run end. Times are epoch milliseconds. */
export class CertificateEnds {
  readonly #ends = new Set<number>();
  #reported: { end: number; at: number } | null = null;

  note(validTo: number): void {
    this.#ends.add(validTo);
  }

  /**
   * The end to report now: the next one, or the last where all have passed. Null: no certificate is in use, or the end was
   * reported within a day.
   */
  due(now: number): number | null {
    if (this.#ends.size === 0) return null;
    const ahead = [...this.#ends].filter((end) => end > now);
    const end = ahead.length > 0 ? Math.min(...ahead) : Math.max(...this.#ends);
    const { end: before, at } = this.#reported ?? { end: null, at: 0 };
    if (end === before && now - at < reportInterval) return null;
    this.#reported = { end, at: now };
    return end;
  }
}
