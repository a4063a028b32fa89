import { describe, expect, test } from 'vitest';
import { readScenarios } from './file.ts';
import { runScenario } from './run.ts';
import type { Scenario } from './scenario.ts';
import { parseOffset, showOffset } from './time.ts';

const START = Date.parse('2024-01-01T00:00:00Z');

function read(text: string): Scenario {
  const [scenario] = readScenarios(text);
  if (scenario instanceof Error) throw scenario;
  return scenario!;
}

function scenario(more: string, expectations = '{}'): string {
  return `name: n\nstart: 2024-01-01T00:00:00Z\n${more}\nexpect: ${expectations}`;
}

describe('inputs', () => {
  test('are read as regular points, a list, a ramp, and completed work', () => {
    const { inputs, until } = read(
      scenario(`inputs:
  Even: { every: 1m, values: [70, null, 72] }
  List: { points: [[2m30s, 4, bad], [0m, 3], [1m, null]] }
  Ramp: { every: 1d, from: 1d, ramp: [100, 20], count: 3 }
  Work: { work: [2d, 1d] }`),
    );
    expect(inputs.map(({ points }) => points.map(({ time, value }) => [time - START, value]))).toEqual([
      [
        [0, 70],
        [120_000, 72],
      ],
      [
        [0, 3],
        [150_000, 4],
      ],
      [
        [86_400_000, 100],
        [172_800_000, 120],
        [259_200_000, 140],
      ],
      [
        [86_400_000, 0],
        [172_800_000, 0],
      ],
    ]);
    expect(inputs[1]!.points[1]!.quality).toBe('bad');
    expect(until - START).toBe(259_200_000);
  });
});

describe('an invalid file', () => {
  test.each([
    ['foo: 1', 'document 1: unknown key foo'],
    ['inputs: { A: { points: [], bar: 1 } }', 'document 1, inputs, A: unknown key bar'],
    ['protection: { kind: condition }', 'document 1, protection: unknown key kind'],
    [
      'protection: { thresholds: [{ name: H, logic: "TRUE", severity: 1 }] }',
      'document 1, protection, thresholds 1: unknown key severity',
    ],
    [
      'protection: { thresholds: [], settings: { A: { every: P1D } } }',
      'document 1, protection, settings, A: unknown key every',
    ],
    [
      'inputs: { A: { points: [[soon, 1]] } }',
      'document 1, inputs, A, points 1 1: expected an offset such as 2h30m, not "soon"',
    ],
    [
      'inputs: { A: { points: [] } }\nlate: [{ input: B, at: 1m, value: 1, arrives: 2m }]',
      'document 1, late 1, input: expected one of A, not "B"',
    ],
    [
      'patterns: { names: [Wear] , answers: [[0m, Tear]] }',
      'document 1, patterns, answers 1 2: expected one of Wear, not "Tear"',
    ],
  ])('is rejected: %s', (text, message) => {
    const [result] = readScenarios(scenario(text));
    expect(result).toEqual(new Error(message));
  });

  test('is rejected because of an unknown expectation', () => {
    expect(readScenarios(scenario('inputs: {}', '{ levels: [] }'))).toEqual([
      new Error('document 1, expect: unknown key levels'),
    ]);
  });

  test('does not affect the other documents', () => {
    const documents = readScenarios(`${scenario('foo: 1')}\n---\n${scenario('inputs: {}')}`);
    expect(documents[0]).toBeInstanceOf(Error);
    expect(documents[1]).toMatchObject({ name: 'n' });
  });
});

describe('a failure', () => {
  const protection = `inputs: { A: { every: 1m, values: [1, 5, 1] } }
calculated: { Twice: "[A] * 2" }
protection:
  thresholds:
    - { name: High, level: 500, logic: "[A] > 3" }`;

  const failures = (expectations: string) =>
    runScenario(read(scenario(protection, expectations)))
      .filter(({ what }) => what.endsWith('(all at once)'))
      .map(({ what, expected, actual }) => [what.replace(' (all at once)', ''), expected, actual]);

  test('shows the expected and the actual result', () => {
    expect(failures('{ excursions: {}, level: [[0m, 0]] }')).toEqual([
      ['excursions High', '[]', '[[1m, 2m]]'],
      ['level', '[[0m, 0]]', '[[0m, 0], [1m, 500], [2m, 0]]'],
    ]);
    expect(failures('{ driving: [], actions: [[1m, High, exit]] }')).toEqual([
      ['driving', '[]', '[[0m, null], [1m, High], [2m, null]]'],
      ['actions', '[[1m, High, exit]]', '[[1m, High, enter]]'],
    ]);
    expect(failures('{ calculated: { Twice: [[0m, 2], [1m, 10.0000001], [2m, 2]] } }')).toEqual([
      ['calculated Twice', '[[0m, 2], [1m, 10.0000001], [2m, 2]]', '[[0m, 2], [1m, 10], [2m, 2]]'],
    ]);
    expect(failures('{ calculated: { Twice: [[0m, 2], [1m, 10.000000001], [2m, 2]] } }')).toEqual([]);
    expect(failures('{ excursions: { High: [[1m, 2m]], Low: [] } }')).toEqual([
      ['excursions Low', 'a threshold of this name', 'none'],
    ]);
  });

  test('reports a missing expected error, and an unexpected error', () => {
    const [missing] = runScenario(read(scenario(protection, '{ errors: [{ code: type }] }')));
    expect(missing).toEqual({ what: 'errors', expected: '[{"code":"type"}]', actual: '[]' });
    const [unexpected] = runScenario(read(scenario('inputs: {}\ncalculated: { X: "[A]" }')));
    expect(unexpected).toEqual({
      what: 'errors',
      expected: '[]',
      actual: '[Unknown tag alias [A]. {unknown-alias, line 1, column 1}]',
    });
  });
});

describe('offsets', () => {
  test.each([
    ['90s', 90_000],
    ['5m', 300_000],
    ['2h30m', 9_000_000],
    ['1w', 604_800_000],
    ['250ms', 250],
    ['3d', 259_200_000],
    ['-1h', -3_600_000],
    ['0m', 0],
    ['1.5h', 5_400_000],
  ])('%s', (text, milliseconds) => {
    expect(parseOffset(text)).toBe(milliseconds);
    expect(parseOffset(showOffset(milliseconds))).toBe(milliseconds);
  });

  test.each(['', 'm', '5', '5x', '1m 30s', 'P1D', '0.0001ms'])('returns null for %s', (text) => {
    expect(parseOffset(text)).toBeNull();
  });
});
