import { convertOwnBlock, type InputDefinition, type PointBlock } from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import { estimateCount, latestPoints, oldestTimes, readPoints } from '../../../series/index.ts';
import type { InputSource, InputSources } from '../definition/service.ts';
import { toBlock } from './new-points.ts';
import type { InputReader } from './plan.ts';
import { countWork, selectWorkExtent, selectWorkTimes } from './work-store.ts';

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
      const times = Float64Array.from(await selectWorkTimes(db, tagId, after, upTo));
      return { times, values: new Float64Array(times.length), length: times.length } satisfies PointBlock;
    },
    count: (tagId, after, upTo) => countWork(db, tagId, after, upTo),
    extent: (tagId) => selectWorkExtent(db, tagId),
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
