import { randomUUID } from 'node:crypto';
import {
  type Blocks,
  createProtectionEvaluator,
  type EvaluationState,
  type ProtectionEvaluator,
  type ProtectionProgram,
} from '@twinward/domain/evaluation';
import type { StoredDefinition } from './definition.ts';
import {
  extentOf,
  type InputReader,
  latestOf,
  type Plan,
  type Prepared,
  readHistory,
  slices,
} from './plan.ts';
import { type Recorded, Recorder } from './recorder.ts';
import { backTo, extend, noHistory } from './tracking.ts';

export interface ProtectionPlan extends Plan<StoredDefinition, ProtectionProgram, ProtectionEvaluator> {
  /** What this process has at hand of the protection, with nobody having gone on without it. */
  atHand: PreparedProtection | null;
  /** Up to when it was evaluated, under whatever definition: only what comes after acts. Null before any evaluation. */
  liveAfter: number | null;
}

export interface PreparedProtection
  extends Prepared<StoredDefinition, ProtectionProgram, ProtectionEvaluator> {
  saved: Saved;
  /** The last evaluation, when it brought so little that it was not saved. */
  unsaved: Evaluation | null;
}

/** What was last saved of a protection. */
interface Saved {
  /** Epoch milliseconds */
  at: number;
  nextChange: number | null;
  stale: boolean;
  checkpoints: readonly EvaluationState[];
}

/**
 * An evaluation that brings nothing new is saved only so often: who goes on from the state that is saved
 * finds the same nothing again.
 */
const saveInterval = 5000;

/** What an evaluation of one protection brought. Times in epoch milliseconds. */
export interface Evaluation extends Pick<Recorded, 'excursions' | 'levels' | 'happenings'> {
  prepared: PreparedProtection;
  /** All that became known after this time is replaced; null when the evaluation only adds to it. */
  replacesAfter: number | null;
  level: number;
  driving: number | null;
  evaluatedAt: number | null;
  stale: boolean;
  nextChange: number | null;
  checkpointsChanged: boolean;
  /** Whether it brings nothing that has to be saved now. */
  quiet: boolean;
}

/**
 * Evaluates on points in memory.
 * @param blocks every input's points from when the plan needs them on.
 * @param now up to which passing time may change the answer.
 * @returns null when there is nothing to evaluate.
 */
export function evaluateOn(plan: ProtectionPlan, blocks: Blocks, now: number): Evaluation | null {
  const recorder = new Recorder(plan.evaluator ?? createEvaluator(plan, blocks));
  const latest = latestOf(blocks);
  for (const { upTo, live, rejoin } of stepsOf(plan, latest)) {
    recorder.advance(blocks, upTo, live);
    if (rejoin) recorder.evaluator.rejoin(rejoin);
  }
  passTime(plan, recorder, latest, now);
  return conclude(plan, recorder, now);
}

/** Evaluates as `evaluateOn` does, reading the points piece by piece. */
export async function evaluateFrom(
  plan: ProtectionPlan,
  reader: InputReader,
  now: number,
): Promise<Evaluation | null> {
  const { oldest, latest } = await extentOf(plan, reader);
  const recorder = new Recorder(plan.evaluator ?? createEvaluator(plan, await readHistory(plan, reader)));
  let after = plan.start ? plan.start.time : oldest - 1;
  for (const { upTo, live, rejoin } of stepsOf(plan, latest)) {
    for await (const slice of slices(plan, reader, after, upTo)) {
      recorder.advance(slice.blocks, slice.upTo, live);
    }
    if (rejoin) recorder.evaluator.rejoin(rejoin);
    after = upTo;
  }
  passTime(plan, recorder, latest, now);
  return conclude(plan, recorder, now);
}

function createEvaluator({ program, start }: ProtectionPlan, history: Blocks): ProtectionEvaluator {
  return createProtectionEvaluator(program, start ? { state: start, history } : undefined);
}

/** A stretch to evaluate. */
interface Step {
  upTo: number;
  /** Whether actions fire in it. */
  live: boolean;
  /** The state that was left at its end before: delays that had begun live go on so. */
  rejoin?: EvaluationState;
}

