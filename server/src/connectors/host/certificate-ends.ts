/** Milliseconds after which an end is reported again. The receiver of a report checks whether the end is near. */
const reportInterval = 86_400_000;

/** The ends of the certificates of a run. Times are epoch milliseconds. */
export class CertificateEnds {
  readonly #ends = new Set<number>();
  #reported: { end: number; at: number } | null = null;

  add(validTo: number): void {
    this.#ends.add(validTo);
  }

  /**
   * Returns the end to report now: the next one, or the last if all have passed. Null if no certificate is in use, or
   * if the end was reported within the last day.
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
