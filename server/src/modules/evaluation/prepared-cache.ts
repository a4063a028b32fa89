import type { PreparedProtection } from './evaluate.ts';

const maximumPrepared = 20_000;

/**
 * The evaluators that this process has at hand, by id of what they evaluate; the one that was not used for
 * longest goes first. An evaluator is taken out while it is used: were its evaluation not stored, it would
 * be ahead of what is.
 */
export class PreparedCache<Prepared = PreparedProtection> {
  readonly #prepared = new Map<number, Prepared>();

  take(id: number): Prepared | null {
    const prepared = this.#prepared.get(id) ?? null;
    this.#prepared.delete(id);
    return prepared;
  }

  all(): Prepared[] {
    return [...this.#prepared.values()];
  }

  put(id: number, prepared: Prepared): void {
    this.#prepared.set(id, prepared);
    if (this.#prepared.size > maximumPrepared) this.#prepared.delete(this.#prepared.keys().next().value!);
  }
}
