import { createHash } from 'node:crypto';
import type { QueryResult } from '@twinward/contracts/questions/query-result';

/** Milliseconds for which a result answers the same query again. */
export const runLifetime = 30_000;
/** The maximum number of values of all kept results: some 100 MB. */
const maximumValues = 2_000_000;

interface Entry {
  startedAt: number;
  result: Promise<QueryResult>;
  /** Values of the result; 0 while it runs. */
  size: number;
}

/** Runs equal work once for all who ask within 30 s of its start. A failure is not kept. */
export class ResultCache {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;
  #size = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** @param maximumAge milliseconds since the start of a run that has ended; one that has not ended always counts */
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
    // Maps keep insertion order: the oldest go first.
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

export const keyOf = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64');
