import { setImmediate } from 'node:timers/promises';
import { type Grid, proposeStep, rowCount } from '@twinward/domain/patterns/grid';
import { Moments, type Scale, toScale } from '@twinward/domain/patterns/moments';
import { SimilarSearch, type Stretch } from '@twinward/domain/patterns/similar';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { scanPoints } from '../../../series/index.ts';
import type { CommandCall, CommandHandler } from '../../jobs/command/service.ts';
import {
  getPatternSet,
  type ScannedInput,
  scanGrid,
  toValues,
} from '../../protections/pattern-model/service.ts';
import { listInputs, readExtent, readIntervals, withHoldTimes } from './inputs.ts';
import type { SimilarInput, SimilarResult } from './similar.ts';

/** Maximum number of rows of the grid, for a range and for the history. */
const mostRangeRows = 100_000;
const mostRows = 100_000_000;
/** Approximate maximum number of stretches that are compared in the last step. */
const mostCompared = 5_000_000;
/** Progress when the scales are known, in percent. */
const scaling = 35;
/** Milliseconds between updates of the progress. A canceled search ends at an update. */
const progressInterval = 250;

/** Executes commands of type find-similar. Reads the history twice, in blocks, and does not keep it in memory. */
export const findSimilar: CommandHandler = { run: search };

interface Plan {
  /** The ranges of the set. */
  ranges: { start: number; end: number }[];
  inputs: ScannedInput[];
  example: Grid;
  /** Range of the history, in epoch milliseconds, aligned to the grid. */
  from: number;
  to: number;
  step: number;
}

async function search(call: CommandCall): Promise<Record<string, unknown>> {
  const input = call.input as unknown as SimilarInput;
  const { db } = call.tenant;
  const pace = createPacer(call);
  const plan = await planSearch(db, input);
  const scales = await readScales(db, plan, pace);
  const { example, from, to, step } = plan;
  const comparing = new SimilarSearch(example, scales, Math.max(0, Math.ceil((to - from) / step)));
  for await (const block of scanGrid(db, plan.inputs, plan)) {
    for (let at = 0; at < block.values.length; at += block.inputs) comparing.push(block.values, at);
    const done = (block.start + rowCount(block) * step - from) / (to - from);
    await pace(scaling + (99 - scaling) * Math.min(1, done));
  }
  const toRow = (time: number) => (time - from) / step;
  const excluded = [{ start: input.start, end: input.end }, ...plan.ranges].map(
    ({ start, end }): Stretch => ({ from: Math.floor(toRow(start)), to: Math.ceil(toRow(end)) }),
  );
  const iso = (row: number) => new Date(from + row * step).toISOString();
  const stretches = comparing
    .best(input.count, excluded)
    .map((one) => ({ start: iso(one.from), end: iso(one.to), distance: one.distance }));
  return { stretches } satisfies SimilarResult;
}

/**
 * Returns a function that yields to other work and records the progress at intervals. It throws if the command must
 * stop.
 */
function createPacer(call: CommandCall): (percent: number) => Promise<void> {
  let last = Date.now();
  return async (percent) => {
    await setImmediate();
    if (Date.now() - last < progressInterval) return;
    await call.transaction((db) => call.progress(db, percent, {}));
    last = Date.now();
  };
}

/** @throws AppError `not-found`; `conflict` for a range without complete rows; `too-large`. */
async function planSearch(db: Db, { setId, ...search }: SimilarInput): Promise<Plan> {
  const set = await getPatternSet(db, setId);
  const searched = await listInputs(db, set.indicatorId);
  const intervals = await readIntervals(db, searched, { from: search.start, to: search.end });
  const stepSeconds = set.stepSeconds ?? set.model?.stepSeconds;
  const step = stepSeconds === undefined ? proposeStep(intervals) : stepSeconds * 1000;
  const inputs = withHoldTimes(searched, intervals);
  const extent = (await readExtent(db, searched))!;
  const align = (time: number) => Math.ceil(time / step) * step;
  const from = align(Math.max(search.from ?? 0, extent.oldest));
  const to = Math.min(search.to ?? Number.POSITIVE_INFINITY, extent.latest + 1);
  const length = (align(search.end) - align(search.start)) / step;
  if (length > mostRangeRows) {
    throw new AppError('too-large', 'The range has more than 100,000 rows. Give a shorter one.');
  }
  const rows = Math.max(0, to - from) / step;
  if (rows > mostRows || (8 * rows) / Math.max(1, length) > mostCompared) {
    throw new AppError('too-large', 'The history is too long for so short a range. Search a part of it.');
  }
  const example = await readExample(db, inputs, { from: search.start, to: search.end, step });
  const ranges = set.training.map((one) => ({ start: Date.parse(one.start), end: Date.parse(one.end) }));
  return { ranges, inputs, example, from, to, step };
}

async function readExample(
  db: Db,
  inputs: readonly ScannedInput[],
  range: { from: number; to: number; step: number },
): Promise<Grid> {
  const parts: Grid[] = [];
  for await (const part of scanGrid(db, inputs, range)) parts.push(part);
  const values = new Float64Array(parts.reduce((sum, part) => sum + part.values.length, 0));
  let at = 0;
  for (const part of parts) {
    values.set(part.values, at);
    at += part.values.length;
  }
  if (values.length === 0) {
    throw new AppError('conflict', `The range holds no point of the grid of ${range.step / 1000} s.`);
  }
  if (values.includes(Number.NaN)) {
    throw new AppError(
      'conflict',
      'An input has no value in a part of the range. Give a range with all of them.',
    );
  }
  return { start: parts[0]!.start, step: range.step, inputs: inputs.length, values };
}

/** Calculates the mean and standard deviation of each input over its points. */
async function readScales(
  db: Db,
  { inputs, from, to }: Plan,
  pace: (percent: number) => Promise<void>,
): Promise<Scale[]> {
  const scales: Scale[] = [];
  for (const [index, { tagId, conversion }] of inputs.entries()) {
    const moments = new Moments();
    for await (const points of scanPoints(db, tagId, from, to)) {
      moments.add(toValues(points, conversion).values, 0, 1);
      await pace((scaling * (index + (points.times[0]! - from) / (to - from))) / inputs.length);
    }
    scales.push(toScale(moments));
  }
  return scales;
}
