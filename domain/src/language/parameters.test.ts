import { describe, expect, it, test } from 'vitest';
import type { NumberExpression } from './ast.ts';
import { check } from './check.ts';
import type { CheckOptions, ParameterContext, UnitContext } from './context.ts';
import { convertLimits } from './convert-limits.ts';
import { complete } from './editor/completion.ts';
import { format } from './editor/format.ts';
import { hover } from './editor/hover.ts';
import {
  fillParameters,
  parameterProblem,
  parametersInText,
  showParameter,
  withPlaceholders,
} from './parameters.ts';
import { deepestNesting } from './parser/limits.ts';
import { parameterReferences, replaceParameters } from './references.ts';
import { base, findErrors, indicator } from './testing/contexts.ts';

const parameters: readonly ParameterContext[] = [
  { name: 'trip', kind: 'number', value: 7.1, description: 'Trip limit' },
  { name: 'lowest', kind: 'number', value: -5 },
  { name: 'rated flow', kind: 'number', value: 2, unit: 'bar' },
  { name: 'span', kind: 'interval', value: 'PT8H' },
  { name: 'digits', kind: 'number', value: 2 },
  { name: 'open', kind: 'number', value: null },
];

const unit = (code: string, categoryId: number, factor = 1): UnitContext => ({
  code,
  abbreviation: code,
  name: `${code} in full`,
  categoryId,
  factor,
  offset: 0,
});
const units = [unit('kPa', 1), unit('bar', 1, 100), unit('Cel', 2)];

const thresholds: CheckOptions = { ...indicator, parameters };
const calculated: CheckOptions = { ...base, parameters };
const inUnits: CheckOptions = {
  ...thresholds,
  units,
  aliases: [
    { name: 'Pressure', type: 'data_point', unit: 'kPa' },
    { name: 'Temp', type: 'data_point', unit: 'Cel' },
    { name: 'Free', type: 'data_point' },
  ],
};

/** Returns the left and right side of a comparison. */
function parseSides(text: string, options = thresholds): NumberExpression[] {
  const checked = check(text, options);
  if (!checked.ok) throw new Error(checked.errors[0]!.message);
  const [statement] = checked.program.statements;
  const value = statement?.kind === 'return' ? statement.value : null;
  if (value?.kind !== 'compare-numbers') throw new Error(`${text} is no comparison of numbers.`);
  return [value.left, value.right];
}

describe('a parameter', () => {
  it('is allowed wherever a literal is, in both dialects', () => {
    const texts = [
      '[Flow] > {trip}',
      '{trip} < [Flow]',
      '-{lowest} * ({trip} + {lowest}) > 1',
      'IF [Flow] > {trip} { RETURN {trip} > {lowest} } ELSE { RETURN NOT {trip} == {trip} }',
      'IF {trip} > 3 {RETURN TRUE}',
      'NUMBER limit = {trip} RETURN [Flow] > limit',
      'AVERAGE([Flow], {span}) > {trip}',
      'TREND([Flow], INCREASING, {span})',
      'EXCURSIONCOUNT("High", {span}) > 2',
      'INTERVAL([Flow]) > {span} + #1h',
      'ROUND([Flow], {digits}) > MAX({trip}, {lowest})',
      '{trip} == null',
    ];
    for (const text of texts) expect([text, ...findErrors(text, thresholds)]).toEqual([text]);
    expect(findErrors('{trip} * [Flow]', calculated)).toEqual([]);
    expect(findErrors('IF [Flow] > {trip} { RETURN {trip} } RETURN 0', calculated)).toEqual([]);
  });

  it('is compiled to a literal with its name', () => {
    expect(parseSides('[Flow] > {lowest}')[1]).toEqual({
      kind: 'number',
      type: 'number',
      value: -5,
      parameter: 'lowest',
      from: 9,
      to: 17,
    });
  });

  test.each([
    ['[Flow] > {tripp}', '1:10-1:17 unknown-parameter Unknown parameter {tripp}. Did you mean {trip}?'],
    ['[Flow] > {}', '1:10-1:11 syntax Invalid Expression: A value is missing after >.'],
    ['[Flow] > {trip', '1:10-1:15 syntax Invalid Expression: This parameter is not closed: } is missing.'],
    ['[Flow] > {open}', '1:10-1:16 parameter-value The parameter {open} has no value.'],
    ['[Flow] > {span}', '1:10-1:16 type This must be a number, but it is an interval.'],
    ['MAX([Flow], {trip}, 1) > {trip} "bar"', null],
    ['ROUND([Flow], {trip}) > 1', '1:15-1:21 argument This must be a whole number from 0 to 15.'],
    ['TREND([Flow], INCREASING, {trip})', '1:27-1:33 argument This must be an interval, such as #1d.'],
  ])('that is invalid causes one error: %s', (text, error) => {
    const errors = findErrors(text, thresholds);
    if (error === null) expect(errors).toHaveLength(1);
    else expect(errors).toEqual([error]);
  });

  it('without a value is checked by its kind when logic is saved', () => {
    const known = { ...thresholds, parameters: withPlaceholders(parameters) };
    expect(findErrors('[Flow] > {open}', known)).toEqual([]);
    expect(findErrors('INTERVAL([Flow]) > {open}', known)).toHaveLength(1);
  });

  it('does not change how blocks are parsed, even if they are empty', () => {
    for (const text of ['IF [Flow] > 1 {} RETURN TRUE', 'IF [Flow] > {trip} {} ELSE {} RETURN TRUE']) {
      expect(findErrors(text, thresholds)).toEqual([]);
    }
    expect(findErrors('IF { RETURN TRUE }', thresholds)).toEqual([
      '1:4-1:5 syntax Invalid Expression: A value is missing after IF.',
    ]);
  });

  it('does not hide brackets from the nesting limit', () => {
    const deep = `${'('.repeat(deepestNesting + 1)}1${')'.repeat(deepestNesting + 1)}`;
    for (const before of ['{a//b} + ', '{a/*b} + ', '{trip} + ', '{"} + ', '{a b{trip} + ']) {
      expect(findErrors(before + deep, thresholds)[0]).not.toContain('Maximum call stack');
    }
    expect(findErrors(`{trip} + ${deep} > 1`, thresholds)[0]).toContain('too-deep');
  });
});

