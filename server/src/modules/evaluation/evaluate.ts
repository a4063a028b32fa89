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
import { backTo, extend } from './tracking.ts';

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
 * @returns null when there is nothing to evaluate yet.
 */
export function evaluateOn(plan: ProtectionPlan, blocks: Blocks, now: number): Evaluation | null {
  const latest = Math.max(plan.program.timeDriven ? now : Number.NEGATIVE_INFINITY, latestOf(blocks));
  const latestTime = plan.start ? Math.max(latest, plan.start.time) : latest;
  if (!Number.isFinite(latestTime)) return null;
  const recorder = new Recorder(plan.evaluator ?? createEvaluator(plan, blocks));
  for (const { upTo, live, rejoin } of stepsOf(plan, latestTime)) {
    recorder.advance(blocks, upTo, live);
    if (rejoin) recorder.evaluator.rejoin(rejoin);
  }
  return conclude(plan, recorder);
}

/** Evaluates as `evaluateOn` does, reading the points piece by piece. */
export async function evaluateFrom(
  plan: ProtectionPlan,
  reader: InputReader,
  now: number,
): Promise<Evaluation | null> {
  const range = await rangeOf(plan, reader, now);
  if (!range) return null;
  const recorder = new Recorder(plan.evaluator ?? createEvaluator(plan, await readHistory(plan, reader)));
  let { after } = range;
  for (const { upTo, live, rejoin } of stepsOf(plan, range.upTo)) {
    if (upTo < after) continue;
    for await (const slice of slices(plan, reader, after, upTo))
      recorder.advance(slice.blocks, slice.upTo, live);
    if (rejoin) recorder.evaluator.rejoin(rejoin);
    after = upTo;
  }
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

/** What was evaluated before is evaluated again without acting on it; what follows is new. */
function stepsOf({ start, history }: ProtectionPlan, upTo: number): Step[] {
  const last = history.states.at(-1);
  if (!start || !last) return [{ upTo, live: false }];
  if (start === last) return [{ upTo, live: true }];
  if (last.time >= upTo) return [{ upTo, live: false }];
  return [
    { upTo: last.time, live: false, rejoin: last },
    { upTo, live: true },
  ];
}

function conclude({ stored, program, start, history }: ProtectionPlan, recorder: Recorder): Evaluation {
  const { excursions, levels, happenings, states } = recorder.recorded();
  const { evaluator } = recorder;
  const kept = start ? backTo(history, start) : { checkpoints: [], states: [] };
  const extended = extend(kept, states);
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

/** From where to where there is something to evaluate; null when there is nothing at all. */
async function rangeOf(
  plan: ProtectionPlan,
  reader: InputReader,
  now: number,
): Promise<{ after: number; upTo: number } | null> {
  const { definition, timeDriven } = plan.program;
  const extent = await extentOf(plan, reader);
  const activityStart = (definition.type === 'activity' && definition.startDate) || Number.POSITIVE_INFINITY;
  const latest = Math.max(extent.latest, timeDriven ? now : Number.NEGATIVE_INFINITY);
  const after = plan.start ? plan.start.time : Math.min(activityStart, extent.oldest) - 1;
  return Number.isFinite(after) ? { after, upTo: Math.max(after, latest) } : null;
}
