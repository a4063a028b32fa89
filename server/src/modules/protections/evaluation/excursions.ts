import type { ExcursionEvent } from '@twinward/domain/evaluation';

/** What evaluation found of one excursion: opened, ended, or both. Times in epoch milliseconds. */
export interface FoundExcursion {
  threshold: number;
  start: number;
  /** Null when it was found open in an earlier run. */
  startKnownAt: number | null;
  end: number | null;
  endKnownAt: number | null;
  /** Whether its begin was announced; null where that stays as it was. */
  announced: boolean | null;
}

/** Gathers the events of one or more advances, each excursion once. */
export class ExcursionLog {
  readonly #found = new Map<string, FoundExcursion>();

  /** @param live whether what opens is announced */
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

  /** Notes whether an excursion was announced. One that brought no event is only added where it was. */
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
