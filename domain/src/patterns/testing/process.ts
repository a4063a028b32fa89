import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Grid } from '../grid.ts';
import type { TrainingRange } from '../training-rows.ts';

const file = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  '..',
  'server',
  'demo',
  'tennessee_eastman_20.csv.gz',
);
const variables = 20;
/** Rows of a test run before its fault begins. */
const normalRows = 160;
/** Longest window in steps. */
export const processWindows = [4, 16, 40];

/** Class 0 is normal operation. The others are the trained faults. */
export const trainedFaults = [0, 1, 2, 4, 5, 6, 7, 8, 12, 13, 14];
const unknownFaults = [10, 11, 16, 17, 18, 19, 20, 21];

/** The Tennessee Eastman process: runs to train on, and runs to test on. */
export interface Process {
  training: TrainingRange[];
  /** In each, the fault begins after `normalRows` rows. */
  tests: { label: number; grid: Grid; lead: number }[];
  /** Runs of untrained faults. */
  unknown: { grid: Grid; lead: number }[];
}

export function readProcess(): Process {
  const runs = new Map<string, number[]>();
  for (const line of gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n').slice(1)) {
    const [set, fault, , ...values] = line.split(',');
    const key = `${set} ${fault}`;
    if (!runs.has(key)) runs.set(key, []);
    runs.get(key)!.push(...values.map(Number));
  }
  const toGrid = (key: string): Grid => ({
    start: 0,
    step: 180_000,
    inputs: variables,
    values: Float64Array.from(runs.get(key)!),
  });
  return {
    training: trainedFaults.map((fault, label) => ({ label, grid: toGrid(`train ${fault}`), lead: 0 })),
    tests: trainedFaults.map((fault, label) => ({ label, grid: toGrid(`test ${fault}`), lead: normalRows })),
    unknown: unknownFaults.map((fault) => ({ grid: toGrid(`test ${fault}`), lead: normalRows })),
  };
}
