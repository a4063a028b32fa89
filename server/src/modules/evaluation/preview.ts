import {
  type Blocks,
  type CalculatedProgram,
  createCalculatedEvaluator,
  type PointBlock,
} from '@twinward/domain/evaluation';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { BucketAccumulator, divideRange, type Series } from '../../series/index.ts';
import { joined } from './calculate.ts';
import { createInputReader } from './inputs.ts';
import { type InputReader, planEvaluation, slices } from './plan.ts';
import { noHistory } from './tracking.ts';

const maximumPoints = 20_000_000;

/** A program and a range to try it on: from <= time < to, into at most so many buckets. */
export interface Trial {
  program: CalculatedProgram;
  /** By alias. */
  tagIds: ReadonlyMap<string, number>;
  from: number;
  to: number;
  buckets: number;
}

/**
 * What a calculated tag would have in a range: its points when they are few, else buckets. Nothing is stored.
 * @throws AppError `too-large` when its inputs have more points there than one call may go through.
 */
export async function tryCalculation(db: Db, { program, tagIds, from, to, buckets }: Trial): Promise<Series> {
  const reader = createInputReader(db, program.inputs, tagIds);
  const plan = planEvaluation({ tagIds }, program, noHistory, null);
  let count = 0;
  for (const { alias } of program.inputs) count += await reader.count(tagIds.get(alias)!, from - 1, to - 1);
  if (count > maximumPoints) {
    throw new AppError(
      'too-large',
      'The inputs have more than 20,000,000 points there. Ask for a shorter range.',
    );
  }
  const evaluator = createCalculatedEvaluator(program);
  evaluator.advance(await readBefore(plan.program, tagIds, reader, from), from - 1);
  const accumulator = new BucketAccumulator(divideRange(from, to, buckets));
  const parts: PointBlock[] = [];
  let points = 0;
  for await (const slice of slices(plan, reader, from - 1, to - 1)) {
    const part = evaluator.advance(slice.blocks, slice.upTo);
    points += part.length;
    if (points <= buckets) parts.push(part);
    accumulator.addPoints(joined([part]));
  }
  if (points <= buckets) return { kind: 'points', points: joined(parts) };
  return { kind: 'buckets', buckets: accumulator.finish() };
}

/** What of the inputs' points before a range counts in it: those of the windows, and the latest value. */
async function readBefore(
  { inputs }: CalculatedProgram,
  tagIds: ReadonlyMap<string, number>,
  reader: InputReader,
  from: number,
): Promise<Blocks> {
  const blocks = new Map<string, PointBlock>();
  for (const { alias, window } of inputs) {
    blocks.set(alias, await readBack(reader, tagIds.get(alias)!, from, Math.max(window, minimumReach)));
  }
  return blocks;
}

const minimumReach = 3_600_000;

/** The points of a reach before a time; of an ever longer one, until there is a value in it or no more points. */
async function readBack(
  reader: InputReader,
  tagId: number,
  before: number,
  reach: number,
): Promise<PointBlock> {
  const extent = await reader.extent(tagId);
  for (let span = reach; ; span *= 8) {
    const block = await reader.read(tagId, before - 1 - span, before - 1);
    const hasValue = block.qualities ? block.qualities.some((quality) => quality < 2) : block.length > 0;
    if (hasValue || !extent || before - span <= extent.oldest) return block;
  }
}
