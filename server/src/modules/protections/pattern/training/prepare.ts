import { type Grid, medianInterval, proposeStep, rowCount } from '@twinward/domain/patterns/grid';
import { proposeWindows } from '@twinward/domain/patterns/train';
import type { TrainingRange } from '@twinward/domain/patterns/training-rows';
import type { Db } from '../../../../platform/database/database.ts';
import type { TrainingInput } from '../../../../platform/database/pattern-columns.ts';
import { AppError } from '../../../../platform/errors.ts';
import { scanPoints } from '../../../../series/index.ts';
import { scanGrid } from '../../pattern-model/service.ts';
import { compileCondition, findTrueSpans, maskGrid } from '../condition.ts';
import { toSources } from '../sources.ts';

/** What a model is trained on. */
export interface PreparedTraining {
  ranges: TrainingRange[];
  /** Milliseconds. */
  step: number;
  windows: number[];
  /** By input, in milliseconds. */
  holds: number[];
  /** The share of the rows in ranges at which the condition of use is not true. */
  leftOut: number;
}

/** Maximum number of values (inputs × rows): with their features they take up to half a gigabyte. */
const maximumValues = 8_000_000;
/** Number of points of an input from which its interval is measured. */
const measuredPoints = 20_000;
/**
 * Number of ranges, from the first on, in which these points are looked for. More are read only if fewer than
 * `fewPoints` were found.
 */
const measuredRanges = 200;
const fewPoints = 20;
/** Share of the progress for measuring intervals. */
const shareOfMeasuring = 0.2;
/** Two ranges with at most this many rows between them are read together. */
const joinedRows = 4096;
/** A value of an input without an expected interval holds for this many median intervals. */
const heldIntervals = 3;

/** Called between parts of the reading, with the completed share. It may throw to cancel. */
export type OnRead = (done: number) => Promise<void>;

/**
 * Reads the ranges of a training at the points of its grid, each with the preceding rows that fill the windows.
 * @throws AppError `conflict`, naming a range or an input without points, or if there is too much data.
 */
export async function prepareTraining(
  db: Db,
  input: TrainingInput,
  onRead: OnRead,
): Promise<PreparedTraining> {
  const intervals = await measureIntervals(db, input, (done) => onRead(shareOfMeasuring * done));
  const holds = input.inputs.map(({ hold }, index) => hold ?? heldIntervals * intervals[index]!);
  const step = input.stepSeconds === null ? proposeStep(intervals) : input.stepSeconds * 1000;
  const lengths = input.ranges.map(([, from, to]) => countSteps(from, to, step));
  const empty = lengths.indexOf(0);
  if (empty >= 0) {
    const message = `${describeRange(input, empty)} is shorter than a step of ${step / 1000} s.`;
    throw new AppError('conflict', message);
  }
  const windows = proposeWindows(countFillingRows(input, lengths));
  const lead = windows.at(-1)! - 1;
  assertFits(
    input,
    lengths.reduce((sum, length) => sum + length + lead, 0),
    step,
  );
  const program =
    input.condition === null
      ? null
      : await compileCondition(db, input.condition, input.inputs, input.parameters ?? []);
  const ranges: TrainingRange[] = [];
  let rows = 0;
  let masked = 0;
  for (const group of groupRanges(input.ranges, (lead + joinedRows) * step)) {
    const first = Math.ceil(group[0]![1] / step) * step - lead * step;
    const bounds = { from: Math.max(0, first), to: group.at(-1)![2], step };
    const onStep = () =>
      onRead(shareOfMeasuring + ((1 - shareOfMeasuring) * ranges.length) / input.ranges.length);
    const spans = program && (await findTrueSpans(db, program, toSources(input.inputs), bounds, onStep));
    const cuts = new Cutter(group, { ...bounds, inputs: input.inputs.length, lead });
    const scanned = input.inputs.map((one, index) => ({ ...one, hold: holds[index]! }));
    for await (const block of scanGrid(db, scanned, bounds)) {
      cuts.add(block);
      await onStep();
    }
    for (const range of cuts.ranges) {
      if (spans) masked += maskGrid(range.grid, spans, range.lead);
      rows += rowCount(range.grid) - range.lead;
      ranges.push(range);
    }
  }
  assertPoints(input, ranges);
  return { ranges, step, windows, holds, leftOut: rows === 0 ? 0 : masked / rows };
}

/**
 * Measures the median interval of each input's points within the ranges, in milliseconds.
 * @throws AppError `conflict`, naming an input with fewer than two points
 */
