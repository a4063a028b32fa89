import type { RunningEvaluation } from './evaluate.ts';
import type { PreparedProtection } from './evaluation-result.ts';

const maximumPrepared = 20_000;
const maximumParked = 50;

/** An evaluation that stopped when its time was up, and goes on later. */
export interface Parked {
  running: RunningEvaluation;
  /** The saving that it began at: with another one it is of no use. */
  savedToken: string | null;
  /** From when on it was due when it began; null for the beginning. */
  since: number | null;
}

/**
 * The evaluators that this process has at hand, by id of what they evaluate; the one that was not used for
 * longest goes first. An evaluator is taken out while it is used: were its evaluation not stored, it would
 * be ahead of what is.
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

  /** Parks an evaluation under its token. The oldest is dropped first: the next batch that finds it due begins it again. */
  park(parked: Parked): void {
    this.#parked.set(parked.running.token, parked);
    if (this.#parked.size > maximumParked) this.#parked.delete(this.#parked.keys().next().value!);
  }

  findParked(token: string): Parked | null {
    return this.#parked.get(token) ?? null;
  }

  /** Notes that a parked evaluation goes on. Until it is forgotten, its token stays: were it not stored, it begins again. */
  unpark(token: string): void {
    this.#parked.set(token, null);
  }

  forgetParked(token: string): void {
    this.#parked.delete(token);
  }

  /** The tokens of all that was parked here, also of what was lost since. */
  parkedTokens(): string[] {
    return [...this.#parked.keys()];
  }
}
