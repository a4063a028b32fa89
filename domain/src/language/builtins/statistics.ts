import type { Statistic } from '../ast.ts';
import type { Builtin } from './builtin.ts';

function statistic(name: Statistic, what: string, example: string): Builtin {
  return {
    name,
    indicatorOnly: false,
    result: 'number',
    signatures: [`${name}([tag], #interval)`, `${name}(x, y, ...)`],
    description: `${what} of the points of a tag within the interval up to now, every point counting once; null when there are too few. Or of two or more numbers; null when one of them is null.`,
    example,
    snippet: `${name}([#{tag}], ##{1d})`,
    arguments: {
      least: 2,
      most: Infinity,
      message: `${name} takes a tag alias and an interval, or two or more numbers.`,
    },
    check(call) {
      if (call.count === 2 && call.is(1, 'interval')) {
        const alias = call.alias(0, 'points');
        const window = call.window(1);
        if (alias === null || window === null) return null;
        return { kind: 'window-statistic', type: 'number', statistic: name, alias, window, ...call.range };
      }
      const numbers = call.numbers();
      return (
        numbers && { kind: 'statistic', type: 'number', statistic: name, arguments: numbers, ...call.range }
      );
    },
  };
}

export const statistics: readonly Builtin[] = [
  statistic('AVERAGE', 'The mean', 'AVERAGE([Temp], #1h)'),
  statistic('MAX', 'The largest', 'MAX([Temp], #1d)'),
  statistic('MIN', 'The smallest', 'MIN([Temp], #1d)'),
  statistic('STDDEV', 'The sample standard deviation (n - 1)', 'STDDEV([Vibration], #8h)'),
];
