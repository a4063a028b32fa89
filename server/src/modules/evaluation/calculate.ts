import { randomUUID } from 'node:crypto';
import {
  type Blocks,
  type CalculatedEvaluator,
  type CalculatedProgram,
  createCalculatedEvaluator,
  type EvaluationState,
  type PointBlock,
} from '@twinward/domain/evaluation';
import type { Points } from '../../series/index.ts';
import type { StoredCalculation } from './calculation-store.ts';
import {
  extentOf,
  type InputReader,
  latestOf,
  type Plan,
  type Prepared,
  readHistory,
  slices,
} from './plan.ts';
import { backTo, extend, noHistory } from './tracking.ts';

export type CalculationPlan = Plan<StoredCalculation, CalculatedProgram, CalculatedEvaluator>;
export type PreparedCalculation = Prepared<StoredCalculation, CalculatedProgram, CalculatedEvaluator>;

/** What an evaluation of a calculated tag brought. */
export interface Calculated {
  prepared: PreparedCalculation;
  /** All points after this time are replaced; null when the evaluation only adds to them. */
  replacesAfter: number | null;
  points: Points;
  checkpointsChanged: boolean;
}

/**
 * Evaluates on points in memory.
 * @param blocks every input's points from when the plan needs them on.
 */
export function calculateOn(plan: CalculationPlan, blocks: Blocks): Calculated {
  const calculation = new Calculation(plan, blocks);
  const upTo = Math.max(plan.start?.time ?? Number.NEGATIVE_INFINITY, latestOf(blocks));
  if (Number.isFinite(upTo)) calculation.advance(blocks, upTo);
  return calculation.conclude();
}

/** Evaluates as `calculateOn` does, reading the points piece by piece. */
export async function calculateFrom(plan: CalculationPlan, reader: InputReader): Promise<Calculated> {
  const calculation = new Calculation(plan, await readHistory(plan, reader));
  const { oldest, latest } = await extentOf(plan, reader);
  const after = plan.start?.time ?? oldest - 1;
  if (latest > after) {
    for await (const { blocks, upTo } of slices(plan, reader, after, latest))
      calculation.advance(blocks, upTo);
  }
  return calculation.conclude();
}

/** One evaluation at work: gathers the points and the state after each step. */
class Calculation {
  readonly #plan: CalculationPlan;
  readonly #evaluator: CalculatedEvaluator;
  readonly #parts: PointBlock[] = [];
  readonly #states: EvaluationState[] = [];

  constructor(plan: CalculationPlan, history: Blocks) {
    this.#plan = plan;
    const resume = plan.start ? { state: plan.start, history } : undefined;
    this.#evaluator = plan.evaluator ?? createCalculatedEvaluator(plan.program, resume);
  }

  advance(blocks: Blocks, upTo: number): void {
    this.#parts.push(this.#evaluator.advance(blocks, upTo));
    this.#states.push(this.#evaluator.save());
  }

  conclude(): Calculated {
    const { stored, program, history, start } = this.#plan;
    const extended = extend(start ? backTo(history, start) : noHistory, this.#states);
    return {
      prepared: { stored, program, evaluator: this.#evaluator, history: extended, token: randomUUID() },
      replacesAfter: !start ? Number.NEGATIVE_INFINITY : start === history.states.at(-1) ? null : start.time,
      points: joined(this.#parts),
      checkpointsChanged: extended.checkpoints !== history.checkpoints,
    };
  }
}

/** Calculated points as they are stored: all of them are good. */
export function joined(parts: readonly PointBlock[]): Points {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const times = new Float64Array(length);
  const values = new Float64Array(length);
  let at = 0;
  for (const part of parts) {
    times.set(part.times, at);
    values.set(part.values, at);
    at += part.length;
  }
  return { times, values, qualities: null };
}