/**
 * The stretches up to the latest point: what was evaluated before is evaluated again without acting on it;
 * what follows is new.
 */
function stepsOf({ start, history, liveAfter }: ProtectionPlan, latest: number): Step[] {
  if (latest === Number.NEGATIVE_INFINITY || (start && latest < start.time)) return [];
  const last = history.states.at(-1);
  if (!last) {
    if (liveAfter === null || latest <= liveAfter) return [{ upTo: latest, live: false }];
    return [
      { upTo: liveAfter, live: false },
      { upTo: latest, live: true },
    ];
  }
  if (start === last) return [{ upTo: latest, live: true }];
  if (latest < last.time) return [{ upTo: latest, live: false }];
  return [
    { upTo: last.time, live: false, rejoin: last },
    { upTo: latest, live: true },
  ];
}

/**
 * Evaluates where time alone changes the answer, after the latest point and up to now. It goes no further
 * than the last such change: a point that comes a little behind the clock is still in time.
 */
function passTime(
  { start, history, liveAfter }: ProtectionPlan,
  recorder: Recorder,
  latest: number,
  now: number,
): void {
  const { evaluator } = recorder;
  const upTo = (end: number, live: boolean) => {
    for (let next = evaluator.nextChange(); next !== null && next <= end; next = evaluator.nextChange()) {
      recorder.advance(noBlocks, next, live);
    }
  };
  const last = history.states.at(-1);
  if (last && start !== last && latest < last.time) {
    upTo(Math.min(last.time, now), false);
    evaluator.rejoin(last);
  }
  if (!last && liveAfter !== null && latest < liveAfter) upTo(Math.min(liveAfter, now), false);
  upTo(now, last !== undefined || liveAfter !== null);
}

const noBlocks: Blocks = new Map();

function conclude(plan: ProtectionPlan, recorder: Recorder, now: number): Evaluation | null {
  const { stored, program, start, history, atHand } = plan;
  const { excursions, levels, happenings, states } = recorder.recorded();
  const { evaluator } = recorder;
  if (!start && states.length === 0) return null;
  const kept = start ? backTo(history, start) : noHistory;
  const extended = extend(kept, start && states.length === 0 && kept.states.length === 0 ? [start] : states);
  const { level, driving, lastEvaluated, noCalculation } = evaluator.status();
  const nextChange = evaluator.nextChange();
  const replacesAfter = !start
    ? Number.NEGATIVE_INFINITY
    : start === history.states.at(-1)
      ? null
      : start.time;
  const saved = atHand?.saved;
  // Only who saved last may leave out a saving: by a new one, others learn that they are behind.
  const quiet =
    saved !== undefined &&
    replacesAfter === null &&
    excursions.length + levels.length + happenings.length === 0 &&
    nextChange === saved.nextChange &&
    noCalculation === saved.stale &&
    now - saved.at < saveInterval;
  const evaluation: Evaluation = {
    prepared: {
      stored,
      program,
      evaluator,
      history: extended,
      token: quiet ? atHand!.token : randomUUID(),
      saved: quiet ? saved : { at: now, nextChange, stale: noCalculation, checkpoints: extended.checkpoints },
      unsaved: null,
    },
    replacesAfter,
    excursions,
    levels,
    happenings,
    level,
    driving,
    evaluatedAt: lastEvaluated,
    stale: noCalculation,
    nextChange,
    checkpointsChanged: extended.checkpoints !== (saved?.checkpoints ?? history.checkpoints),
    quiet,
  };
  if (quiet) evaluation.prepared.unsaved = evaluation;
  return evaluation;
}

/** The same evaluation, to be saved. */
export function toSave(evaluation: Evaluation, now: number): Evaluation {
  const { prepared, nextChange, stale } = evaluation;
  const saved: Saved = { at: now, nextChange, stale, checkpoints: prepared.history.checkpoints };
  return {
    ...evaluation,
    quiet: false,
    prepared: { ...prepared, token: randomUUID(), saved, unsaved: null },
  };
}
