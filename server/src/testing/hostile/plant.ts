import type { Db } from '../../platform/database/database.ts';
import { appendPoints } from '../../series/index.ts';
import { makeAsset, makeTag, makeTwin } from '../factories.ts';

const minute = 60_000;
const pointCount = 50_000;

/** What attacks are made upon: a twin with an input of many points, one a minute until now, and one of work. */
export interface Plant {
  assetId: number;
  twinId: number;
  tagId: number;
  workTagId: number;
  flowAliasId: number;
  serviceAliasId: number;
  /** Range of the points, in epoch milliseconds. */
  from: number;
  to: number;
}

export async function makePlant(db: Db): Promise<Plant> {
  const assetId = await makeAsset(db);
  const tagId = await makeTag(db, { assetIds: [assetId] });
  const workTagId = await makeTag(db, { assetIds: [assetId], type: 'work' });
  const twinId = await makeTwin(db, {
    assetId,
    startDate: new Date(0),
    aliases: [
      { name: 'Flow', type: 'data_point', mappedTagId: tagId },
      { name: 'Service', type: 'work', mappedTagId: workTagId },
    ],
  });
  const aliases = await db
    .selectFrom('tag_alias')
    .select(['id', 'name'])
    .where('twin_id', '=', twinId)
    .execute();
  const to = Math.floor(Date.now() / minute) * minute;
  const from = to - pointCount * minute;
  const times = Float64Array.from({ length: pointCount }, (_, index) => from + index * minute);
  const values = times.map((_, index) => index % 7);
  await appendPoints(db, [{ tagId, times, values, qualities: null }]);
  const findId = (name: string) => aliases.find((alias) => alias.name === name)!.id;
  return {
    assetId,
    twinId,
    tagId,
    workTagId,
    flowAliasId: findId('Flow'),
    serviceAliasId: findId('Service'),
    from,
    to,
  };
}

/** As many windows as a protection may have, no two of the same length. */
export const costlyThresholds = Array.from({ length: 4 }, (_, threshold) => {
  const windows = Array.from(
    { length: 100 },
    (_, index) => `STDDEV([Flow], #${threshold * 100 + index + 1}m)`,
  );
  return { name: `Costly ${threshold}`, logic: `${windows.join(' + ')} > 3` };
});
