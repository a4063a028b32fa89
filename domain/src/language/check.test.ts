import { describe, expect, it } from 'vitest';
import type { CheckedProgram } from './ast.ts';
import { check } from './check.ts';
import { base, indicator } from './testing/contexts.ts';

function program(text: string, options = indicator): CheckedProgram {
  const result = check(text, options);
  if (!result.ok) throw new Error(result.errors.map(({ message }) => message).join('\n'));
  return result.program;
}

/** The value of a text that is a single expression, as an indented tree of kinds without ranges. */
function value(text: string, options = indicator): unknown {
  const [statement] = program(text, options).statements;
  return statement?.kind === 'return' ? plain(statement.value) : undefined;
}

function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain);
  if (node === null || typeof node !== 'object') return node;
  const entries = Object.entries(node).filter(([key]) => !['from', 'to', 'type'].includes(key));
  return Object.fromEntries(entries.map(([key, item]) => [key, plain(item)]));
}

const number = (literal: number) => ({ kind: 'number', value: literal });
const alias = (index: number) => ({ kind: 'alias', alias: index });

describe('expressions', () => {
  it('gives * precedence over +, + over comparisons, and comparisons over NOT, AND and OR', () => {
    expect(value('NOT [Flow] + 2 * 3 > 4 AND TRUE OR FALSE')).toEqual({
      kind: 'or',
      operands: [
        {
          kind: 'and',
          operands: [
            {
              kind: 'not',
              operand: {
                kind: 'compare-numbers',
                operator: '>',
                left: {
                  kind: 'sum',
                  first: alias(0),
                  rest: [
                    {
                      operator: '+',
                      operand: {
                        kind: 'product',
                        first: number(2),
                        rest: [{ operator: '*', operand: number(3) }],
                      },
                    },
                  ],
                },
                right: number(4),
              },
            },
            { kind: 'boolean', value: true },
          ],
        },
        { kind: 'boolean', value: false },
      ],
    });
  });

  it('gives unary minus precedence over *, and folds repeated ones', () => {
    expect(value('-2 * --3', base)).toEqual({
      kind: 'product',
      first: { kind: 'negate', operand: number(2) },
      rest: [{ operator: '*', operand: number(3) }],
    });
  });

  it.each([
    ['.5', 0.5],
    ['12.5', 12.5],
    ['1e3', 1000],
    ['1E-3', 0.001],
  ])('reads the number %s', (text, expected) => {
    expect(value(text, base)).toEqual(number(expected));
  });

  it('distinguishes a null literal in a test from a null value', () => {
    expect(value('[Flow] == null')).toEqual({ kind: 'null-test', operator: '==', operand: alias(0) });
    expect(value('NULL != INTERVAL([Flow])')).toEqual({
      kind: 'null-test',
      operator: '!=',
      operand: { kind: 'interval-since', alias: 0 },
    });
    expect(value('[Flow] == (null)')).toMatchObject({ kind: 'compare-numbers', right: { kind: 'null' } });
    expect(value('INTERVAL([Flow]) > null')).toMatchObject({ kind: 'compare-intervals' });
  });

  it.each([
    [
      'average([Flow], #90m) > 1',
      { kind: 'window-statistic', statistic: 'AVERAGE', alias: 0, window: 5_400_000 },
    ],
    [
      'STDDEV([Flow], 2, 3) > 1',
      { kind: 'statistic', statistic: 'STDDEV', arguments: [alias(0), number(2), number(3)] },
    ],
    ['ROUND([Flow], 2) > 1', { kind: 'math', name: 'ROUND', arguments: [alias(0), number(2)] }],
    ['PI() > 1', { kind: 'math', name: 'PI', arguments: [] }],
    ['COUNTER([Hours]) > 1', { kind: 'counter', alias: 0 }],
    ['LASTCOUNTER([Hours]) > 1', { kind: 'counter-gap', gap: 'LAST', alias: 0, running: false }],
    ['AVERAGECOUNTER([Hours], true) > 1', { kind: 'counter-gap', gap: 'AVERAGE', alias: 0, running: true }],
    ['INTERVAL([Service]) > #1d', { kind: 'interval-since', alias: 0 }],
    ['LASTINTERVAL([Service], FALSE) > #1d', { kind: 'interval-gap', gap: 'LAST', alias: 0, running: false }],
    [
      'AVERAGEINTERVAL([Service], TRUE) > #1d',
      { kind: 'interval-gap', gap: 'AVERAGE', alias: 0, running: true },
    ],
    ['EXCURSIONCOUNT("High") > 1', { kind: 'excursion-count', threshold: 0, window: null }],
    ['EXCURSIONTIME("often", #1d) > #1h', { kind: 'excursion-time', threshold: 1, window: 86_400_000 }],
  ])('reads %s', (text, left) => {
    expect(value(text)).toMatchObject({ left });
  });

  it('accepts checks with a constant result', () => {
    expect(value('trend([Flow], increasing_fit, #P7D)')).toEqual({
      kind: 'trend',
      trend: 'INCREASING_FIT',
      alias: 0,
      window: 604_800_000,
    });
    expect(value('MatchesPattern("Cavitation")')).toEqual({ kind: 'pattern-match', pattern: 1 });
  });

  it('sets the source offsets of each node, without parentheses', () => {
    const text = ' ( [Flow] ) > 3';
    const [statement] = program(text).statements;
    expect(statement).toMatchObject({
      value: { from: 1, to: 15, left: { from: 3, to: 9 }, right: { from: 14, to: 15 } },
    });
  });
});

