import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DAY } from '../duration.ts';
import { compileProtection, createProtectionEvaluator, type PointBlock } from '../evaluation/index.ts';
import type { KnownEvent } from './known-events.ts';
import { type ScoredExcursion, scoreExcursions } from './score.ts';

/** The score of one rule on the Tennessee Eastman process, as published in docs/demo.md. */

const minute = 60_000;
const step = 3 * minute;
/** Number of rows before the fault in each fault run. */
const normalRows = 160;
const begin = Date.UTC(2024, 0, 1);
const faultBegins = begin + normalRows * step;
const end = begin + 960 * step;

const inputs = [
  'Reactor pressure',
  'Purge rate',
  'Stripper temperature',
  'Cooling water outlet',
  'Cooling water flow',
] as const;

/** The mean plus or minus four standard deviations of each variable in the normal run, rounded. */
const limits: Record<(typeof inputs)[number], [low: number, high: number]> = {
  'Reactor pressure': [2684, 2726],
  'Purge rate': [0.29, 0.385],
  'Stripper temperature': [64.3, 67.1],
  'Cooling water outlet': [94.1, 95.1],
  'Cooling water flow': [39, 43.2],
};
const logic = inputs
  .map((name) => {
    const [low, high] = limits[name];
    return `AVERAGE([${name}], #1h) < ${low} OR AVERAGE([${name}], #1h) > ${high}`;
  })
  .join(' OR ');

/** A run of the process. Each run counts as a separate machine. */
interface Run {
  fault: number;
  rows: number[][];
}

/** Columns of the inputs in the bundled file. */
const columns = ['c06', 'c09', 'c17', 'c20', 'c50'];

function readRuns(): Run[] {
  const file = readFileSync(new URL('../../../server/demo/tennessee_eastman_20.csv.gz', import.meta.url));
  const [heading, ...lines] = gunzipSync(file).toString().trimEnd().split('\n');
  const positions = ['fault', 'row', ...columns].map((name) => heading!.split(',').indexOf(name));
  const rows = lines
    .map((line) => line.split(','))
    .filter(([set]) => set === 'test')
    .map((cells) => positions.map((position) => Number(cells[position])));
  const faults = [...new Set(rows.map(([fault]) => fault!))].sort((one, other) => one - other);
  return faults.map((fault) => ({ fault, rows: rows.filter((row) => row[0] === fault) }));
}

const compiled = compileProtection({
  type: 'condition',
  defaultLevel: 0,
  thresholds: [{ id: '0', name: 'Off normal', logic, level: 600 }],
  inputs: inputs.map((alias) => ({ alias, type: 'data_point' })),
});
if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors));
const { program } = compiled;

function findExcursions({ rows }: Run): ScoredExcursion[] {
  const times = Float64Array.from(rows, (_, row) => begin + row * step);
  const blocks = new Map(
    inputs.map((alias, column): [string, PointBlock] => {
      const values = Float64Array.from(rows, (row) => row[column + 2]!);
      return [alias, { times, values, length: times.length }];
    }),
  );
  const { excursions } = createProtectionEvaluator(program).advance(blocks, end);
  const found = new Map<number, ScoredExcursion>();
  for (const { threshold, start, end: ended } of excursions)
    found.set(start, { threshold, start, end: ended });
  return [...found.values()].sort((one, other) => one.start - other.start);
}

/** The fault as a marked range without a failure. */
const toEvents = ({ fault }: Run): KnownEvent[] => {
  const range = { begin: faultBegins, time: end, end };
  return fault === 0
    ? []
    : [{ type: 'range', id: fault, name: `Fault ${fault}`, isFailure: false, ...range }];
};

describe('a rule of five means on the Tennessee Eastman process', () => {
  const runs = readRuns().map((run) => {
    const excursions = findExcursions(run);
    const options = { thresholds: 1, from: begin, to: end, knownUntil: end, pfInterval: 30 * DAY };
    return { ...run, excursions, score: scoreExcursions(excursions, toEvents(run), options) };
  });
  const [normal, ...ofFaults] = runs;
  const sum = (count: (run: (typeof runs)[number]) => number) =>
    runs.reduce((total, run) => total + count(run), 0);

  it('is tested on 18 faults and a normal run of two days each', () => {
    expect(runs.map(({ fault }) => fault)).toEqual([
      0, 1, 2, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21,
    ]);
    expect(new Set(runs.map(({ rows }) => rows.length))).toEqual(new Set([960]));
  });

  it('catches 16 of the faults, without a false episode', () => {
    expect(ofFaults.filter(({ score }) => score.misses > 0).map(({ fault }) => fault)).toEqual([14, 19]);
    expect(sum(({ score }) => score.hits)).toBe(16);
    expect(normal!.excursions).toEqual([]);
    expect(sum(({ score }) => score.falseEpisodes ?? 0)).toBe(0);
    expect([sum(({ score }) => score.excursions), sum(({ score }) => score.episodes)]).toEqual([75, 16]);
  });

  it('triggers these minutes after the start of each fault', () => {
    const delays = ofFaults.map(({ fault, excursions }) => {
      const [first] = excursions;
      return [fault, first === undefined ? null : (first.start - faultBegins) / minute];
    });
    expect(delays).toEqual([
      [1, 39],
      [2, 72],
      [4, 27],
      [5, 69],
      [6, 105],
      [7, 21],
      [8, 108],
      [10, 240],
      [11, 84],
      [12, 99],
      [13, 159],
      [14, null],
      [16, 138],
      [17, 84],
      [18, 318],
      [19, null],
      [20, 321],
      [21, 1713],
    ]);
  });
});
