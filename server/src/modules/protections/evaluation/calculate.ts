import { randomUUID } from 'node:crypto';
import {
  BEGINNING,
  type Blocks,
  type CalculatedEvaluator,
  type EvaluationState,
  type PointBlock,
} from '@twinward/domain/evaluation';
import type { Points } from '../../../series/index.ts';
import type { Calculated, CalculationPlan } from './calculation.ts';
import { createCalculationEvaluator } from './calculation-program.ts';
import { Meter, pointsIn } from './limits.ts';
import { type InputReader, latestPoint, readExtent, readHistory, slices } from './plan.ts';
import { backTo, extend, noHistory } from './tracking.ts';
import type { Turns, Work } from './turns.ts';

/**
 * Evaluates points in memory.
 * @param blocks the points of every input from the plan's start
 * @throws BudgetExceeded
 */
export async function calculateOn(plan: CalculationPlan, blocks: Blocks, work: Work): Promise<Calculated> {
  const calculation = new Calculation(plan, blocks, work);
  const after = plan.start?.time ?? BEGINNING;
  const upTo = Math.max(after, latestPoint(blocks));
  if (upTo > BEGINNING) await calculation.advance(blocks, after, upTo);
  return calculation.conclude();
}

/** Like `calculateOn`, but reads the points in parts. */
export async function calculateFrom(
  plan: CalculationPlan,
  reader: InputReader,
  work: Work,
): Promise<Calculated> {
  const calculation = new Calculation(plan, await readHistory(plan, reader), work);
  const { oldest, latest } = await readExtent(plan, reader);
  let after = plan.start?.time ?? oldest - 1;
  if (latest > after) {
    for await (const { blocks, upTo } of slices(plan, reader, after, latest)) {
      await calculation.advance(blocks, after, upTo);
      after = upTo;
    }
  }
  return calculation.conclude();
}

/** A running evaluation: collects the points and the state after each step. */
class Calculation {
  readonly #plan: CalculationPlan;
  readonly #evaluator: CalculatedEvaluator;
  readonly #parts: PointBlock[] = [];
  readonly #states: EvaluationState[] = [];

  readonly #pacer: CalculationPacer;

  constructor(plan: CalculationPlan, history: Blocks, work: Work) {
    this.#plan = plan;
    const meter = new Meter(work.limits);
    this.#evaluator = plan.evaluator ?? createEvaluator(plan, history, meter);
    this.#pacer = new CalculationPacer(this.#evaluator, work, meter);
  }

  async advance(blocks: Blocks, after: number, upTo: number): Promise<void> {
    this.#parts.push(...(await this.#pacer.advance(blocks, after, upTo)));
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

function createEvaluator(
  { program, start }: CalculationPlan,
  history: Blocks,
  meter: Meter,
): CalculatedEvaluator {
  if (!start) return createCalculationEvaluator(program);
  meter.allow(pointsIn(history, start.time));
  return createCalculationEvaluator(program, { state: start, history }, meter);
}

/** Advances the evaluator of a calculated tag within its limits, yielding to other work. */
export class CalculationPacer {
  readonly #evaluator: CalculatedEvaluator;
  readonly #turns: Turns;
  readonly #meter: Meter;

  constructor(evaluator: CalculatedEvaluator, { turns, limits }: Work, meter = new Meter(limits)) {
    this.#evaluator = evaluator;
    this.#turns = turns;
    this.#meter = meter;
  }

  /**
   * Returns the points in (after, upTo], in parts.
   * @throws BudgetExceeded
   */
  async advance(blocks: Blocks, after: number, upTo: number): Promise<PointBlock[]> {
    const parts: PointBlock[] = [];
    const meter = this.#meter;
    await this.#turns.run(blocks, after, upTo, {
      meter,
      until: Number.POSITIVE_INFINITY,
      advance: (piece, cut) => void parts.push(this.#evaluator.advance(piece, cut, { budget: meter })),
    });
    return parts;
  }
}

/** Joins the calculated points for storage; all have good quality. */
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