describe('statements', () => {
  it('accepts a program in any case, with and without white space, semicolons and parentheses', () => {
    const spaced = `NUMBER limit = 12;
      BOOL hot
      hot = [Temp] > limit
      IF (hot) { RETURN limit } ELSEIF [Flow] < 3 { RETURN 0; } else if (TRUE) { return NO_CALC } ELSE { RETURN null }`;
    const dense =
      'number limit=12 bool hot hot=[Temp]>limit if hot{return limit}elseif[Flow]<3{return 0}elseif TRUE{return no_calc}else{return(NULL)}';
    const checked = program(spaced, base);
    expect(plain(program(dense, base))).toEqual(plain(checked));
    expect(plain(checked.statements)).toEqual([
      { kind: 'assign', slot: 0, value: number(12) },
      { kind: 'assign', slot: 1, value: { kind: 'boolean', value: false } },
      {
        kind: 'assign',
        slot: 1,
        value: {
          kind: 'compare-numbers',
          operator: '>',
          left: alias(0),
          right: { kind: 'variable', slot: 0 },
        },
      },
      {
        kind: 'if',
        branches: [
          {
            condition: { kind: 'variable', slot: 1 },
            body: [{ kind: 'return', value: { kind: 'variable', slot: 0 } }],
          },
          {
            condition: { kind: 'compare-numbers', operator: '<', left: alias(1), right: number(3) },
            body: [{ kind: 'return', value: number(0) }],
          },
          { condition: { kind: 'boolean', value: true }, body: [{ kind: 'return', value: null }] },
        ],
        otherwise: [{ kind: 'return', value: { kind: 'null' } }],
      },
    ]);
    expect(checked.variables).toEqual([
      { name: 'limit', type: 'number' },
      { name: 'hot', type: 'boolean' },
    ]);
    expect(checked.aliases).toEqual(['Temp', 'Flow']);
  });

  it('makes a variable visible in its block and nested blocks', () => {
    expect(program('NUMBER x = 1 IF TRUE { x = 2 IF TRUE { x = 3 } } RETURN x > 1').variables).toHaveLength(
      1,
    );
  });

  it('allows a variable with the name of a function', () => {
    expect(program('NUMBER max = MAX(1, 2) RETURN max > 1').variables).toEqual([
      { name: 'max', type: 'number' },
    ]);
  });
});

describe('the dependencies of a program', () => {
  it('include thresholds, patterns, aliases and nodes that depend on time', () => {
    const checked = program(
      `IF EXCURSIONCOUNT("often", #1d) > EXCURSIONCOUNT("High") { RETURN MATCHESPATTERN("Cavitation") }
       RETURN INTERVAL([Service]) > LASTINTERVAL([Flow], TRUE) OR LASTINTERVAL([Flow]) > EXCURSIONTIME("High")`,
    );
    expect(checked.excursions).toEqual([0, 1]);
    expect(checked.patterns).toEqual([1]);
    expect(checked.aliases).toEqual(['Service', 'Flow']);
    expect(checked.timing.aliases).toEqual([0, 1]);
    expect(checked.timing.completions).toBe(false);
    expect(checked.timing.clock.map(({ kind }) => kind)).toEqual([
      'excursion-count',
      'interval-since',
      'interval-gap',
      'excursion-time',
    ]);
  });

  it('include completed work if a counter function is used', () => {
    expect(program('COUNTER([Hours]) > 450').timing).toEqual({ aliases: [0], completions: true, clock: [] });
    expect(program('AVERAGECOUNTER([Hours]) > 450').timing.completions).toBe(true);
  });
});

describe('warnings', () => {
  const warnings = (text: string) =>
    check(text, base).warnings.map(({ message, from, to }) => [
      message,
      from.line,
      from.column,
      to.line,
      to.column,
    ]);

  it('include a path without RETURN', () => {
    expect(warnings('IF [Flow] > 3 {\n RETURN 1 }')).toEqual([
      ['Not every path returns: one that falls off the end gives NO_CALC.', 1, 1, 2, 12],
    ]);
    expect(warnings('IF [Flow] > 3 { RETURN 1 } ELSEIF [Flow] > 2 { RETURN 2 } ELSE { RETURN 3 }')).toEqual(
      [],
    );
    expect(warnings('IF [Flow] > 3 { RETURN 1 } RETURN 2')).toEqual([]);
  });

  it('include unreachable code', () => {
    expect(warnings('RETURN 1; NUMBER x RETURN 2')).toEqual([
      ['This is never reached: every path before it returns.', 1, 11, 1, 19],
    ]);
    expect(warnings('IF [Flow] > 3 { RETURN 1 } ELSE { RETURN 2 } RETURN 3')).toEqual([
      ['This is never reached: every path before it returns.', 1, 46, 1, 54],
    ]);
  });
});
