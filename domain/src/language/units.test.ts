import { describe, expect, it } from 'vitest';
import { compileCalculatedTag, compileProtection } from '../evaluation/index.ts';
import type { Expression, NumberExpression } from './ast.ts';
import { check } from './check.ts';
import type { CheckOptions, UnitContext } from './context.ts';

let category = 0;
const unit = (code: string, abbreviation: string, factor: number, offset = 0): UnitContext => ({
  code,
  abbreviation,
  name: `the unit ${abbreviation}`,
  factor,
  offset,
  categoryId: category,
});
category = 1;
const pressures = [
  unit('kPa', 'kPa', 1000),
  unit('bar', 'bar', 100_000),
  unit('[psi]', 'psi', 6894.757293168362),
  unit('hPa', 'hPa', 100),
  unit('mbar', 'mbar', 100),
];
category = 2;
const temperatures = [
  unit('K', 'K', 1),
  unit('Cel', '°C', 1, 273.15),
  unit('[degF]', '°F', 0.5555555555555556, 459.67),
];
category = 3;
const differences = [
  unit('K{difference}', 'ΔK', 1),
  unit('Cel{difference}', 'Δ°C', 1),
  unit('[degF]{difference}', 'Δ°F', 0.5555555555555556),
];
const units = [...pressures, ...temperatures, ...differences];

const alias = (name: string, code: string | null) => ({ name, type: 'data_point' as const, unit: code });
const options: CheckOptions = {
  dialect: 'indicator',
  result: 'boolean',
  units,
  aliases: [
    ...[alias('P', 'bar'), alias('Q', 'kPa'), alias('S', '[psi]'), alias('M', 'mbar'), alias('H', 'hPa')],
    ...[alias('T', 'Cel'), alias('U', 'Cel'), alias('F', '[degF]'), alias('X', null), alias('N', 'pulses')],
  ],
};

/** The messages of a text, each with its severity for an unchanged text. */
function problems(text: string, more: Partial<CheckOptions> = {}): string[] {
  const checked = check(text, { ...options, ...more });
  return checked.ok ? checked.warnings.map(({ message }) => message) : checked.errors.map((e) => e.message);
}

/** The numbers of a text, as they are compiled. */
function numbers(text: string, more: Partial<CheckOptions> = {}): number[] {
  const checked = check(text, { ...options, ...more });
  if (!checked.ok) throw new Error(checked.errors[0]!.message);
  const found: number[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { kind, value } = node as Expression & { value: number };
    if (kind === 'number') found.push(value);
    Object.values(node).forEach(walk);
  };
  walk(checked.program.statements);
  return found;
}

