import type { EvaluationState } from '@twinward/domain/evaluation';

/** The states that are kept of a protection, to go on from and to go back to, by time. */
export interface History {
  /** Older than the others. */
  checkpoints: readonly EvaluationState[];
  /** The last state, and the one before it when there is one. */
  states: readonly EvaluationState[];
}

export const noHistory: History = { checkpoints: [], states: [] };

/** States as they are stored. */
export function showStates(states: readonly EvaluationState[]): string {
  return JSON.stringify(states);
}

/** A history of states as they are stored. */
export function parseHistory(states: string, checkpoints: string): History {
  return { states: JSON.parse(states), checkpoints: JSON.parse(checkpoints) };
}

const recentStates = 2;
const maximumCheckpoints = 10;
/** Checkpoints are written only this often, in the points' time: they are larger than all else. */
const checkpointInterval = 60_000;

/** The latest state from before a time, to take the evaluation back to; null when there is none. */
export function stateBefore({ checkpoints, states }: History, time: number): EvaluationState | null {
  const before = (state: EvaluationState) => state.time < time;
  return states.findLast(before) ?? checkpoints.findLast(before) ?? null;
}

/** What remains of a history when the evaluation goes back to one of its states. */
export function backTo({ checkpoints, states }: History, { time }: EvaluationState): History {
  const kept = (state: EvaluationState) => state.time <= time;
  return { checkpoints: checkpoints.filter(kept), states: states.filter(kept) };
}

/** A history with new states after its own: the newest two remain, some older ones become checkpoints. */
export function extend(history: History, added: readonly EvaluationState[]): History {
  const all = [...history.states, ...added];
  const states = all.slice(-recentStates);
  const checkpoints = [...history.checkpoints];
  for (const state of all.slice(0, -recentStates)) {
    const last = checkpoints.at(-1);
    if (!last || state.time >= last.time + checkpointInterval) checkpoints.push(state);
  }
  const unchanged = checkpoints.length === history.checkpoints.length;
  return { checkpoints: unchanged ? history.checkpoints : thin(checkpoints, states.at(-1)!.time), states };
}

/**
 * Thins checkpoints out, so that each kept one is at least twice as far back as the one after it: a point
 * that is late by some time costs an evaluation of about twice that time.
 */
function thin(checkpoints: readonly EvaluationState[], now: number): EvaluationState[] {
  const kept: EvaluationState[] = [];
  for (const state of checkpoints.toReversed()) {
    const last = kept.at(-1);
    if (!last || now - state.time >= 2 * (now - last.time)) kept.push(state);
    if (kept.length === maximumCheckpoints) break;
  }
  return kept.reverse();
}
