import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import { withTransaction } from '../platform/database/transaction.ts';
import { appendPoints } from './append.ts';
import { logChanges } from './changes.ts';
import { lockChunks } from './chunks.ts';
import { removePoints } from './delete.ts';
import { defaultTolerance, upsertEarly } from './early.ts';
import { hotPoints } from './merge.ts';
import { filterPoints, latestTime } from './points.ts';
import { readPoints } from './read.ts';
import { groupByTag } from './sql.ts';

const pointsPerRelease = 10_000;

/** Serializes releases: a later release must not overtake an earlier one, whose points would then be late. */
const releaseLock = sql`pg_try_advisory_xact_lock(hashtext('twinward'), hashtext('release early points'))`;

/**
 * Writes a batch of held points whose time has come, as if they arrived now. A point written meanwhile at the
 * same time is kept. Does nothing while another process releases points.
 *
 * @param now epoch milliseconds
 * @returns number of held points processed
 */
export async function releaseEarly(db: Db, now: number): Promise<number> {
  const { rows: next } = await sql`select from data_point_early where time <= ${now} limit 1`.execute(db);
  if (next.length === 0) return 0;
  return withTransaction(db, async (trx) => {
    const { rows: locks } = await sql<{ locked: boolean }>`select ${releaseLock} as locked`.execute(trx);
    if (!locks[0]!.locked) return 0;
    const { rows } = await sql<{ tagId: number; time: number; value: number | null; quality: number }>`
      delete from data_point_early where (tag_id, time) in (
        select tag_id, time from data_point_early where time <= ${now}
        order by time limit ${pointsPerRelease})
      returning tag_id as "tagId", time, value, quality`.execute(trx);
    const inputs = [];
    for (const [tagId, ofTag] of groupByTag(rows)) {
      const points = hotPoints(ofTag);
      const there = await readPoints(trx, tagId, points.times[0]!, points.times.at(-1)! + 1);
      const taken = new Set(there.times);
      inputs.push({ tagId, ...filterPoints(points, (time) => !taken.has(time)) });
    }
    await appendPoints(trx, inputs, { now });
    return rows.length;
  });
}

/**
 * Holds the points ahead of the clock that earlier versions stored directly. The protections and calculations
 * of their tags are evaluated again without them.
 *
 * @param now epoch milliseconds
 * @param options.tolerance milliseconds ahead of the clock up to which points stay
 * @param options.omittedTags tags whose points stay
 */
export async function holdStored(
  db: Db,
  now: number,
  { tolerance = defaultTolerance, omittedTags = [] as readonly number[] } = {},
): Promise<void> {
  const from = now + tolerance + 1;
  const { rows } = await sql<{ tagId: number }>`
    select tag_id as "tagId" from (
      select tag_id from data_point_hot where time >= ${from}
      union select tag_id from data_point_chunk where t1 >= ${from}) as ahead
    where tag_id > 0 and tag_id <> all(${omittedTags}::int[])
    order by tag_id`.execute(db);
  for (const { tagId } of rows) {
    await withTransaction(db, async (trx) => {
      await lockChunks(trx, [tagId]);
      const points = await readPoints(trx, tagId, from);
      if (points.times.length === 0) return;
      const { changedFrom } = await removePoints(trx, tagId, from, latestTime + 1);
      await upsertEarly(trx, [{ tagId, points }]);
      await logChanges(trx, [{ tagId, changedFrom }]);
    });
  }
}
