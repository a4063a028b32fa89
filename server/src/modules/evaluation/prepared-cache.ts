import type { Prepared } from './evaluate.ts';

const maximumPrepared = 20_000;

/**
 * The evaluators that this process has at hand, by protection; the one that was not used for longest goes
 * first. An evaluator is taken out while it is used: were its evaluation not stored, it would be ahead of
 * what is.
 */
export class PreparedCache {
  readonly #prepared = new Map<number, Prepared>();

  take(protectionId: number): Prepared | null {
    const prepared = this.#prepared.get(protectionId) ?? null;
    this.#prepared.delete(protectionId);
    return prepared;
  }

  put(prepared: Prepared): void {
    this.#prepared.set(prepared.stored.protectionId, prepared);
    if (this.#prepared.size > maximumPrepared) this.#prepared.delete(this.#prepared.keys().next().value!);
  }
}
