import type { CalculatedProgram } from '../compile/program.ts';
import type { Budget } from '../model/budget.ts';
import type { Blocks, PointBlock } from '../model/points.ts';
import { BEGINNING, type EvaluationState, type Resume } from '../model/state.ts';
import type { BudgetedOptions, CalculatedEvaluator } from './evaluator.ts';
import { Output, Run } from './run.ts';
import { computeQualities, type SavedUncertainty, Uncertainty } from './uncertainty.ts';

interface CalculatedState extends EvaluationState {
  readonly program: string;
  readonly registers: readonly (number | null)[];
  readonly uncertainty: readonly SavedUncertainty[];
}

/**
 * Creates a new evaluator, or one that resumes from a saved state.
 *
 * @param budget limits the work of loading the state's history, whose points count like those of an advance
 * @throws RangeError for a state saved by another program or another version of the engine; BudgetExceeded
 */
export function createCalculatedEvaluator(
  program: CalculatedProgram,
  resume?: Resume,
  budget?: Budget,
): CalculatedEvaluator {
  return new Evaluator(program, resume, budget);
}

class Evaluator implements CalculatedEvaluator {
  private readonly program: CalculatedProgram;
  private readonly run: Run;
  private readonly uncertainty: readonly Uncertainty[];
  private time = BEGINNING;

  constructor(program: CalculatedProgram, resume: Resume | undefined, budget: Budget | undefined) {
    this.program = program;
    this.run = new Run(program.code, null);
    this.uncertainty = program.inputs.map((input) => new Uncertainty(input));
    if (!resume) return;
    const { state, history } = resume;
    if (state.version !== 1 || state.program !== program.code.fingerprint) {
      throw new RangeError('The saved state is not of this program.');
    }
    const saved = state as CalculatedState;
    this.run.loadHistory(history, state.time, budget);
    saved.registers.forEach((value, index) => {
      this.run.registers[index] = value ?? Number.NaN;
    });
    saved.uncertainty.forEach((input, index) => {
      this.uncertainty[index]!.restore(input);
    });
    this.time = state.time;
  }

  advance(blocks: Blocks, until: number, { budget }: BudgetedOptions = {}): PointBlock {
    const { run, time } = this;
    run.output = new Output();
    if (until > time) {
      run.bind(blocks, time);
      run.execute(time, until, budget);
      this.time = until;
    }
    const { times, values, count } = run.output;
    const points = { times: times.subarray(0, count), values: values.subarray(0, count), length: count };
    for (const input of this.uncertainty) input.bind(blocks.get(input.alias), time);
    const qualities = computeQualities(this.uncertainty, points);
    for (const input of this.uncertainty) input.at(this.time);
    return qualities ? { ...points, qualities } : points;
  }

  save(): CalculatedState {
    return {
      version: 1,
      time: this.time,
      program: this.program.code.fingerprint,
      registers: Array.from(this.run.registers, (value) => (Number.isNaN(value) ? null : value)),
      uncertainty: this.uncertainty.map((input) => input.save()),
    };
  }
}
