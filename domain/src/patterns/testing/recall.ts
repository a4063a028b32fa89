import { type Grid, rowCount } from '../grid.ts';
import { findSimilar } from '../similar.ts';
import { type Process, trainedFaults } from './process.ts';

const inputs = 20;
/** Rows of a stretch, and where the example begins in its run. */
const length = 60;
const exampleBegin = 200;

/** Faults of which a stretch is looked for, and how many of the ten that are found must be of that fault. */
export const soughtFaults = [1, 2, 6, 14];
export const leastFound = 8;

/** Finds stretches of faults in all test runs of a process, laid end to end. */
export class SimilarRuns {
  readonly #data: Process;
  readonly #history: Grid;
  /** By row of the history: the class of its fault; -1 of one that is not trained, and before it begins. */
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

  /** How many of the ten stretches most like one of a fault are of that fault. */
  count(fault: number): number {
    const label = trainedFaults.indexOf(fault);
    const { grid } = this.#data.training[label]!;
    const values = grid.values.slice(exampleBegin * inputs, (exampleBegin + length) * inputs);
    return findSimilar(this.#history, { ...grid, values }, 10).filter(
      ({ from }) => this.#labels[from] === label,
    ).length;
  }
}
