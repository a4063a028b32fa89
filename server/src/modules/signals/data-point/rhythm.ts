import type { TagRhythm } from '@twinward/contracts/signals/rhythm';
import { HOUR } from '@twinward/domain/duration';
import { measureRhythm } from '@twinward/domain/rhythm';
import type { Db } from '../../../platform/database/database.ts';
import { estimateCount, latestPoints, oldestTimes, readPoints } from '../../../series/index.ts';
import { getTagName } from '../tag/service.ts';

/** Minimum and maximum number of gaps to measure a rhythm from. The minimum suffices for the 99th percentile. */
const enoughGaps = 1000;
const mostGaps = 10_000;
/** Maximum number of points read at once. */
const mostPoints = 1_000_000;

/** Returns the usual interval between the newest points of a tag. @throws AppError `not-found` for an unknown tag. */
export async function getRhythm(db: Db, tagId: number): Promise<TagRhythm> {
  await getTagName(db, tagId);
  const times = (await readNewestTimes(db, tagId)).slice(-mostGaps - 1);
  const rhythm = measureRhythm(times);
  if (rhythm === null) return { gaps: 0, from: null, to: null, median: null, usual: null, proposal: null };
  const [from, to] = [times[0]!, times.at(-1)!].map((time) => new Date(time).toISOString());
  return { ...rhythm, from: from!, to: to! };
}

/** Reads the times of the newest points, ascending. The window grows until it has enough points. */
async function readNewestTimes(db: Db, tagId: number): Promise<Float64Array> {
  const latest = (await latestPoints(db, [tagId])).get(tagId)?.time;
  const oldest = (await oldestTimes(db, [tagId])).get(tagId);
  let times: Float64Array = new Float64Array();
  if (latest === undefined || oldest === undefined) return times;
  for (let window = HOUR; ; window *= 8) {
    const from = Math.max(oldest, latest - window);
    if ((await estimateCount(db, tagId, from, latest + 1)) > mostPoints) return times;
    times = (await readPoints(db, tagId, from, latest + 1)).times;
    if (times.length > enoughGaps || from === oldest) return times;
  }
}
