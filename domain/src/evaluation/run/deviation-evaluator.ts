import { type ExpectedValues, expectRow } from '../../patterns/expected.ts';
import { GridStream } from '../../patterns/grid-stream.ts';
import type { InputNeed } from '../compile/program.ts';
import type { Budget } from '../model/budget.ts';
import { type Blocks, firstAfter, type PointBlock, Quality } from '../model/points.ts';
import { BEGINNING, type EvaluationState, type Resume } from '../model/state.ts';
import type { BudgetedOptions, CalculatedEvaluator } from './evaluator.ts';

/** Calculates the deviation of an input from its expected value, at the points of a grid. */
export interface DeviationProgram {
  readonly kind: 'deviation';
  /** In the order of the model. */
  readonly inputs: readonly InputNeed[];
  readonly timeDriven: false;
  readonly definition: DeviationDefinition;
}

export interface DeviationDefinition {
  readonly expected: ExpectedValues;
  /** Step of the grid in milliseconds. */
  readonly step: number;
  /** In the order of the model: alias, and milliseconds for which a value holds. */
  readonly inputs: readonly { readonly alias: string; readonly hold: number }[];
  /** Index of the input that the deviation belongs to. */
  readonly input: number;
  /** Distinguishes the saved states of different definitions. */
  readonly fingerprint: string;
}

interface DeviationState extends EvaluationState {
  readonly program: string;
  readonly given: number | null;
}

/** Budget steps of a row: one, plus one for every 64 weights that are multiplied. */
const weightsPerStep = 64;

export function createDeviationProgram(definition: DeviationDefinition): DeviationProgram {
  const longest = Math.max(...definition.inputs.map(({ hold }) => hold));
  return {
    kind: 'deviation',
    // A row may wait for one input as long as its value holds, and needs the values that the others had then.
    inputs: definition.inputs.map(({ alias, hold }) => ({
      alias,
      type: 'data_point',
      window: longest + hold + 2 * definition.step,
    })),
    timeDriven: false,
    definition,
  };
}

/**
 * Creates a new evaluator, or one that resumes from a saved state. Its points are on the grid: the value of the input
 * minus the expected one, in the unit of the input. A row is settled as described at `GridStream`, so a point may be
 * older than the time that evaluation has reached.
 * @throws RangeError for a state saved by another program; BudgetExceeded
 */
export function createDeviationEvaluator(
  program: DeviationProgram,
  resume?: Resume,
  budget?: Budget,
): CalculatedEvaluator {
  return new Evaluator(program, resume, budget);
}

class Evaluator implements CalculatedEvaluator {
  readonly #definition: DeviationDefinition;
  readonly #stream: GridStream;
  readonly #cost: number;
  #time = BEGINNING;

  constructor({ definition }: DeviationProgram, resume: Resume | undefined, budget: Budget | undefined) {
    this.#definition = definition;
    const holds = definition.inputs.map(({ hold }) => hold);
    this.#cost = 1 + Math.ceil(definition.expected.weights.length / weightsPerStep);
    if (!resume) {
      this.#stream = new GridStream(holds, definition.step);
      return;
    }
    const state = resume.state as DeviationState;
    if (state.version !== 1 || state.program !== definition.fingerprint) {
      throw new RangeError('The saved state is not of this program.');
    }
    this.#stream = new GridStream(holds, definition.step, state.given);
    for (const block of resume.history.values()) budget?.spend(block.length);
    this.#push(resume.history, BEGINNING, state.time);
    this.#time = state.time;
  }

  advance(blocks: Blocks, until: number, { budget }: BudgetedOptions = {}): PointBlock {
    const times: number[] = [];
    const values: number[] = [];
    if (until > this.#time) {
      const { expected, input } = this.#definition;
      this.#push(blocks, this.#time, until);
      this.#stream.settle(until, (time, row) => {
        budget?.spend(this.#cost);
        times.push(time);
        values.push(row[input]! - expectRow(expected, row)[input]!.expected);
      });
      this.#time = until;
    }
    return { times: Float64Array.from(times), values: Float64Array.from(values), length: times.length };
  }

  #push(blocks: Blocks, after: number, upTo: number): void {
    for (const [index, { alias }] of this.#definition.inputs.entries()) {
      const block = blocks.get(alias);
      if (!block) continue;
      const end = firstAfter(block, upTo);
      for (let i = firstAfter(block, after); i < end; i++) {
        const isBad = block.qualities?.[i] === Quality.bad;
        this.#stream.push(index, block.times[i]!, isBad ? Number.NaN : block.values[i]!);
      }
    }
  }

  save(): DeviationState {
    return {
      version: 1,
      time: this.#time,
      program: this.#definition.fingerprint,
      given: this.#stream.given,
    };
  }
}
