import { describe, expect, it } from 'vitest';
import { type LabelledRows, thinRows } from './training-rows.ts';

/** Rows with their number as single feature, in one run per class. @param counts rows per class */
function createRows(...counts: number[]): LabelledRows {
  const labels = Uint8Array.from(counts.flatMap((count, label) => new Array<number>(count).fill(label)));
  return { width: 1, features: Float32Array.from(labels, (_, row) => row), labels };
}

const countRows = ({ labels }: LabelledRows, label: number) => labels.filter((one) => one === label).length;

describe('thinned rows', () => {
  it('are all rows if there are few enough', () => {
    const rows = createRows(900, 100);
    expect(thinRows(rows, 1000)).toBe(rows);
  });

  it('include 200 rows of a rare class, or all if it has fewer', () => {
    const thinned = thinRows(createRows(90_000, 2000, 5, 8000), 10_000);
    expect([0, 1, 2, 3].map((label) => countRows(thinned, label))).toEqual([8999, 200, 5, 799]);
  });

  it('are spread over the time of each class', () => {
    const thinned = thinRows(createRows(9000, 1000), 1000);
    expect([...thinned.features.subarray(0, 3)]).toEqual([9, 19, 29]);
    expect([...thinned.features.subarray(900, 903)]).toEqual([9004, 9009, 9014]);
  });
});