describe('a number with a unit', () => {
  it.each([
    ['[P] < 2 "bar"', [2]],
    ['[Q] < 2 "bar"', [200]],
    ['2 "bar" > [Q]', [200]],
    ['[S] > 30 "psi"', [30]],
    ['[P] > 30 "psi"', [2.06842718795051]],
    ['[P] > 30 "[psi]"', [2.06842718795051]],
    ['[P] > 30 "the unit psi"', [2.06842718795051]],
    ['[P] < -2 "kPa"', [0.02]],
    ['[F] > 100 "°C"', [212]],
    ['[F] > -40 "Cel"', [40]],
    ['[T] > 0 "°F"', [-17.777777777778]],
    ['[Q] < 2 "bar" + 50 "hPa"', [200, 5]],
    ['[Q] + 0.1 "bar" > 300', [10, 300]],
    ['[F] > 20 "Cel" + 5 "K{difference}"', [68, 9]],
    ['[F] - 5 "ΔK" > 60', [9, 60]],
    ['[F] - [F] > 5 "ΔK"', [9]],
    ['STDDEV([F], #1h) > 5 "Δ°C"', [9]],
    ['ABS(-[Q]) > 1 "bar"', [100]],
    ['ROUND([Q], 1) == 1 "bar"', [1, 100]],
    ['MAX([Q], 1 "bar", 50) > 0', [100, 50, 0]],
    ['AVERAGE([Q], #1h) >= 1 "bar"', [100]],
    ['NUMBER limit = [Q] RETURN limit > 1 "bar"', [100]],
    ['[N] > 5 "bar" - 5 "bar"', null],
  ])('is converted or rejected in %s', (text, expected) => {
    if (expected === null) expect(problems(text)).not.toEqual([]);
    else expect(numbers(text)).toEqual(expected);
  });

  it.each([
    ['[P] < 2 "baar"', 'There is no unit "baar". Did you mean "bar"?'],
    ['[P] < 2 "Cel"', '2 "Cel" can\'t be converted to bar: they measure different things.'],
    ['[T] - [U] > 5 "Cel"', '5 "Cel" can\'t be converted to Δ°C: they measure different things.'],
    ['[N] > 5 "bar"', '5 "bar" can\'t be converted to pulses: they measure different things.'],
    [
      '[T] + 5 "Cel" > 20',
      '5 "Cel" can\'t be added to a value in °C: write a difference, in "Cel{difference}".',
    ],
    ['[P] < 2 "bar" + 1', 'Write the unit of each number of this sum.'],
  ])('makes %s an error even in stored text: %s', (text, message) => {
    expect(check(text, options).ok).toBe(false);
    expect(problems(text)).toEqual([message]);
  });

  it.each([
    '[X] > 2 "bar"',
    '[P] * 2 < 3 "bar"',
    '[P] < 2 * 3 "bar"',
    'SQRT(4 "bar") > 1',
    '4 "bar" == null',
  ])('is rejected in %s, which has no unit to convert to', (text) => {
    expect(check(text, options).ok).toBe(false);
    expect(problems(text)[0]).toContain('a number with a unit is compared with, or added to');
  });

  it('is the position of the error', () => {
    const checked = check('[P] < 2 "baar"', options);
    expect(checked).toMatchObject({
      errors: [{ code: 'unit', from: { line: 1, column: 9 }, to: { line: 1, column: 15 } }],
    });
  });

  it('may be incomplete while it is typed', () => {
    expect(problems('[P] < 2 "ba')).toEqual(['Invalid Expression: This name is not closed: " is missing.']);
  });
});

describe('numbers of different units', () => {
  const mixed = [
    ['[P] > [Q]', '[Q] is in kPa, but [P] is in bar. Give them the same unit.'],
    ['[P] - [Q] > 1', '[Q] is in kPa, but [P] is in bar. Give them the same unit.'],
    ['[P] > [T]', '[T] is in °C, but [P] is in bar. They measure different things.'],
    ['[T] - [U] > [T]', '[T] is in °C, but [T] - [U] is in Δ°C. They measure different things.'],
    ['MAX([P], 3, [Q]) > 1', '[Q] is in kPa, but [P] is in bar. Give them the same unit.'],
    ['-[P] < ABS([S])', 'ABS([S]) is in psi, but -[P] is in bar. Give them the same unit.'],
    ['[N] > [P]', '[P] is in bar, but [N] is in pulses. They measure different things.'],
    [
      'NUMBER limit = 5 "bar" RETURN [Q] > limit',
      'limit is in bar, but [Q] is in kPa. Give them the same unit.',
    ],
    ['NUMBER x = [P] IF [X] > 1 { x = [Q] } RETURN x > 1', 'The variable is in bar, but [Q] is in kPa.'],
  ] as const;

  it.each(mixed)('make %s an error in changed text: %s', (text, message) => {
    expect(check(text, { ...options, mixedUnits: 'error' }).ok).toBe(false);
    expect(problems(text, { mixedUnits: 'error' })).toEqual([message]);
  });

  it.each(mixed)('make %s a warning in stored text: %s', (text, message) => {
    expect(check(text, options)).toMatchObject({ ok: true, warnings: [{ code: 'unit', message }] });
  });

  it.each([
    '[P] > 5',
    '[P] - [P] > 1',
    '[M] > [H]',
    '[T] - [U] > 5',
    '[T] + ([U] - [T]) > [U]',
    '([T] + [U]) / 2 > 80',
    '[P] * 100 > [Q]',
    '[X] > [P] AND [X] > [Q]',
    '[X] + [P] > [Q]',
    'STDDEV([T], #1h) > [T] - [U]',
    'NUMBER limit = 70 IF [X] > 1 { limit = 85 } RETURN [T] > limit',
    'NUMBER x = [P] IF [X] > 1 { x = [Q] * 0.01 } RETURN x > [Q]',
    'POWER([P], 2) > [T]',
    'INTERVAL([P]) > #1d',
  ])('do not occur in %s', (text) => {
    expect(problems(text, { mixedUnits: 'error' })).toEqual([]);
  });

  it('are not reported if no unit is known', () => {
    const unknown = { ...options, units: [], aliases: [alias('A', null), alias('B', undefined as never)] };
    expect(check('[A] > [B] + 1', { ...unknown, mixedUnits: 'error' })).toMatchObject({
      ok: true,
      warnings: [],
    });
  });
});

