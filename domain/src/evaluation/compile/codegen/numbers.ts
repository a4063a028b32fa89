import type { MathFunctionName, Statistic } from '../../../language/ast.ts';
import type { Code } from './code.ts';

/**
 * A number in generated code: a name or a literal. If not settled, it may be infinite where it should be
 * null.
 */
export interface NumberCode {
  readonly text: string;
  readonly settled: boolean;
}

/** A mathematical function: ROUND is a call, the others are JavaScript's own. */
export function mathCall(
  code: Code,
  name: MathFunctionName,
  [a = '', b = '0']: readonly string[],
): NumberCode {
  const text = {
    ABS: `Math.abs(${a})`,
    SQRT: `Math.sqrt(${a})`,
    SINE: `Math.sin(${a})`,
    COSINE: `Math.cos(${a})`,
    TANGENT: `Math.tan(${a})`,
    ARCSINE: `Math.asin(${a})`,
    ARCCOSINE: `Math.acos(${a})`,
    ARCTANGENT: `Math.atan(${a})`,
    MOD: `${a} % ${b}`,
    // In JavaScript NaN ** 0 is 1.
    POWER: `${a} === ${a} ? ${a} ** ${b} : NaN`,
    ROUND: `run.round(${a}, ${b})`,
    PI: 'Math.PI',
  }[name];
  return { text: code.declare(text), settled: name === 'ABS' || name === 'PI' };
}

/** A statistic over two or more numbers. */
export function argumentStatistic(code: Code, statistic: Statistic, values: readonly string[]): NumberCode {
  if (statistic === 'MAX' || statistic === 'MIN') {
    // Math.max and Math.min return NaN if any argument is NaN.
    const name = statistic === 'MAX' ? 'Math.max' : 'Math.min';
    let result = values[0]!;
    for (const value of values.slice(1)) result = code.declare(`${name}(${result}, ${value})`);
    return { text: result, settled: true };
  }
  // Uses differences from the first value: equal values have exactly their mean, and zero deviation.
  const first = values[0]!;
  const differences = values.slice(1).map((value) => code.declare(`${value} - ${first}`));
  const shift = code.declare(`(${differences.join(' + ')}) / ${values.length}`);
  if (statistic === 'AVERAGE') return { text: code.declare(`${first} + ${shift}`), settled: false };
  const squares = [`-${shift}`, ...differences.map((difference) => `${difference} - ${shift}`)].map(
    (deviation) => {
      const kept = code.declare(deviation);
      return `${kept} * ${kept}`;
    },
  );
  return { text: code.declare(`Math.sqrt((${squares.join(' + ')}) / ${values.length - 1})`), settled: false };
}
