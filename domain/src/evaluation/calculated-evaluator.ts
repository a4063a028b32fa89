import { Output, Run } from './run.ts';
import {
  BEGINNING,
  type Blocks,
  type CalculatedEvaluator,
  type CalculatedProgram,
  type EvaluationState,
  type PointBlock,
  type Resume,
} from './types.ts';

interface CalculatedState extends EvaluationState {
  readonly program: string;
  readonly registers: readonly (number | null)[];
}

/**
 * An evaluator at its beginning, or where a saved one left off.
 *
 * @throws RangeError for a state that another program, or another version of the engine, saved
 */
export function createCalculatedEvaluator(program: CalculatedProgram, resume?: Resume): CalculatedEvaluator {
  return new Evaluator(program, resume);
}

class Evaluator implements CalculatedEvaluator {
  private readonly program: CalculatedProgram;
  private readonly run: Run;
  private time = BEGINNING;

  constructor(program: CalculatedProgram, resume: Resume | undefined) {
    this.program = program;
    this.run = new Run(program.code, null);
    if (!resume) return;
    const { state, history } = resume;
    if (state.version !== 1 || state.program !== program.code.fingerprint) {
      throw new RangeError('The saved state is not of this program.');
    }
    this.run.bind(history, Number.NEGATIVE_INFINITY);
    this.run.execute(Number.POSITIVE_INFINITY, state.time);
    (state as CalculatedState).registers.forEach((value, index) => {
      this.run.registers[index] = value ?? Number.NaN;
    });
    this.time = state.time;
  }

  advance(blocks: Blocks, until: number): PointBlock {
    const { run } = this;
    run.output = new Output();
    if (until > this.time) {
      run.bind(blocks, this.time);
      run.execute(this.time, until);
      this.time = until;
    }
    const { times, values, count } = run.output;
    return { times: times.subarray(0, count), values: values.subarray(0, count), length: count };
  }

  save(): CalculatedState {
    return {
      version: 1,
      time: this.time,
      program: this.program.code.fingerprint,
      registers: Array.from(this.run.registers, (value) => (Number.isNaN(value) ? null : value)),
    };
  }
}
