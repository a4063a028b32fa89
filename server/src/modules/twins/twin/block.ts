import type { NewTwin } from '@twinward/contracts/twins/twin';
import type { Db } from '../../../platform/database/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { riskInputsChanged } from '../../assets/asset/events.ts';
import { getAssets } from '../../assets/asset/service.ts';
import { checkConnectionChoice } from '../../connections/stream/service.ts';
import { listFieldFacts, saveSystemFields } from '../../records/record-type/service.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import { insertTwinBlock } from './block-store.ts';
import { audit, findProblems, toDate } from './write.ts';

/**
 * Creates the twins of assets, without parts, in the caller's transaction. Uses a few statements for all twins.
 * @returns their ids by asset
 * @throws AppError as `createTwin`
 */
export async function createTwinsIn(
  db: Db,
  actor: AuditActor,
  twins: readonly NewTwin[],
): Promise<Map<number, number>> {
  refuseProblems(twins.flatMap((twin) => findProblems(twin, '')));
  const assetIds = twins.map(({ assetId }) => assetId);
  const names = new Map((await getAssets(db, assetIds)).map(({ id, assetName }) => [id, assetName]));
  const getName = (assetId: number): string => found(names.get(assetId), 'Asset');
  for (const assetId of assetIds) getName(assetId);
  for (const connectionId of new Set(twins.map((twin) => twin.connectionId)))
    await checkConnectionChoice(db, connectionId, 'connectionId');
  const ids = await insertTwinBlock(
    db,
    twins.map((twin) => ({
      asset_id: twin.assetId,
      description: twin.description,
      technical_number: twin.technicalNumber,
      connection_id: twin.connectionId,
      active: twin.active,
      start_date: toDate(twin.startDate),
      mission_time: twin.missionTime,
    })),
  );
  const taken = assetIds.find((assetId) => !ids.has(assetId));
  if (taken !== undefined) throw new AppError('conflict', `The asset ${getName(taken)} already has a twin.`);
  const getId = ({ assetId }: NewTwin): number => ids.get(assetId)!;
  await saveSystemFields(
    db,
    actor,
    'twin',
    twins.map((twin) => ({ id: getId(twin), isNew: true, changes: twin.fields })),
  );
  await riskInputsChanged.emit(db, { assetIds });
  const further = await listFieldFacts(db, 'twin', twins.map(getId));
  await audit.recordAll(
    db,
    actor,
    'create',
    twins.map((twin) => ({ id: getId(twin), name: getName(twin.assetId) })),
    (_, place) => {
      const { fields: _fields, ...facts } = twins[place]!;
      return { new: { ...facts, ...further[place] } };
    },
  );
  return ids;
}
