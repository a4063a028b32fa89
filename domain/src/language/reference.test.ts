import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { NumberExpression } from './ast.ts';
import { listBuiltins } from './builtins/index.ts';
import { mathFunctions } from './builtins/mathematics.ts';
import { check } from './check.ts';
import type { LanguageContext } from './context.ts';
import { format } from './editor/format.ts';

/** The user's language reference: every example in it must be correct. */
const reference = readFileSync(new URL('../../../docs/language.md', import.meta.url), 'utf8');

const context: LanguageContext = {
  dialect: 'indicator',
  aliases: [
    ...['Flow', 'Head', 'Load', 'Stopped', 'Vibration'].map((name) => ({
      name,
      type: 'data_point' as const,
    })),
    { name: 'Temp', type: 'data_point', unit: 'Cel' },
    { name: 'Suction', type: 'data_point', unit: 'kPa' },
    { name: 'Hours', type: 'data_point', counter: true },
    { name: 'Service', type: 'work' },
  ],
  thresholds: [{ name: 'High' }],
  patterns: ['No match', 'Cavitation'],
  parameters: [
    { name: 'trip', kind: 'number', value: 7.1 },
    { name: 'rated suction', kind: 'number', value: 2, unit: 'bar' },
    { name: 'span', kind: 'interval', value: 'P1D' },
  ],
  units: [
    { code: 'kPa', abbreviation: 'kPa', name: 'kilopascal', categoryId: 1, factor: 1000, offset: 0 },
    { code: 'bar', abbreviation: 'bar', name: 'bar', categoryId: 1, factor: 100_000, offset: 0 },
    { code: 'Cel', abbreviation: '°C', name: 'degree Celsius', categoryId: 2, factor: 1, offset: 273.15 },
    {
      code: 'Cel{difference}',
      abbreviation: 'Δ°C',
      name: 'degree Celsius of difference',
      categoryId: 3,
      factor: 1,
      offset: 0,
    },
  ],
};

function checked(text: string, kind: string) {
  return kind === 'calculated'
    ? check(text, { ...context, dialect: 'base', result: 'number' })
    : check(text, { ...context, result: 'boolean' });
}

const blocks = [...reference.matchAll(/^```xen (\w+)\n([\s\S]*?)\n```(?:\n\n> (.*))?/gm)].map(
  ([, kind = '', text = '', message]) => ({ kind, text, message }),
);

describe('the examples of the reference', () => {
  it.each(blocks.filter(({ kind }) => kind !== 'error'))('$kind: $text', ({ kind, text }) => {
    const result = checked(text, kind);
    expect(result.ok ? [] : result.errors).toEqual([]);
    expect(result.warnings).toEqual([]);
    expect(format(text)).toBe(text);
  });

  it.each(blocks.filter(({ kind }) => kind === 'error'))(
    '$text is rejected: $message',
    ({ text, message }) => {
      const result = checked(text, 'error');
      expect(result.ok ? [] : result.errors.map((error) => error.message)).toEqual([message]);
    },
  );

  it.each(
    [...reference.matchAll(/^\| `([^`]+)` \| (-?[\d.]+|null) \|$/gm)].map(([, text, value]) => [text, value]),
  )('%s is %s', (text, value) => {
    const result = checked(`RETURN ${text}`, 'calculated');
    const statement = result.ok ? result.program.statements[0] : undefined;
    expect(
      statement?.kind === 'return' && statement.value && constant(statement.value as NumberExpression),
    ).toBe(value === 'null' ? null : Number(value));
  });

  it('is not empty', () => {
    expect(blocks.length).toBeGreaterThan(15);
  });
});

it('lists every signature of every function, in the section of its dialect', () => {
  const [everywhere = '', thresholdsOnly = ''] = reference.split('## Functions for thresholds only');
  for (const { indicatorOnly, signatures } of listBuiltins('indicator')) {
    for (const signature of signatures) {
      expect(indicatorOnly ? thresholdsOnly : everywhere).toContain(`\`${signature}\``);
    }
  }
});

/** Evaluates a call of literals. */
function constant(expression: NumberExpression): number | null {
  if (expression.kind === 'number') return expression.value;
  if (expression.kind === 'negate') return -constant(expression.operand)!;
  if (expression.kind !== 'math') throw new Error(`${expression.kind} is no call of literals`);
  return mathFunctions[expression.name].evaluate(...expression.arguments.map((each) => constant(each)!));
}
