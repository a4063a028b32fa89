import type { TrendKind } from '../ast.ts';
import type { Builtin } from './builtin.ts';

/** The second argument of TREND. */
export const trendKinds: readonly TrendKind[] = [
  'INCREASING',
  'INCREASING_FIT',
  'DECREASING',
  'DECREASING_FIT',
];

export const trend: Builtin = {
  name: 'TREND',
  indicatorOnly: false,
  result: 'boolean',
  signatures: ['TREND([tag], kind, #interval)'],
  description:
    'Whether the points of a tag within the interval up to now rise or fall. INCREASING: no step down, and the last above the first. INCREASING_FIT: the least-squares line over time rises. DECREASING and DECREASING_FIT mirror them. Unknown below two points.',
  example: 'TREND([Temp], INCREASING_FIT, #7d)',
  snippet: 'TREND([#{tag}], #{INCREASING}, ##{1d})',
  arguments: { least: 3, most: 3, message: 'TREND takes a tag alias, a kind and an interval.' },
  check(call) {
    const alias = call.alias(0, 'points');
    const kind = call.word(1, trendKinds);
    const window = call.window(2);
    if (alias === null || kind === null || window === null) return null;
    return { kind: 'trend', type: 'boolean', trend: kind, alias, window, ...call.range };
  },
};
