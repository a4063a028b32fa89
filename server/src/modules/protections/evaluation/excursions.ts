import type { AnnouncedExcursion, ExcursionEvent } from '@twinward/domain/evaluation';

/** A change of an excursion found by evaluation: start, end, or both. Times in epoch milliseconds. */
export interface FoundExcursion {
  threshold: number;
  start: number;
  /** Null if the excursion was already open. */
  startKnownAt: number | null;
  end: number | null;
  endKnownAt: number | null;
  /** Whether its start was announced; null if unchanged. */
  announced: boolean | null;
  /** Start of an excursion that ended without an announcement because this one continues it; null if none exists. */
  continues: number | null;
}

/** Collects the events of one or more advances, one entry per excursion. */
export class ExcursionLog {
  /** In the order in which they were found. */
  readonly #found: FoundExcursion[] = [];
  /** By threshold, ascending by start. */
  readonly #ofThreshold: FoundExcursion[][] = [];

  /** @param live whether new excursions are announced */
  add(events: readonly ExcursionEvent[], live: boolean): void {
    for (const { threshold, start, end, recordedAt } of events) {
      const found = this.#of(threshold, start);
      if (end === null) {
        found.startKnownAt = recordedAt;
        found.announced = live;
      } else {
        found.end = end;
        found.endKnownAt = recordedAt;
      }
    }
  }

  /** Records whether an excursion was announced. An excursion without events is added only if it was. */
  announce({ threshold, start, announced, continues }: AnnouncedExcursion, isNew: boolean): void {
    const own = this.#ofThreshold[threshold] ?? [];
    const isKnown = own[countUpTo(own, start) - 1]?.start === start;
    if (isNew || isKnown) Object.assign(this.#of(threshold, start), { announced, continues });
  }

  all(): FoundExcursion[] {
    return [...this.#found];
  }

  #of(threshold: number, start: number): FoundExcursion {
    this.#ofThreshold[threshold] ??= [];
    const own = this.#ofThreshold[threshold];
    const index = countUpTo(own, start);
    const known = own[index - 1];
    if (known?.start === start) return known;
    const found = {
      threshold,
      start,
      startKnownAt: null,
      end: null,
      endKnownAt: null,
      announced: null,
      continues: null,
    };
    own.splice(index, 0, found);
    this.#found.push(found);
    return found;
  }
}

/** Counts the excursions that begin at or before a time, which are nearly all of them. */
function countUpTo(ascending: readonly FoundExcursion[], time: number): number {
  let low = 0;
  let high = ascending.length;
  if (high > 0 && ascending[high - 1]!.start <= time) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]!.start <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
