import type { Db } from '../platform/database/database.ts';
import type { OrderedInput } from './inputs.ts';
import { clipPoints, samePoint } from './points.ts';
import { readPoints } from './read.ts';

/**
 * Counts a superseded point as duplicate instead of replaced if it equals the stored point. Call it before
 * the write.
 */
export async function recountSuperseded(
  db: Db,
  ordered: readonly OrderedInput[],
): Promise<readonly OrderedInput[]> {
  if (ordered.every(({ superseded }) => superseded === null)) return ordered;
  const recounted: OrderedInput[] = [];
  for (const input of ordered) {
    const { tagId, superseded, counts } = input;
    const equal = superseded === null ? 0 : await countStored(db, tagId, superseded);
    recounted.push({
      ...input,
      counts: { ...counts, replaced: counts.replaced - equal, duplicate: counts.duplicate + equal },
    });
  }
  return recounted;
}

/** The number of points, ascending by time, that are already stored with the same value and quality. */
async function countStored(
  db: Db,
  tagId: number,
  points: NonNullable<OrderedInput['superseded']>,
): Promise<number> {
  const stored = await readPoints(db, tagId, points.times[0]!, points.times.at(-1)! + 1);
  let count = 0;
  for (let i = 0; i < points.times.length; i++) {
    const time = points.times[i]!;
    const at = clipPoints(stored, time, time + 1);
    if (at.times.length === 1 && samePoint(at, 0, points, i)) count++;
  }
  return count;
}
