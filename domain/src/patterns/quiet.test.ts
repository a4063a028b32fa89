import { describe, expect, it } from 'vitest';
import { type CellsOfInput, findQuiet } from './quiet.ts';

const createCells = (means: number[], spreads: number[]): CellsOfInput => ({
  means: Float64Array.from(means),
  spreads: Float64Array.from(spreads),
});
const nowhere = () => false;

describe('the quietest stretches', () => {
  //                  normal        busy      normal  shutdown
  const flow = createCells([5, 5, 5, 9, 9, 5, 5, 5, 5, 0, 0, 0], [1, 1, 1, 4, 4, 1, 1, 1, 1, 0, 0, 0]);

  it('have the usual level and spread, neither busy nor constant', () => {
    expect(findQuiet([flow], 3, 10, nowhere).slice(0, 2)).toEqual([
      { from: 0, to: 3, unrest: 0 },
      { from: 5, to: 8, unrest: 0 },
    ]);
    expect(findQuiet([flow], 3, 10, nowhere).at(-1)!.from).toBeGreaterThanOrEqual(8);
  });

  it('consider all inputs', () => {
    const other = createCells([7, 8, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7], [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(findQuiet([flow, other], 3, 1, nowhere)).toEqual([{ from: 5, to: 8, unrest: 0 }]);
  });

  it('exclude marked cells and cells without points', () => {
    expect(findQuiet([flow], 3, 1, (cell) => cell < 3)).toMatchObject([{ from: 5 }]);
    const gap = createCells([5, Number.NaN, 5, 5, 5], [1, Number.NaN, 1, 1, 1]);
    expect(findQuiet([gap], 2, 5, nowhere)).toMatchObject([{ from: 2, to: 4 }]);
  });

  it('are empty if the stretch is longer than the history, and without inputs', () => {
    expect(findQuiet([flow], 13, 5, nowhere)).toEqual([]);
    expect(findQuiet([], 3, 5, nowhere)).toEqual([]);
  });
});
