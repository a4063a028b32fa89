import type { TagRhythm } from '@twinward/contracts/signals/rhythm';
import { HOUR } from '@twinward/domain/duration';
import { measureRhythm } from '@twinward/domain/rhythm';
import type { Db } from '../../../platform/database/database.ts';
import { estimateCount, latestPoints, oldestTimes, readPoints } from '../../../series/index.ts';
import { getTagName } from '../tag/service.ts';

/** Gaps that a rhythm is based on: enough for its 99th percentile, and at most. */
const enoughGaps = 1000;
const mostGaps = 10_000;
/** No more points are read at once. */
const mostPoints = 1_000_000;

/** How often the newest points of a tag come. @throws AppError `not-found` for a tag that is not there. */
export async function getRhythm(db: Db, tagId: number): Promise<TagRhythm> {
  await getTagName(db, tagId);
  const times = (await readNewestTimes(db, tagId)).slice(-mostGaps - 1);
  const rhythm = measureRhythm(times);
  if (rhythm === null) return { gaps: 0, from: null, to: null, median: null, usual: null, proposal: null };
  const [from, to] = [times[0]!, times.at(-1)!].map((time) => new Date(time).toISOString());
  return { ...rhythm, from: from!, to: to! };
}

/** The times of the newest points, ascending: of ever longer windows, until there are enough. */
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
