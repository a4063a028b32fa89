import { beforeAll, describe, expect, it } from 'vitest';
import { type Grid, rowCount } from './grid.ts';
import { createRandom } from './random.ts';
import { computeScales, findSimilar, type Stretch } from './similar.ts';
import { readProcess } from './testing/process.ts';
import { leastFound, SimilarRuns, soughtFaults } from './testing/recall.ts';

const createGrid = (values: number[]): Grid => ({
  start: 0,
  step: 1000,
  inputs: 1,
  values: Float64Array.from(values),
});

describe('stretches similar to an example', () => {
  const history = createGrid([0, 0, 5, 6, 5, 0, 0, 0, 5.1, 6, 5, 0, 0, 5, Number.NaN, 5, 0]);
  const example = createGrid([5, 6, 5]);

  it('are sorted by similarity, do not overlap, and have no missing values', () => {
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

  it('exclude marked stretches, and are empty if the example is longer than the history', () => {
    expect(findSimilar(history, example, 1, [{ from: 0, to: 3 }])).toMatchObject([{ from: 8 }]);
    expect(findSimilar(example, history, 3)).toEqual([]);
    expect(findSimilar(history, createGrid([]), 3)).toEqual([]);
  });
});

describe('similar stretches compared with a reference implementation', () => {
  /** A literal implementation of the definition of `findSimilar`. */
  function findByDefinition(history: Grid, example: Grid, count: number, excluded: readonly Stretch[]) {
    const { inputs } = history;
    const length = rowCount(example);
    const parts = Math.min(8, length);
    const scales = computeScales(history);
    const computeFigures = (grid: Grid, from: number): number[] =>
      scales.flatMap(({ center, scale }, input) =>
        Array.from({ length: parts }, (_, part) => {
          const [begin, end] = [part, part + 1].map((one) => from + Math.floor((one * length) / parts));
          const values = Array.from(
            { length: end! - begin! },
            (_, row) => (grid.values[(begin! + row) * inputs + input]! - center) / scale,
          );
          const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
          const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
          return [mean, Math.sqrt(squares / values.length)];
        }).flat(),
      );
    const wanted = computeFigures(example, 0);
    const all = Array.from({ length: Math.max(0, rowCount(history) - length + 1) }, (_, from) => {
      const squares = computeFigures(history, from).map((figure, i) => (figure - wanted[i]!) ** 2);
      const sum = squares.reduce((one, other) => one + other, 0);
      return { from, to: from + length, distance: Math.sqrt(sum / (inputs * parts)) };
    }).filter(({ distance }) => !Number.isNaN(distance));
    const found: typeof all = [];
    for (const one of all.toSorted((a, b) => a.distance - b.distance)) {
      const overlaps = ({ from, to }: Stretch) => one.from < to && from < one.to;
      if (found.length < count && ![...excluded, ...found].some(overlaps)) found.push(one);
    }
    return found;
  }

  it.each([
    { rows: 400, inputs: 3, length: 23, count: 6 },
    { rows: 300, inputs: 1, length: 5, count: 100 },
    { rows: 600, inputs: 2, length: 90, count: 3 },
    { rows: 50, inputs: 2, length: 1, count: 10 },
  ])('are the same in $rows rows with a length of $length', ({ rows, inputs, length, count }) => {
    const random = createRandom(rows);
    const values = Float64Array.from(
      { length: rows * inputs },
      (_, i) => Math.sin(i / (7 * inputs)) + random.integer(1e6) / 1e6,
    );
    const example = { ...createGrid([]), inputs, values: values.slice(10 * inputs, (10 + length) * inputs) };
    values[Math.floor(0.7 * rows) * inputs] = Number.NaN;
    const history = { ...createGrid([]), inputs, values };
    const excluded = [{ from: 10, to: 10 + length }];
    const found = findSimilar(history, example, count, excluded);
    const expected = findByDefinition(history, example, count, excluded);
    expect(found.map(({ from, to }) => [from, to])).toEqual(expected.map(({ from, to }) => [from, to]));
    for (const [i, { distance }] of found.entries()) expect(distance).toBeCloseTo(expected[i]!.distance, 6);
    expect(found.length).toBeGreaterThan(0);
  });
});

describe('similar stretches in the concatenated test runs of the Tennessee Eastman process', () => {
  let runs: SimilarRuns;
  beforeAll(() => {
    runs = new SimilarRuns(readProcess());
  });

  it.each(soughtFaults)('belong to the same fault as the example of fault %i in 8 of 10 cases', (fault) => {
    expect(runs.count(fault)).toBeGreaterThanOrEqual(leastFound);
  });
});
