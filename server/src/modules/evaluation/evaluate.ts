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

export type ProtectionPlan = Plan<StoredDefinition, ProtectionProgram, ProtectionEvaluator>;
export type PreparedProtection = Prepared<StoredDefinition, ProtectionProgram, ProtectionEvaluator>;

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
  return conclude(plan, recorder);
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
  return conclude(plan, recorder);
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
function stepsOf({ start, history }: ProtectionPlan, latest: number): Step[] {
  if (latest === Number.NEGATIVE_INFINITY || (start && latest < start.time)) return [];
  const last = history.states.at(-1);
  if (!start || !last) return [{ upTo: latest, live: false }];
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
function passTime({ start, history }: ProtectionPlan, recorder: Recorder, latest: number, now: number): void {
  const { evaluator } = recorder;
  const upTo = (end: number, live: boolean) => {
    for (let next = evaluator.nextChange(); next !== null && next <= end; next = evaluator.nextChange()) {
      recorder.advance(noBlocks, next, live);
    }
  };
  const last = history.states.at(-1);
  if (start && last && start !== last && latest < last.time) {
    upTo(Math.min(last.time, now), false);
    evaluator.rejoin(last);
  }
  upTo(now, start !== null);
}

const noBlocks: Blocks = new Map();

function conclude(
  { stored, program, start, history }: ProtectionPlan,
  recorder: Recorder,
): Evaluation | null {
  const { excursions, levels, happenings, states } = recorder.recorded();
  const { evaluator } = recorder;
  if (!start && states.length === 0) return null;
  const kept = start ? backTo(history, start) : noHistory;
  const extended = extend(kept, start && states.length === 0 && kept.states.length === 0 ? [start] : states);
  const status = evaluator.status();
  return {
    prepared: { stored, program, evaluator, history: extended, token: randomUUID() },
    replacesAfter: !start ? Number.NEGATIVE_INFINITY : start === history.states.at(-1) ? null : start.time,
    excursions,
    levels,
    happenings,
    level: status.level,
    driving: status.driving,
    evaluatedAt: status.lastEvaluated,
    stale: status.noCalculation,
    nextChange: evaluator.nextChange(),
    checkpointsChanged: extended.checkpoints !== history.checkpoints,
  };
}
