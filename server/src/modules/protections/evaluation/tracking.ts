import type { EvaluationState } from '@twinward/domain/evaluation';

/** The saved states of a protection by time: to continue from, or to return to for late points. */
export interface History {
  /** Older states. */
  checkpoints: readonly EvaluationState[];
  /** The last state, and the one before it if any. */
  states: readonly EvaluationState[];
}

export const noHistory: History = { checkpoints: [], states: [] };

/** Returns states in their stored form. */
export function showStates(states: readonly EvaluationState[]): string {
  return JSON.stringify(states);
}

/** Parses a history from its stored form. */
export function parseHistory(states: string, checkpoints: string): History {
  return { states: JSON.parse(states), checkpoints: JSON.parse(checkpoints) };
}

const recentStates = 2;
const maximumCheckpoints = 10;
/** Minimum interval between checkpoints, in the points' time. Checkpoints are the largest part of a row. */
const checkpointInterval = 60_000;

/** Returns the latest state before a time; null if all are later. */
export function stateBefore({ checkpoints, states }: History, time: number): EvaluationState | null {
  const before = (state: EvaluationState) => state.time < time;
  return states.findLast(before) ?? checkpoints.findLast(before) ?? null;
}

/** Returns the history up to one of its states. */
export function backTo({ checkpoints, states }: History, { time }: EvaluationState): History {
  const kept = (state: EvaluationState) => state.time <= time;
  return { checkpoints: checkpoints.filter(kept), states: states.filter(kept) };
}

/** Appends new states to a history: keeps the newest two, and makes some older ones checkpoints. */
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
 * Thins out checkpoints so that each is at least twice as far back as the next. A late point then costs an evaluation
 * of about twice its delay.
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
