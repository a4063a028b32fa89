import { describe, expect, it } from 'vitest';
import { check } from '../check.ts';
import { findBuiltin, listBuiltins } from './index.ts';

const aliases = ['Temp', 'Flow', 'Vibration', 'Speed'].map((name) => ({ name, type: 'data_point' as const }));
const context = {
  dialect: 'indicator' as const,
  aliases: [
    ...aliases,
    { name: 'Hours', type: 'data_point' as const, counter: true },
    { name: 'Service', type: 'work' as const },
  ],
  thresholds: [{ name: 'High' }],
  patterns: ['Cavitation'],
};

it('offers every function of the language', () => {
  const indicatorOnly = [
    ...['COUNTER', 'LASTCOUNTER', 'AVERAGECOUNTER', 'INTERVAL', 'LASTINTERVAL', 'AVERAGEINTERVAL'],
    ...['EXCURSIONCOUNT', 'EXCURSIONTIME', 'MATCHESPATTERN'],
  ];
  const both = [
    ...[
      'ABS',
      'SQRT',
      'SINE',
      'COSINE',
      'TANGENT',
      'ARCSINE',
      'ARCCOSINE',
      'ARCTANGENT',
      'MOD',
      'POWER',
      'ROUND',
    ],
    ...['PI', 'AVERAGE', 'MAX', 'MIN', 'STDDEV', 'TREND'],
  ];
  expect(listBuiltins('base').map(({ name }) => name)).toEqual(both);
  expect(listBuiltins('indicator').map(({ name }) => name)).toEqual([...both, ...indicatorOnly]);
  expect(findBuiltin('average')?.name).toBe('AVERAGE');
});

describe.each(listBuiltins('indicator'))('$name', ({ name, example, result, snippet, signatures }) => {
  it('has an example that compiles and uses it', () => {
    const answers = [
      check(example, { ...context, result: 'boolean' }),
      check(example, { ...context, result: 'number' }),
    ];
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(example).toContain(`${name}(`);
  });

  it('has a snippet that is completed to a call of its type', () => {
    const filled = snippet
      .replace('[#{tag}]', '[Temp]')
      .replace('[#{counter}]', '[Hours]')
      .replace('#{threshold}', 'High')
      .replace('#{pattern}', 'Cavitation')
      .replace('#{digits}', '1')
      .replace(/#\{(\w+)\}/g, (_, word: string) => (/^[xy]$/.test(word) ? '1' : word));
    const whole = { number: `${filled} > 1`, interval: `${filled} > #1d`, boolean: filled }[result];
    const checked = check(whole, { ...context, result: 'boolean' });
    expect(checked.ok ? [] : checked.errors).toEqual([]);
  });

  it('has its name in every signature', () => {
    for (const signature of signatures) expect(signature.startsWith(`${name}(`)).toBe(true);
  });
});
