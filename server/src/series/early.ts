import { sql } from 'kysely';
import { toArrayParameter } from '../platform/database/array.ts';
import type { Db } from '../platform/database/database.ts';
import { flatten, type OrderedInput, type TagWrite } from './inputs.ts';
import { indexAtOrAfter, type Points, slicePoints } from './points.ts';
import { isOtherValue } from './sql.ts';

/** Default tolerance: points up to this many milliseconds ahead of the clock are written at once. */
export const defaultTolerance = 600_000;

export interface WriteOptions {
  /** Epoch milliseconds; the clock by default. */
  now?: number;
  /** Reads the tolerance in milliseconds; called only if some points are ahead of the clock. */
  readTolerance?: (db: Db) => Promise<number>;
}

/** The points that a write holds, and those that it writes at once. */
interface Held {
  due: OrderedInput[];
  /** The result for each tag with early points. */
  writes: TagWrite[];
}

/**
 * Holds the points that are further ahead of the clock than the tolerance, until `releaseEarly` writes them at their
 * time. Points ahead of the clock that are not older than the oldest held point of their tag are held too; otherwise
 * they would make that point late. Without points ahead of the clock this runs no statement.
 */
export async function holdEarly(
  trx: Db,
  ordered: readonly OrderedInput[],
  { now = Date.now(), readTolerance }: WriteOptions,
): Promise<Held> {
  if (ordered.every(({ points }) => points.times.at(-1)! <= now)) return { due: [...ordered], writes: [] };
  const horizon = now + (readTolerance ? await readTolerance(trx) : defaultTolerance);
  const oldest = await readOldestEarly(
    trx,
    ordered.map(({ tagId }) => tagId),
  );
  const due: OrderedInput[] = [];
  const early: OrderedInput[] = [];
  for (const input of ordered) {
    const { times } = input.points;
    const fromHeld = Math.max(now, (oldest.get(input.tagId) ?? Number.POSITIVE_INFINITY) - 1);
    const first = indexAtOrAfter(times, Math.min(horizon, fromHeld) + 1);
    if (first > 0) due.push({ ...input, points: slicePoints(input.points, 0, first) });
    if (first < times.length)
      early.push({ ...input, points: slicePoints(input.points, first, times.length) });
  }
  return { due, writes: early.length === 0 ? [] : await upsertEarly(trx, early) };
}

/** The time of the oldest held point, by tag. */
async function readOldestEarly(trx: Db, tagIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ tagId: number; oldest: number }>`
    select tag_id as "tagId", min(time) as oldest from data_point_early
    where tag_id = any(${tagIds}::int[]) group by tag_id`.execute(trx);
  return new Map(rows.map(({ tagId, oldest }) => [tagId, oldest]));
}

/** Adds held points. */
export async function upsertEarly(
  trx: Db,
  early: readonly { tagId: number; points: Points }[],
): Promise<TagWrite[]> {
  const columns = flatten(early);
  const itself = (value: number) => value;
  const { rows } = await sql<{ tagId: number; fresh: number; changed: number }>`
    with written as (
      insert into data_point_early as early (tag_id, time, value, quality)
      select * from unnest(
        ${toArrayParameter('int', columns.tagIds, itself)}, ${toArrayParameter('bigint', columns.times, itself)},
        ${toArrayParameter('double precision', columns.values, itself)}, ${toArrayParameter('smallint', columns.qualities, itself)})
      on conflict (tag_id, time) do update set value = excluded.value, quality = excluded.quality
        where ${isOtherValue('early')} or early.quality <> excluded.quality
      returning tag_id, xmax = 0 as fresh
    )
    select tag_id as "tagId", (count(*) filter (where fresh))::int as fresh,
      (count(*) filter (where not fresh))::int as changed
    from written group by tag_id`.execute(trx);
  const counts = new Map(rows.map((row) => [row.tagId, row]));
  return early.map(({ tagId, points }) => {
    const { fresh = 0, changed = 0 } = counts.get(tagId) ?? {};
    const early = points.times.length;
    const duplicate = early - fresh - changed;
    return { tagId, stored: fresh, replaced: changed, duplicate, early, changedFrom: null };
  });
}

/** Deletes a tag's held points with from <= time < to. @returns their number. */
export async function deleteEarly(trx: Db, tagId: number, from: number, to: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from data_point_early where tag_id = ${tagId} and time >= ${from} and time < ${to}`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
