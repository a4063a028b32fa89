import type { ExcursionEvent } from '@twinward/domain/evaluation';

/** What evaluation found of one excursion: opened, ended, or both. Times in epoch milliseconds. */
export interface FoundExcursion {
  threshold: number;
  start: number;
  /** Null when it was found open in an earlier run. */
  startKnownAt: number | null;
  end: number | null;
  endKnownAt: number | null;
}

/** Gathers the events of one or more advances, each excursion once. */
export class ExcursionLog {
  readonly #found = new Map<string, FoundExcursion>();

  add(events: readonly ExcursionEvent[]): void {
    for (const { threshold, start, end, recordedAt } of events) {
      const key = `${threshold} ${start}`;
      const known = this.#found.get(key) ?? {
        threshold,
        start,
        startKnownAt: null,
        end: null,
        endKnownAt: null,
      };
      this.#found.set(
        key,
        end === null ? { ...known, startKnownAt: recordedAt } : { ...known, end, endKnownAt: recordedAt },
      );
    }
  }

  all(): FoundExcursion[] {
    return [...this.#found.values()];
  }
}
