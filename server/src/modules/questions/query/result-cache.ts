import { createHash } from 'node:crypto';
import type { QueryResult } from '@twinward/contracts/questions/query-result';

/** Time for which a result is reused, in milliseconds. */
export const runLifetime = 30_000;
/** Maximum number of values of all cached results: about 100 MB. */
const maximumValues = 2_000_000;

interface Entry {
  startedAt: number;
  result: Promise<QueryResult>;
  /** Number of values of the result; 0 while it runs. */
  size: number;
}

/** Caches query results: equal requests within 30 s of the start of a run share it. Failures are not cached. */
export class ResultCache {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;
  #size = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** @param maximumAge milliseconds since the start of the run; a run that has not ended is always shared */
  get(key: string, maximumAge: number, run: () => Promise<QueryResult>): Promise<QueryResult> {
    const known = this.#entries.get(key);
    const isRunning = known?.size === 0;
    if (known && (isRunning || this.#now() - known.startedAt < maximumAge)) return known.result;
    if (known) this.#remove(key, known);
    const entry: Entry = { startedAt: this.#now(), result: run(), size: 0 };
    this.#entries.set(key, entry);
    entry.result.then(
      ({ rows, columns }) => this.#ended(key, entry, 1 + rows.length * columns.length),
      () => this.#remove(key, entry),
    );
    return entry.result;
  }

  #ended(key: string, entry: Entry, size: number): void {
    if (this.#entries.get(key) !== entry) return;
    entry.size = size;
    this.#size += size;
    // Maps keep insertion order: removes the oldest first.
    for (const [other, one] of this.#entries) {
      const isOld = this.#now() - one.startedAt >= runLifetime;
      if (one.size > 0 && (isOld || this.#size > maximumValues)) this.#remove(other, one);
    }
  }

  #remove(key: string, entry: Entry): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#size -= entry.size;
  }
}

export const toCacheKey = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64');
