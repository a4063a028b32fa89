import { convertOwnBlock, type InputDefinition, type PointBlock } from '@twinward/domain/evaluation';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { estimateCount, latestPoints, oldestTimes, readPoints } from '../../../series/index.ts';
import type { InputSource, InputSources } from '../definition/service.ts';
import { toBlock } from './new-points.ts';
import type { InputReader } from './plan.ts';

/** Like `InputReader`, for one tag. */
interface TagReader {
  read(source: InputSource, after: number, upTo: number): Promise<PointBlock>;
  count(tagId: number, after: number, upTo: number): Promise<number>;
  extent(tagId: number): Promise<{ oldest: number; latest: number } | null>;
}

/**
 * Reads inputs from the tenant's database: points in the unit of the input, or completed work for tags of type work.
 */
export function createInputReader(
  db: Db,
  inputs: readonly Pick<InputDefinition, 'alias' | 'type'>[],
  sources: InputSources,
): InputReader {
  const points: TagReader = {
    read: async (source, after, upTo) =>
      toBlock(await readPoints(db, source.tagId, after + 1, upTo + 1), source, convertOwnBlock),
    count: (tagId, after, upTo) => estimateCount(db, tagId, after + 1, upTo + 1),
    async extent(tagId) {
      const latest = (await latestPoints(db, [tagId])).get(tagId);
      const oldest = (await oldestTimes(db, [tagId])).get(tagId);
      return latest && oldest !== undefined ? { oldest, latest: latest.time } : null;
    },
  };
  const work: TagReader = {
    async read({ tagId }, after, upTo) {
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
  const works = new Set(inputs.filter(({ type }) => type === 'work').map(({ alias }) => alias));
  const of = (alias: string) => (works.has(alias) ? work : points);
  const getSource = (alias: string) => sources.get(alias)!;
  return {
    read: (alias, after, upTo) => of(alias).read(getSource(alias), after, upTo),
    count: (alias, after, upTo) => of(alias).count(getSource(alias).tagId, after, upTo),
    extent: (alias) => of(alias).extent(getSource(alias).tagId),
  };
}
