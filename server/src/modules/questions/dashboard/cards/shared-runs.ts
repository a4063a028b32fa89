import { setTimeout as delay } from 'node:timers/promises';

interface Run<Result> {
  running: Promise<Result>;
  hasBegun: () => boolean;
  next: Promise<Result> | null;
}

/**
 * Shares runs between concurrent callers that request the same work. Callers that arrive during a run share one next
 * run, which starts after the current one ends, so that it includes all changes made before their call.
 */
export class SharedRuns<Result> {
  readonly #runs = new Map<string, Run<Result>>();

  /**
   * @param key identifies the work
   * @param wait milliseconds before the first run starts; callers within this time share it
   */
  run(key: string, work: () => Promise<Result>, wait = 0): Promise<Result> {
    const current = this.#runs.get(key);
    if (!current) return this.#start(key, work, wait);
    if (!current.hasBegun()) return current.running;
    const start = () => this.#start(key, work, 0);
    current.next ??= current.running.then(start, start);
    return current.next;
  }

  #start(key: string, work: () => Promise<Result>, wait: number): Promise<Result> {
    let begun = wait === 0;
    const begin = () => {
      begun = true;
      return work();
    };
    const running = wait === 0 ? work() : delay(wait).then(begin);
    const run = { running, hasBegun: () => begun, next: null };
    this.#runs.set(key, run);
    const end = () => void (this.#runs.get(key) === run && this.#runs.delete(key));
    running.then(end, end);
    return running;
  }
}
