/**
 * Shares runs between callers that ask for the same work at the same time. While a run is under way, later callers share
 * one next run, which starts when the present one ends: it sees every change made before they asked.
 */
export class SharedRuns<Result> {
  readonly #runs = new Map<string, { running: Promise<Result>; next: Promise<Result> | null }>();

  /** @param key identifies the work */
  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const current = this.#runs.get(key);
    if (!current) return this.#start(key, work);
    const start = () => this.#start(key, work);
    current.next ??= current.running.then(start, start);
    return current.next;
  }

  #start(key: string, work: () => Promise<Result>): Promise<Result> {
    const running = work();
    const run = { running, next: null };
    this.#runs.set(key, run);
    const end = () => void (this.#runs.get(key) === run && this.#runs.delete(key));
    running.then(end, end);
    return running;
  }
}
