import type { RunningEvaluation } from './evaluate.ts';
import type { PreparedProtection } from './evaluation-result.ts';

const maximumPrepared = 20_000;
const maximumParked = 50;

/** An evaluation that stopped when its time was up, and continues later. */
export interface Parked {
  running: RunningEvaluation;
  /**
   * Token of the saved state that it started from; if the protection has another one now, the evaluation is invalid.
   */
  savedToken: string | null;
  /** The due time with which it started; null for the beginning. */
  since: number | null;
}

/**
 * An LRU cache of evaluators, by the id of the protection or tag. An evaluator is removed while it is used: if its
 * evaluation is not stored, it would be ahead of the database.
 */
export class PreparedCache<Prepared = PreparedProtection> {
  readonly #prepared = new Map<number, Prepared>();
  readonly #parked = new Map<string, Parked | null>();

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

  /**
   * Parks an evaluation under its token. Above the limit the oldest is dropped; the next batch in which it is due
   * starts it again.
   */
  park(parked: Parked): void {
    this.#parked.set(parked.running.token, parked);
    if (this.#parked.size > maximumParked) this.#parked.delete(this.#parked.keys().next().value!);
  }

  findParked(token: string): Parked | null {
    return this.#parked.get(token) ?? null;
  }

  /**
   * Takes a parked evaluation. Its token is kept until it is forgotten, so that the evaluation starts again if it is
   * not stored.
   */
  unpark(token: string): void {
    this.#parked.set(token, null);
  }

  forgetParked(token: string): void {
    this.#parked.delete(token);
  }

  /** Returns the tokens of all evaluations parked by this process, including lost ones. */
  parkedTokens(): string[] {
    return [...this.#parked.keys()];
  }
}
