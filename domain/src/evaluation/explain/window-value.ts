import type { CheckedProgram, Trend, WindowStatistic } from '../../language/ast.ts';
import { Plan } from '../compile/codegen/plan.ts';
import { assemble } from '../compile/compile.ts';
import type { Budget } from '../model/budget.ts';
import type { InputDefinition } from '../model/definition.ts';
import type { PointBlock } from '../model/points.ts';
import { Run } from '../run/run.ts';

const POINTS: InputDefinition = { alias: 'points', type: 'data_point' };
/** Makes the requested time a time of evaluation. */
const CLOCK: InputDefinition = { alias: 'clock', type: 'data_point' };

/** Computes a window at `time` from the points inside it, with the engine itself. */
export function windowValue(
  expression: WindowStatistic | Trend,
  points: PointBlock,
  time: number,
  budget?: Budget,
): number | boolean | null {
  const program: CheckedProgram = {
    result: expression.type,
    aliases: [POINTS.alias],
    excursions: [],
    patterns: [],
    variables: [],
    statements: [{ kind: 'return', value: { ...expression, alias: 0 }, from: 0, to: 0 }],
    timing: { aliases: [0], completions: false, clock: [] },
  };
  const plan = new Plan([POINTS, CLOCK], -1, null);
  const run = new Run(assemble(plan, [{ program, aliases: [0], deadband: 0 }], null, [], ''), null);
  const tick = { times: Float64Array.of(time), values: Float64Array.of(0), length: 1 };
  run.bind(
    new Map([
      [POINTS.alias, points],
      [CLOCK.alias, tick],
    ]),
    Number.NEGATIVE_INFINITY,
  );
  // Points before the time are processed without evaluation.
  run.execute(time - 1, time, budget);
  const { values, count } = run.output;
  if (count === 0) return null;
  if (expression.type === 'number') return values[0]!;
  return values[0] === 2 ? null : values[0] === 1;
}
