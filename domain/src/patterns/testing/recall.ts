import { type Grid, rowCount } from '../grid.ts';
import { findSimilar } from '../similar.ts';
import { type Process, trainedFaults } from './process.ts';

const inputs = 20;
/** Number of rows of a stretch, and first row of the example in its run. */
const length = 60;
const exampleBegin = 200;

/** Faults to search for, and how many of the ten results must belong to the fault. */
export const soughtFaults = [1, 2, 6, 14];
export const leastFound = 8;

/** Searches the concatenated test runs of a process for stretches of faults. */
export class SimilarRuns {
  readonly #data: Process;
  readonly #history: Grid;
  /** By row of the history: the class of its fault. -1 for untrained faults, and before a fault begins. */
  readonly #labels: Int8Array;

  constructor(data: Process) {
    this.#data = data;
    const runs = [...data.tests, ...data.unknown.map((run) => ({ ...run, label: -1 }))];
    const rows = runs.reduce((sum, { grid }) => sum + rowCount(grid), 0);
    const values = new Float64Array(rows * inputs);
    this.#labels = new Int8Array(rows).fill(-1);
    let begin = 0;
    for (const { grid, label, lead } of runs) {
      values.set(grid.values, begin * inputs);
      this.#labels.fill(label, begin + lead, begin + rowCount(grid));
      begin += rowCount(grid);
    }
    this.#history = { start: 0, step: 180_000, inputs, values };
  }

  /** Returns how many of the ten stretches most similar to one of a fault belong to that fault. */
  count(fault: number): number {
    const label = trainedFaults.indexOf(fault);
    const { grid } = this.#data.training[label]!;
    const values = grid.values.slice(exampleBegin * inputs, (exampleBegin + length) * inputs);
    return findSimilar(this.#history, { ...grid, values }, 10).filter(
      ({ from }) => this.#labels[from] === label,
    ).length;
  }
}
