import type { Builtin } from './builtin.ts';

const counter: Builtin = {
  name: 'COUNTER',
  indicatorOnly: true,
  result: 'number',
  signatures: ['COUNTER([counter])'],
  description:
    'How far a counter has advanced since the latest completed work, or since its start value before any. A falling reading is a meter reset: only rises add up.',
  example: 'COUNTER([Hours]) >= 450',
  snippet: 'COUNTER([#{counter}])',
  arguments: { least: 1, most: 1, message: 'COUNTER takes one tag alias.' },
  check(call) {
    const alias = call.alias(0, 'counter');
    return alias === null ? null : { kind: 'counter', type: 'number', alias, ...call.range };
  },
};

function counterGap(gap: 'LAST' | 'AVERAGE', what: string): Builtin {
  const name = `${gap}COUNTER`;
  return {
    name,
    indicatorOnly: true,
    result: 'number',
    signatures: [`${name}([counter])`, `${name}([counter], TRUE)`],
    description: `${what} advance of a counter between completed work; null below two completions. With TRUE the advance since the latest completion counts too.`,
    example: `${name}([Hours]) > 500`,
    snippet: `${name}([#{counter}])`,
    arguments: { least: 1, most: 2, message: `${name} takes a tag alias, and optionally TRUE or FALSE.` },
    check(call) {
      const alias = call.alias(0, 'counter');
      const running = call.flag(1);
      if (alias === null || running === null) return null;
      return { kind: 'counter-gap', type: 'number', gap, alias, running, ...call.range };
    },
  };
}

export const counters: readonly Builtin[] = [
  counter,
  counterGap('LAST', 'The last'),
  counterGap('AVERAGE', 'The mean'),
];
