import { medianInterval } from '@twinward/domain/patterns/grid';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { latestPoints, oldestTimes, readPoints, scanPoints } from '../../../series/index.ts';
import { listPatternInputs, type PatternInput } from '../../protections/pattern/service.ts';
import type { ScannedInput } from '../../protections/pattern-model/service.ts';

/**
 * Lists the point inputs of a protection.
 * @throws AppError `conflict` if it has none, or one can't be read.
 */
export async function listInputs(db: Db, protectionId: number): Promise<PatternInput[]> {
  const inputs = await listPatternInputs(db, protectionId);
  if (inputs.length === 0) throw new AppError('conflict', 'The protection has no input of points.');
  return inputs;
}

/** Returns the times of the oldest and the latest point of all inputs; null if there are no points. */
export async function readExtent(
  db: Db,
  inputs: readonly PatternInput[],
): Promise<{ oldest: number; latest: number } | null> {
  const tagIds = inputs.map(({ tagId }) => tagId);
  const oldest = [...(await oldestTimes(db, tagIds)).values()];
  const latest = [...(await latestPoints(db, tagIds)).values()].map(({ time }) => time);
  if (oldest.length === 0) return null;
  return { oldest: Math.min(...oldest), latest: Math.max(...latest) };
}

/** Number of intervals after which the default hold of a value ends. */
const heldIntervals = 3;

/**
 * Returns the median interval of each input in a range. If an input has fewer than two points there, uses the start of
 * its history.
 * @returns milliseconds
 * @throws AppError `conflict` for an input with fewer than two points.
 */
export async function readIntervals(
  db: Db,
  inputs: readonly PatternInput[],
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  const intervals: number[] = [];
  for (const { name, tagId } of inputs) {
    const { times } = await readPoints(db, tagId, from, to);
    let interval = medianInterval(times, times.length);
    for await (const block of interval === null ? scanPoints(db, tagId) : []) {
      interval = medianInterval(block.times, block.times.length);
      break;
    }
    if (interval === null) {
      throw new AppError('conflict', `The input [${name}] has fewer than two points.`);
    }
    intervals.push(interval);
  }
  return intervals;
}

/**
 * Adds to inputs how long their values hold.
 * @param intervals median intervals in milliseconds
 */
export function withHoldTimes(inputs: readonly PatternInput[], intervals: readonly number[]): ScannedInput[] {
  return inputs.map((input, i) => ({ ...input, hold: input.hold ?? heldIntervals * intervals[i]! }));
}
