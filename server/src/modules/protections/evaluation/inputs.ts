import type { InputDefinition, PointBlock } from '@twinward/domain/evaluation';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { estimateCount, latestPoints, oldestTimes, readPoints } from '../../../series/index.ts';
import { blockOf } from './new-points.ts';
import type { InputReader } from './plan.ts';

/**
 * Reads inputs from the tenant's database: points of tags that have them, completed work of tags of type
 * work.
 * @param tagIds by alias
 */
export function createInputReader(
  db: Db,
  inputs: readonly InputDefinition[],
  tagIds: ReadonlyMap<string, number>,
): InputReader {
  const points: InputReader = {
    read: async (tagId, after, upTo) => blockOf(await readPoints(db, tagId, after + 1, upTo + 1)),
    count: (tagId, after, upTo) => estimateCount(db, tagId, after + 1, upTo + 1),
    async extent(tagId) {
      const latest = (await latestPoints(db, [tagId])).get(tagId);
      const oldest = (await oldestTimes(db, [tagId])).get(tagId);
      return latest && oldest !== undefined ? { oldest, latest: latest.time } : null;
    },
  };
  const work: InputReader = {
    async read(tagId, after, upTo) {
      const { rows } = await sql<{ time: number }>`
        select distinct floor(extract(epoch from completed_at) * 1000)::bigint as time from work
        where tag_id = ${tagId} and completed_at > ${new Date(after)} and completed_at <= ${new Date(upTo)}
        order by 1`.execute(db);
      const times = Float64Array.from(rows, (row) => row.time);
      return { times, values: new Float64Array(times.length), length: times.length } satisfies PointBlock;
    },
    async count(tagId, after, upTo) {
      const { rows } = await sql<{ count: number }>`
        select count(*) from work
        where tag_id = ${tagId} and completed_at > ${new Date(after)} and completed_at <= ${new Date(upTo)}`.execute(
        db,
      );
      return rows[0]!.count;
    },
    async extent(tagId) {
      const { rows } = await sql<{ oldest: Date | null; latest: Date | null }>`
        select min(completed_at) as oldest, max(completed_at) as latest from work where tag_id = ${tagId}`.execute(
        db,
      );
      const { oldest, latest } = rows[0]!;
      return oldest && latest ? { oldest: oldest.getTime(), latest: latest.getTime() } : null;
    },
  };
  const workTagIds = new Set(
    inputs.filter((input) => input.type === 'work').map((input) => tagIds.get(input.alias)!),
  );
  const of = (tagId: number) => (workTagIds.has(tagId) ? work : points);
  return {
    read: (tagId, after, upTo) => of(tagId).read(tagId, after, upTo),
    count: (tagId, after, upTo) => of(tagId).count(tagId, after, upTo),
    extent: (tagId) => of(tagId).extent(tagId),
  };
}
