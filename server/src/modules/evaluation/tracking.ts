import type { EvaluationState } from '@twinward/domain/evaluation';

/** What evaluation keeps of a protection between runs: its last state, and some before it to go back to. */
export interface Tracking {
  /** Of the definition under which the states were saved. */
  revision: string;
  /** By time, the latest last; never empty. */
  states: readonly EvaluationState[];
}

const maximumStates = 10;

/** The latest state from before a time, to take the evaluation back to; null when there is none. */
export function stateBefore(states: readonly EvaluationState[], time: number): EvaluationState | null {
  return states.findLast((state) => state.time < time) ?? null;
}

/**
 * Thins states out, so that each kept one is at least twice as far back as the one after it: a point that
 * is late by some time costs an evaluation of about twice that time.
 */
export function thin(states: readonly EvaluationState[]): EvaluationState[] {
  const kept: EvaluationState[] = [];
  const latest = states.at(-1);
  for (const state of states.toReversed()) {
    const last = kept.at(-1);
    const age = latest!.time - state.time;
    const enough = !last || kept.length === 1 ? age > 0 || !last : age >= 2 * (latest!.time - last.time);
    if (enough) kept.push(state);
    if (kept.length === maximumStates) break;
  }
  return kept.reverse();
}