async function measureIntervals(
  db: Db,
  { inputs, ranges }: TrainingInput,
  onMeasured: OnRead,
): Promise<number[]> {
  const medians: number[] = [];
  for (const { tagId, name } of inputs) {
    const times: number[] = [];
    for (const [index, [, from, to]] of ranges.entries()) {
      if (times.length >= (index < measuredRanges ? measuredPoints : fewPoints)) break;
      for await (const block of scanPoints(db, tagId, from, to)) {
        for (const time of block.times.subarray(0, measuredPoints - times.length)) times.push(time);
        if (times.length >= measuredPoints) break;
      }
      await onMeasured((medians.length + (index + 1) / ranges.length) / inputs.length);
    }
    const median = medianInterval(Float64Array.from(times), times.length);
    if (median === null) {
      throw new AppError('conflict', `The input [${name}] has no points within the ranges.`);
    }
    medians.push(median);
  }
  return medians;
}

/**
 * Counts the rows of each pattern's longest range, and returns the smallest count. Shorter ranges, such as those added
 * by Right and Wrong, do not shorten the windows: the rows before a range fill them.
 */
function countFillingRows({ patterns, ranges }: TrainingInput, lengths: readonly number[]): number {
  const longest = patterns.map((_, label) =>
    Math.max(...lengths.filter((__, index) => ranges[index]![0] === label)),
  );
  return Math.min(...longest);
}

/** Counts the points of the grid with from <= time < to. */
const countSteps = (from: number, to: number, step: number) =>
  Math.max(0, Math.ceil(to / step) - Math.ceil(from / step));

function assertFits({ inputs }: TrainingInput, rows: number, step: number): void {
  const most = Math.floor(maximumValues / inputs.length);
  if (rows <= most) return;
  const count = (number: number) => number.toLocaleString('en-US');
  throw new AppError(
    'conflict',
    `The ranges hold ${count(rows)} rows of ${inputs.length} inputs at a step of ${step / 1000} s; at most ${count(most)} can be trained. Please set a longer step, or give shorter ranges.`,
  );
}

type Labelled = TrainingInput['ranges'][number];

/** Groups ranges, by start, that are close enough to be read together. */
function groupRanges(ranges: readonly Labelled[], gap: number): Labelled[][] {
  const groups: Labelled[][] = [];
  for (const range of ranges) {
    const last = groups.at(-1);
    if (last && range[1] - last.at(-1)![2] <= gap) last.push(range);
    else groups.push([range]);
  }
  return groups;
}

/** Copies the rows of ranges out of blocks of the grid that contain them. */
class Cutter {
  readonly ranges: TrainingRange[];
  readonly #step: number;

  constructor(
    group: readonly Labelled[],
    { from, step, inputs, lead }: { from: number; step: number; inputs: number; lead: number },
  ) {
    this.#step = step;
    const first = Math.ceil(from / step) * step;
    this.ranges = group.map(([label, start, end]) => {
      const begin = Math.ceil(start / step) * step;
      const own = Math.min(lead, Math.round((begin - first) / step));
      const values = new Float64Array((own + countSteps(start, end, step)) * inputs).fill(Number.NaN);
      return { label, lead: own, grid: { start: begin - own * step, step, inputs, values } };
    });
  }

  add(block: Grid): void {
    for (const { grid } of this.ranges) {
      const offset = Math.round((block.start - grid.start) / this.#step);
      const from = Math.max(0, -offset);
      const to = Math.min(rowCount(block), rowCount(grid) - offset);
      if (to <= from) continue;
      const { inputs } = grid;
      grid.values.set(block.values.subarray(from * inputs, to * inputs), (offset + from) * inputs);
    }
  }
}

/**
 * @throws AppError `conflict`, naming the first range in which an input has no value, unless a condition excluded it.
 */
function assertPoints(input: TrainingInput, ranges: readonly TrainingRange[]): void {
  if (input.condition !== null) return;
  for (const [index, { grid, lead }] of ranges.entries()) {
    for (const [column, { name }] of input.inputs.entries()) {
      let row = lead;
      while (row < rowCount(grid) && Number.isNaN(grid.values[row * grid.inputs + column]!)) row += 1;
      if (row === rowCount(grid)) {
        throw new AppError('conflict', `${describeRange(input, index)} has no points of [${name}].`);
      }
    }
  }
}

export function describeRange({ patterns, ranges }: TrainingInput, index: number): string {
  const [label, from, to] = ranges[index]!;
  const iso = (time: number) => new Date(time).toISOString().replace(/(:00)?\.000Z$/, 'Z');
  return `The range of ${patterns[label]!.name} from ${iso(from)} to ${iso(to)}`;
}
