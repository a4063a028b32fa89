import { type FeatureLayout, FeatureStream, featureCount } from './features.ts';
import { type Grid, rowCount } from './grid.ts';
import { Moments, toScale } from './moments.ts';

/** A time range that was assigned to a class. */
export interface TrainingRange {
  /** 0 for 'No match'. */
  readonly label: number;
  /** Its rows, after `lead` earlier rows that fill the windows. */
  readonly grid: Grid;
  readonly lead: number;
}

/** The features of rows with their classes. Rows of a range are consecutive. */
export interface LabelledRows {
  readonly width: number;
  readonly features: Float32Array;
  readonly labels: Uint8Array;
}

/** Returns the features of all rows of ranges with a full longest window and without missing values. */
export function readRows(ranges: readonly TrainingRange[], layout: FeatureLayout): LabelledRows {
  const width = featureCount(layout);
  const most = ranges.reduce((sum, { grid, lead }) => sum + rowCount(grid) - lead, 0);
  const features = new Float32Array(most * width);
  const labels = new Uint8Array(most);
  const stream = new FeatureStream(layout);
  let count = 0;
  for (const { label, grid, lead } of ranges) {
    stream.reset();
    for (let row = 0; row < rowCount(grid); row++) {
      if (!pushRow(stream, grid, row) || row < lead) continue;
      stream.read(features, count * width);
      labels[count++] = label;
    }
  }
  return { width, features: features.subarray(0, count * width), labels: labels.subarray(0, count) };
}

/** Adds a row of a grid to a stream, or resets the stream at a missing value. Returns whether features may be read. */
export function pushRow(stream: FeatureStream, { values, inputs }: Grid, row: number): boolean {
  const offset = row * inputs;
  for (let i = offset; i < offset + inputs; i++) {
    if (Number.isNaN(values[i]!)) {
      stream.reset();
      return false;
    }
  }
  return stream.push(values, offset);
}

/** Minimum number of kept rows of a class, if it has as many. */
const leastOfClass = 200;

/**
 * Reduces rows to about `most`, with the same fraction of each class, evenly spread over its time. A rare class keeps
 * at least 200 rows, or all of them.
 */
export function thinRows(rows: LabelledRows, most: number): LabelledRows {
  const { width, features, labels } = rows;
  if (labels.length <= most) return rows;
  const share = most / labels.length;
  const counts = new Float64Array(256);
  for (const label of labels) counts[label] = counts[label]! + 1;
  const seen = new Float64Array(256);
  const kept: number[] = [];
  for (let row = 0; row < labels.length; row++) {
    const label = labels[row]!;
    const count = counts[label]!;
    const countKept = (first: number) =>
      Math.max(Math.floor(first * share), Math.floor((first * Math.min(count, leastOfClass)) / count));
    const before = countKept(seen[label]!);
    seen[label] = seen[label]! + 1;
    if (countKept(seen[label]!) > before) kept.push(row);
  }
  const thinned = new Float32Array(kept.length * width);
  for (const [index, row] of kept.entries()) {
    thinned.set(features.subarray(row * width, (row + 1) * width), index * width);
  }
  return { width, features: thinned, labels: Uint8Array.from(kept, (row) => labels[row]!) };
}

/** Returns mean and standard deviation of each input over the rows of ranges, without leads. */
export function scaleInputs(
  ranges: readonly TrainingRange[],
  inputs: number,
): { centers: Float64Array; scales: Float64Array } {
  const ofInputs = Array.from({ length: inputs }, (_, input) => {
    const moments = new Moments();
    for (const { grid, lead } of ranges) moments.add(grid.values.subarray(lead * inputs), input, inputs);
    return toScale(moments);
  });
  return {
    centers: Float64Array.from(ofInputs, ({ center }) => center),
    scales: Float64Array.from(ofInputs, ({ scale }) => scale),
  };
}
