import { beforeAll, describe, expect, it } from 'vitest';
import type { Grid } from './grid.ts';
import { findSimilar } from './similar.ts';
import { type Process, readProcess } from './testing/process.ts';

const gridOf = (values: number[]): Grid => ({
  start: 0,
  step: 1000,
  inputs: 1,
  values: Float64Array.from(values),
});

describe('stretches like an example', () => {
  const history = gridOf([0, 0, 5, 6, 5, 0, 0, 0, 5.1, 6, 5, 0, 0, 5, Number.NaN, 5, 0]);
  const example = gridOf([5, 6, 5]);

  it('are found best first, apart from each other and from missing values', () => {
    const found = findSimilar(history, example, 3);
    expect(found.slice(0, 2).map(({ from, to }) => [from, to])).toEqual([
      [2, 5],
      [8, 11],
    ]);
    expect(found[0]!.distance).toBeCloseTo(0, 12);
    expect(found[1]!.distance).toBeGreaterThan(0);
    expect(found[2]!.distance).toBeGreaterThan(1);
    for (const { from, to } of found) expect(history.values.slice(from, to)).not.toContain(Number.NaN);
  });

  it('leave out what is excluded, and are none where the example is longer than the history', () => {
    expect(findSimilar(history, example, 1, [{ from: 0, to: 3 }])).toMatchObject([{ from: 8 }]);
    expect(findSimilar(example, history, 3)).toEqual([]);
    expect(findSimilar(history, gridOf([]), 3)).toEqual([]);
  });
});

describe('in the test runs of the Tennessee Eastman process, end to end', () => {
  const length = 60;
  const rows = 960;
  let data: Process;
  let history: Grid;
  let labels: number[];
  beforeAll(() => {
    data = readProcess();
    const runs = [...data.tests, ...data.unknown.map((run) => ({ ...run, label: -1 }))];
    labels = runs.map(({ label }) => label);
    const values = new Float64Array(runs.reduce((sum, { grid }) => sum + grid.values.length, 0));
    for (const [index, { grid }] of runs.entries()) values.set(grid.values, index * rows * grid.inputs);
    history = { start: 0, step: 180_000, inputs: 20, values };
  });

  it.each([
    ['1', 1],
    ['2', 2],
    ['6', 5],
    ['14', 10],
  ])('8 of the 10 stretches most like one of fault %s are of that fault', (_fault, label) => {
    const { grid } = data.training[label]!;
    const from = 200 * grid.inputs;
    const example = { ...grid, values: grid.values.slice(from, from + length * grid.inputs) };
    const right = findSimilar(history, example, 10).filter(
      (found) => labels[Math.floor(found.from / rows)] === label && found.from % rows >= 160,
    );
    expect(right.length).toBeGreaterThanOrEqual(8);
  });
});
