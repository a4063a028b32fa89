import type { MathFunctionName, NumberExpression } from '../ast.ts';
import type { Builtin, Call } from './builtin.ts';
import { roundDecimal } from './rounding.ts';

/** A function whose arguments are all numbers. */
export interface MathFunction extends Builtin {
  name: MathFunctionName;
  /** The value, finite and never -0; null outside the function's domain or when the result is not finite. */
  evaluate(...numbers: number[]): number | null;
}

/** Null for NaN and infinity, which evaluations never return. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value + 0 : null;
}

function mathFunction(
  name: MathFunctionName,
  parameters: string,
  description: string,
  evaluate: MathFunction['evaluate'],
  example: string,
): MathFunction {
  const count = parameters === '' ? 0 : parameters.split(',').length;
  const message =
    count === 2
      ? 'Method requires two paramters'
      : `${name} takes ${count === 0 ? 'no arguments' : 'one number'}.`;
  return {
    name,
    indicatorOnly: false,
    result: 'number',
    signatures: [`${name}(${parameters})`],
    description,
    example,
    snippet: `${name}(${parameters.replace(/\w+/g, '#{$&}')})`,
    arguments: { least: count, most: count, message },
    check: (call) => mathCall(name, call, call.numbers()),
    evaluate,
  };
}

function mathCall(name: MathFunctionName, call: Call, numbers: NumberExpression[] | null) {
  return (
    numbers && { kind: 'math' as const, type: 'number' as const, name, arguments: numbers, ...call.range }
  );
}

const round: MathFunction = {
  name: 'ROUND',
  indicatorOnly: false,
  result: 'number',
  signatures: ['ROUND(x)', 'ROUND(x, digits)'],
  description:
    'x rounded to whole numbers, or to 0 to 15 digits after the point. A half is rounded away from zero, as x is written in decimals: ROUND(2.675, 2) is 2.68.',
  example: 'ROUND([Temp], 1)',
  snippet: 'ROUND(#{x}, #{digits})',
  arguments: { least: 1, most: 2, message: 'ROUND takes a number, and optionally a count of digits.' },
  check(call) {
    const number = call.number(0);
    if (call.count === 1) return mathCall('ROUND', call, number && [number]);
    const digits = call.integer(1, 0, 15);
    return mathCall('ROUND', call, number && digits && [number, digits]);
  },
  evaluate: (x, digits = 0) => finite(roundDecimal(x!, digits)),
};

const list: readonly MathFunction[] = [
  mathFunction('ABS', 'x', 'x without its sign.', (x) => finite(Math.abs(x!)), 'ABS([Temp] - 20)'),
  mathFunction(
    'SQRT',
    'x',
    'The square root of x; null below 0.',
    (x) => finite(Math.sqrt(x!)),
    'SQRT([Flow])',
  ),
  mathFunction(
    'SINE',
    'x',
    'The sine of an angle in radians.',
    (x) => finite(Math.sin(x!)),
    'SINE(PI() / 6)',
  ),
  mathFunction('COSINE', 'x', 'The cosine of an angle in radians.', (x) => finite(Math.cos(x!)), 'COSINE(0)'),
  mathFunction(
    'TANGENT',
    'x',
    'The tangent of an angle in radians.',
    (x) => finite(Math.tan(x!)),
    'TANGENT(PI() / 4)',
  ),
  mathFunction(
    'ARCSINE',
    'x',
    'The angle in radians whose sine is x; null outside -1 to 1.',
    (x) => finite(Math.asin(x!)),
    'ARCSINE(0.5)',
  ),
  mathFunction(
    'ARCCOSINE',
    'x',
    'The angle in radians whose cosine is x; null outside -1 to 1.',
    (x) => finite(Math.acos(x!)),
    'ARCCOSINE(0.5)',
  ),
  mathFunction(
    'ARCTANGENT',
    'x',
    'The angle in radians whose tangent is x.',
    (x) => finite(Math.atan(x!)),
    'ARCTANGENT(1)',
  ),
  mathFunction(
    'MOD',
    'x, y',
    'What remains of x divided by y, with the sign of x; null when y is 0.',
    (x, y) => finite(x! % y!),
    'MOD([Hours], 24)',
  ),
  mathFunction(
    'POWER',
    'x, y',
    'x to the power of y; null where that is no finite number.',
    (x, y) => finite(x! ** y!),
    'POWER([Speed], 3)',
  ),
  round,
  mathFunction('PI', '', 'The ratio of a circle to its diameter.', () => Math.PI, '2 * PI()'),
];

/** The functions whose arguments are all numbers, by name. */
export const mathFunctions = Object.fromEntries(list.map((entry) => [entry.name, entry])) as Readonly<
  Record<MathFunctionName, MathFunction>
>;