describe('a parameter with a unit', () => {
  it('is converted like a number with that unit', () => {
    expect(parseSides('[Pressure] > {rated flow}', inUnits)[1]).toMatchObject({ value: 200 });
    expect(parseSides('[Pressure] > -{rated flow}', inUnits)[1]).toMatchObject({ operand: { value: 200 } });
    expect(findErrors('[Temp] > {rated flow}', inUnits)).toEqual([
      "1:10-1:22 unit {rated flow} can't be converted to Cel: they measure different things.",
    ]);
    expect(findErrors('[Free] > {rated flow}', inUnits)).toHaveLength(1);
    expect(findErrors('[Pressure] > {rated flow}', { ...inUnits, units: [] })).toEqual([
      '1:14-1:26 unit The unit "bar" of the parameter {rated flow} is not known.',
    ]);
  });

  it('is converted in a product to the unit of a factor of the same category, else keeps its own', () => {
    const [share] = parseSides('[Pressure] / {rated flow} > 0.8', inUnits);
    expect(share).toMatchObject({ rest: [{ operand: { value: 200 } }] });
    const [other] = parseSides('[Temp] * {rated flow} > 0.8', inUnits);
    expect(other).toMatchObject({ rest: [{ operand: { value: 2 } }] });
    expect(parseSides('SQRT({rated flow}) > 1', inUnits)[0]).toMatchObject({ arguments: [{ value: 2 }] });
    // A number in the text can be written without a unit.
    expect(findErrors('[Pressure] / 2 "bar" > 0.8', inUnits)).toHaveLength(1);
  });

  it('is not rewritten when the limits of an input are converted', () => {
    const conversion = { a: 0.01, b: 0 };
    const convert = (text: string) => convertLimits(text, 'Pressure', conversion, inUnits);
    expect(convert('[Pressure] > {rated flow}')).toEqual({
      text: '[Pressure] > {rated flow}',
      isChanged: false,
      byHand: [],
    });
    expect(convert('[Pressure] > {trip} OR [Pressure] > 300')).toEqual({
      text: '[Pressure] > {trip} OR [Pressure] > 3',
      isChanged: true,
      byHand: [{ from: 0, to: 19 }],
    });
  });
});