describe('the result of a calculated tag', () => {
  const base = { dialect: 'base', result: 'number', mixedUnits: 'error' } as const;

  it.each([
    ['[P]', 'bar', []],
    ['[P] * 100', 'kPa', []],
    ['[M]', 'hPa', []],
    ['[X]', 'kPa', []],
    ['[P]', null, []],
    [
      '[P]',
      'kPa',
      [
        'The result is in bar, but the unit of the tag is kPa. Set the unit of the tag to bar, or multiply the result by 100.',
      ],
    ],
    [
      'IF [X] > 1 { RETURN 5 } RETURN [F]',
      'Cel',
      ['The result is in °F, but the unit of the tag is °C. Set the unit of the tag to °F.'],
    ],
    [
      '[T] - [U]',
      'Cel',
      ['The result is in Δ°C, but the unit of the tag is °C. Set the unit of the tag to Δ°C.'],
    ],
    ['[T] - [U]', 'Cel{difference}', []],
  ])('is checked for %s with the declared unit %s', (text, declared, expected) => {
    expect(problems(text, { ...base, unit: declared })).toEqual(expected);
  });

  it('is converted to the declared unit', () => {
    expect(numbers('RETURN 2 "bar"', { ...base, unit: 'kPa' })).toEqual([200]);
  });
});

describe('a compiled text', () => {
  const inputs = [
    { alias: 'P', type: 'data_point' as const, unit: 'bar' },
    { alias: 'Q', type: 'data_point' as const, unit: 'kPa' },
  ];
  const definition = {
    type: 'condition' as const,
    defaultLevel: 0,
    inputs,
    units,
    thresholds: [
      { id: '1', name: 'High', level: 500, logic: '[Q] > 5 "bar"', deadband: 20 },
      { id: '2', name: 'Mixed', level: 250, logic: '[P] > [Q]' },
    ],
  };

  it('has errors for mixed units only in changed thresholds', () => {
    const stored = compileProtection(definition, (threshold) => threshold === 0);
    expect(stored).toMatchObject({ ok: true, warnings: [{ code: 'unit', threshold: 1 }] });
    const changed = compileProtection(definition, (threshold) => threshold === 1);
    expect(changed).toMatchObject({ ok: false, errors: [{ code: 'unit', threshold: 1 }] });
  });

  it('has the same fingerprint with units as without', () => {
    const thresholds = [{ id: '2', name: 'Mixed', level: 250, logic: '[P] > [Q]' }];
    const fingerprint = (of: Parameters<typeof compileProtection>[0]) => {
      const compiled = compileProtection(of);
      return compiled.ok && compiled.program.code.fingerprint;
    };
    const before = {
      ...definition,
      thresholds,
      units: undefined,
      inputs: inputs.map(({ unit: _, ...own }) => own),
    };
    expect(fingerprint({ ...definition, thresholds })).toBe(fingerprint(before));
  });

  it('of a calculated tag converts its numbers', () => {
    const compiled = compileCalculatedTag('[Q] + 1 "bar"', inputs, { units, unit: 'bar' });
    expect(compiled).toMatchObject({ ok: true, warnings: [{ code: 'unit' }] });
    const value = compiled.ok && compiled.program.code.texts[0]!.program.statements[0];
    const sum = (value as { value: Extract<NumberExpression, { kind: 'sum' }> }).value;
    expect(sum.rest[0]!.operand).toMatchObject({ kind: 'number', value: 100 });
  });
});
