import type { Builtin } from './builtin.ts';

const interval: Builtin = {
  name: 'INTERVAL',
  indicatorOnly: true,
  result: 'interval',
  signatures: ['INTERVAL([tag])'],
  description:
    'The time since the latest point of a tag, or since its latest completed work; null before the first. In an activity protection its work counts from the start date.',
  example: 'INTERVAL([Service]) > #30d',
  snippet: 'INTERVAL([#{tag}])',
  arguments: { least: 1, most: 1, message: 'INTERVAL takes one tag alias.' },
  check(call) {
    const alias = call.alias(0, 'anything');
    return alias === null ? null : { kind: 'interval-since', type: 'interval', alias, ...call.range };
  },
};

function intervalGap(gap: 'LAST' | 'AVERAGE', what: string): Builtin {
  const name = `${gap}INTERVAL`;
  return {
    name,
    indicatorOnly: true,
    result: 'interval',
    signatures: [`${name}([tag])`, `${name}([tag], TRUE)`],
    description: `${what} time between the completed work, or the points, of a tag; null below two of them. With TRUE the time since the latest counts too.`,
    example: `${name}([Service]) > #30d`,
    snippet: `${name}([#{tag}])`,
    arguments: { least: 1, most: 2, message: `${name} takes a tag alias, and optionally TRUE or FALSE.` },
    check(call) {
      const alias = call.alias(0, 'anything');
      const running = call.flag(1);
      if (alias === null || running === null) return null;
      return { kind: 'interval-gap', type: 'interval', gap, alias, running, ...call.range };
    },
  };
}

export const intervals: readonly Builtin[] = [
  interval,
  intervalGap('LAST', 'The last'),
  intervalGap('AVERAGE', 'The mean'),
];
