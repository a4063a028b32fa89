import { recordWork } from '../../modules/work/work/service.ts';
import { makeAsset, makeTag, makeTwin } from '../factories.ts';
import type { Writer } from './writer.ts';

const day = 86_400_000;
const begin = Date.UTC(2020, 0, 1);

/** Writes of fits of recorded lives. */
export async function writeLifeData({ db, write, ask }: Writer): Promise<void> {
  const machine = async (failedAfter: number) => {
    const assetId = await makeAsset(db);
    const tagId = await makeTag(db, { type: 'work', assetIds: [assetId] });
    const twinId = await makeTwin(db, {
      assetId,
      startDate: new Date(begin),
      missionTime: 'P1Y',
      aliases: [{ name: 'Work', type: 'work', mappedTagId: tagId }],
    });
    const failed = new Date(begin + failedAfter * day);
    await recordWork(db, {
      tagId,
      name: 'Repair',
      kind: 'corrective',
      startedAt: failed,
      completedAt: failed,
    });
    return { assetId, twinId };
  };
  const machines = [await machine(5), await machine(12), await machine(17)];
  const assetIds = machines.map(({ assetId }) => assetId);
  const source = { type: 'assets', assetIds };
  const { twinId } = machines[0]!;
  const { version } = await ask('GET', `/api/twins/${twinId}`);
  await write('PUT /api/life-data/twins/:id', [twinId], { source, version });
  const entries = await ask('GET', '/api/assets/taxonomy/list');
  const { id: taxonomyId } = entries.findLast(
    (entry: { mtbfDays: number | null }) => entry.mtbfDays === null,
  );
  await write('PUT /api/life-data/benchmarks/:id', [taxonomyId], { source, version: null });
  const [analysis] = await ask('POST', '/api/riskanalyses/', [
    { name: 'Fitted', startDate: '2020-01-01T00:00:00Z', missionTime: 'P10D', assetIds },
  ]);
  await write('PUT /api/life-data/riskanalyses/:id/assets/:assetId', [analysis.id, assetIds[0]!], { source });
  await write('PUT /api/life-data/riskanalyses/:id', [analysis.id], { source });
}
