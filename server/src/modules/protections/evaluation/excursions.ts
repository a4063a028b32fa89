import type { ExcursionEvent } from '@twinward/domain/evaluation';

/** A change of an excursion found by evaluation: start, end, or both. Times in epoch milliseconds. */
export interface FoundExcursion {
  threshold: number;
  start: number;
  /** Null when the excursion was open already. */
  startKnownAt: number | null;
  end: number | null;
  endKnownAt: number | null;
  /** Whether its start was announced; null if unchanged. */
  announced: boolean | null;
}

/** Collects the events of one or more advances, one entry per excursion. */
export class ExcursionLog {
  readonly #found = new Map<string, FoundExcursion>();

  /** @param live whether new excursions are announced */
  add(events: readonly ExcursionEvent[], live: boolean): void {
    for (const { threshold, start, end, recordedAt } of events) {
      const known = this.#of(threshold, start);
      this.#set(
        end === null
          ? { ...known, startKnownAt: recordedAt, announced: live }
          : { ...known, end, endKnownAt: recordedAt },
      );
    }
  }

  /** Records whether an excursion was announced. An excursion without events is only added if it was. */
  announce(threshold: number, start: number, announced: boolean, isNew: boolean): void {
    if (isNew || this.#found.has(keyOf(threshold, start)))
      this.#set({ ...this.#of(threshold, start), announced });
  }

  all(): FoundExcursion[] {
    return [...this.#found.values()];
  }

  #of(threshold: number, start: number): FoundExcursion {
    const nothing = { startKnownAt: null, end: null, endKnownAt: null, announced: null };
    return this.#found.get(keyOf(threshold, start)) ?? { threshold, start, ...nothing };
  }

  #set(found: FoundExcursion): void {
    this.#found.set(keyOf(found.threshold, found.start), found);
  }
}

const keyOf = (threshold: number, start: number) => `${threshold} ${start}`;