describe('the editor', () => {
  const labelsAt = (text: string, options = thresholds) => {
    const at = text.indexOf('|');
    const plain = text.replace('|', '');
    const found = complete(plain, at, options);
    return found && [plain.slice(found.from, found.to), ...found.options.map(({ label }) => label)];
  };
  const all = parameters.map(({ name }) => `{${name}}`);

  it('completes parameters after the brace', () => {
    expect(labelsAt('[Flow] > {|')).toEqual(['{', ...all]);
    expect(labelsAt('[Flow] > {|}')).toEqual(['{}', ...all]);
    expect(labelsAt('[Flow] > {tr|')).toEqual(['{tr', ...all]);
    expect(labelsAt('[Flow] > {tr|}')).toEqual(['{tr}', ...all]);
    expect(labelsAt('{|')).toEqual(['{', ...all]);
    expect(labelsAt('TREND([Flow], INCREASING, {|')).toEqual(['{', '{span}']);
    expect(labelsAt('[Flow] > |')).toEqual(expect.arrayContaining(all));
    expect(labelsAt('IF [Flow] > 1 {|')).not.toContain('{trip}');
  });

  it('shows a value and a description', () => {
    const context = { ...thresholds, units };
    expect(hover('[Flow] > {trip}', 11, context)).toEqual({
      from: 9,
      to: 15,
      title: '{trip}',
      description: '7.1. Trip limit',
    });
    expect(hover('{rated flow} > 1', 3, context)?.description).toBe('2 bar.');
    expect(hover('INTERVAL([Flow]) > {span}', 21, context)?.description).toBe('8 hours.');
    expect(hover('{open} > 1', 3, context)?.description).toBe('No value yet.');
    expect(hover('{none} > 1', 3, context)).toBeNull();
  });

  it('keeps the spelling of a name', () => {
    expect(format('if [Flow]>{Rated Flow}{return -{trip}>1}')).toBe(
      'IF [Flow] > {Rated Flow} {\n  RETURN -{trip} > 1\n}',
    );
  });
});

describe('the names of parameters', () => {
  it('are found in logic, and not in comments or blocks', () => {
    const text = 'IF {a} > 1 { RETURN {b} > {a} } // {c}\nELSE {RETURN TRUE}';
    expect(parameterReferences(text)).toEqual(['a', 'b']);
    expect(parameterReferences('[A] > 1')).toEqual([]);
  });

  it('are replaced all at once', () => {
    const names = new Map([
      ['a', 'b'],
      ['b', 'a'],
    ]);
    expect(replaceParameters('{a} > {b} + {c} // {a}', names)).toBe('{b} > {a} + {c} // {a}');
  });
});

describe('values of parameters', () => {
  it('replace the names of known parameters in a text', () => {
    const values = new Map([
      ['trip', '7.1 mm/s'],
      ['open', ''],
    ]);
    expect(fillParameters('Above {trip}: see {page} and {open}, {} {', values)).toBe(
      'Above 7.1 mm/s: see {page} and {open}, {} {',
    );
    expect(parametersInText('{a} and {b c} and {a} { d }')).toEqual(['a', 'b c']);
  });

  test.each([
    [{ kind: 'number', value: 7.1, unit: 'kPa' }, '7.1 kPa'],
    [{ kind: 'number', value: 7.1, unit: 'free' }, '7.1 free'],
    [{ kind: 'number', value: 0 }, '0'],
    [{ kind: 'interval', value: 'P7DT1H' }, '1 week 1 hour'],
    [{ kind: 'number', value: null, unit: 'kPa' }, ''],
  ] as const)('are formatted for display: %j', (parameter, shown) => {
    expect(showParameter(parameter, units)).toBe(shown);
  });

  test.each([
    [{ kind: 'number', value: 1 }, null],
    [{ kind: 'number', value: null }, null],
    [{ kind: 'interval', value: 'P1D' }, null],
    [{ kind: 'interval', value: 'P1Y' }, 'value'],
    [{ kind: 'interval', value: 'P0D' }, 'value'],
    [{ kind: 'interval', value: 3 }, 'value'],
    [{ kind: 'number', value: 'P1D' }, 'value'],
    [{ kind: 'interval', value: null, unit: 'd' }, 'unit'],
  ] as const)('are validated: %j', (parameter, field) => {
    expect(parameterProblem(parameter)?.field ?? null).toBe(field);
  });

  test.each([
    [1, 2, 9, 'Please enter a number of at least 2.'],
    [10, 2, 9, 'Please enter a number of at most 9.'],
    [2, 2, 2, null],
    [-5, null, 9, null],
    [50, 2, null, null],
    [null, 2, 9, null],
  ])('are checked against their range: %s from %s to %s', (value, minimum, maximum, message) => {
    const problem = parameterProblem({ kind: 'number', value }, { minimum, maximum });
    expect(problem?.message ?? null).toBe(message);
  });
});
