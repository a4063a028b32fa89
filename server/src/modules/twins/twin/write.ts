import type { NewTwin, Twin, TwinChange, TwinChangeWithRisk, TwinFlag } from '@twinward/contracts/twins/twin';
import { missionTime as missionTimeRule } from '@twinward/domain/rules/risk';
import type { Updateable } from 'kysely';
import type { Actor, Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { TwinTable } from '../../../platform/database/generated/rows.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { found, orNameTaken, outdated } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { riskInputsChanged } from '../../assets/asset/events.ts';
import { getAssets } from '../../assets/asset/service.ts';
import { checkConnectionChoice } from '../../connections/stream/service.ts';
import { refuseReferredTo, saveSystemFields, withFieldFacts } from '../../records/record-type/service.ts';
import { type AuditActor, EntityAudit } from '../../system/audit/service.ts';
import { recalculateProbabilities, saveConsequence, saveProbability } from '../failure-risk/service.ts';
import { twinStartDateChanged, twinsActivated } from './events.ts';
import { getTwin } from './read.ts';
import { deleteTwinRow, insertTwin, lockTwins, updateActive, updateTwinRow } from './store.ts';

/**
 * Creates the twin of an asset.
 * @throws AppError `not-found` for an unknown asset; `conflict` if it already has a twin; `invalid-request` for an
 *   invalid mission time.
 */
export function createTwin(actor: Actor, twin: NewTwin): Promise<Twin> {
  refuseProblems(findProblems(twin, ''));
  return withTransaction(actor.tenant.db, (db) => createTwinWithin(db, actor, twin));
}

/** Like `createTwin`, in the caller's transaction. */
export async function createTwinWithin(db: Db, actor: AuditActor, twin: NewTwin): Promise<Twin> {
  const asset = found((await getAssets(db, [twin.assetId]))[0], 'Asset');
  await checkConnectionChoice(db, twin.connectionId, 'connectionId');
  const row = {
    asset_id: twin.assetId,
    description: twin.description,
    technical_number: twin.technicalNumber,
    connection_id: twin.connectionId,
    active: twin.active,
    start_date: toDate(twin.startDate),
    mission_time: twin.missionTime,
  };
  const id = await orNameTaken(insertTwin(db, row), `The asset ${asset.assetName} already has a twin.`);
  await saveSystemFields(db, actor, 'twin', [{ id, isNew: true, changes: twin.fields }]);
  await riskInputsChanged.emit(db, { assetIds: [twin.assetId] });
  const made = await getTwin(db, id);
  await audit.created(db, actor, made);
  return made;
}

/** @throws AppError as `update`. */
export function updateTwin(actor: Actor, id: number, change: TwinChange): Promise<Twin> {
  return update(actor, id, { ...change, probability: null, consequence: null }, '');
}

/** @throws AppError as `update`. */
export function updateTwinWithRisk(
  actor: Actor,
  { twin: { id, ...twin }, probability, consequence }: TwinChangeWithRisk,
): Promise<Twin> {
  return update(actor, id, { ...twin, probability, consequence }, 'twin.');
}

/**
 * Updates a twin at the given version. A new mission recalculates its probabilities and those of its failure modes; an
 * activated twin is evaluated from the beginning.
 * @param path prefix of the twin's paths in errors
 * @throws AppError `not-found`; `conflict` with the current twin at another version; `invalid-request`.
 */
function update(
  actor: Actor,
  id: number,
  { probability, consequence, ...change }: TwinChange & Omit<TwinChangeWithRisk, 'twin'>,
  path: string,
): Promise<Twin> {
  refuseProblems(findProblems(change, path));
  return withTransaction(actor.tenant.db, async (db) => {
    await lockTwins(db, [id]);
    const before = await getTwin(db, id);
    if (before.version !== change.version) {
      throw outdated(`The twin ${before.assetName}`, change.version, before);
    }
    if (change.connectionId !== undefined && change.connectionId !== before.connectionId)
      await checkConnectionChoice(db, change.connectionId, `${path}connectionId`);
    const fields = toFields(change);
    await updateTwinRow(db, id, fields);
    // A change of only the risk does not require further fields.
    if (change.fields !== undefined || Object.keys(fields).length > 0) {
      const further = [{ id, isNew: false, changes: change.fields }];
      await saveSystemFields(db, actor, 'twin', further, { path: `${path}fields` });
    }
    const mission = {
      startDate: fields.start_date === undefined ? before.startDate : fields.start_date,
      missionTime: fields.mission_time === undefined ? before.missionTime : fields.mission_time,
    };
    if (fields.start_date !== undefined || fields.mission_time !== undefined) {
      await recalculateProbabilities(db, id, mission);
    }
    const owner = { column: 'twin_id', id } as const;
    if (probability) await saveProbability(db, owner, mission, probability);
    if (consequence) await saveConsequence(db, owner, consequence);
    if (fields.active && !before.active) await twinsActivated.emit(db, { twinIds: [id] });
    const now = await getTwin(db, id);
    if (now.startDate !== before.startDate) await twinStartDateChanged.emit(db, { twinId: id });
    await audit.updated(db, actor, before, now);
    await publish(db, { type: 'evaluated', twinIds: [id], protectionIds: [] });
    return now;
  });
}

/** Activates or deactivates twins. Unknown ids are ignored. @returns the number of changed twins. */
export async function setTwinsActive(
  actor: Actor,
  twinIds: readonly number[],
  active: boolean,
): Promise<number> {
  return withTransaction(actor.tenant.db, async (db) => {
    await lockTwins(db, twinIds);
    const changed = await updateActive(db, twinIds, active);
    const changedIds = changed.map(({ id }) => id);
    if (active) await twinsActivated.emit(db, { twinIds: changedIds });
    for (const { id, assetName } of changed) {
      await audit.changed(db, actor, { id, name: assetName }, { old: { active: !active }, new: { active } });
    }
    if (changed.length > 0) {
      await publish(db, { type: 'evaluated', twinIds: changedIds, protectionIds: [] });
    }
    return changed.length;
  });
}

/** Deletes a twin with its parts. @throws AppError `not-found`; `conflict` if fields of records refer to it. */
export function deleteTwin(actor: Doer, id: number): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    await refuseReferredTo(db, 'twin', [id]);
    await deleteTwinIn(db, actor, id);
  });
}

/** Like `deleteTwin`, in the caller's transaction, even if fields of records refer to the twin. */
export async function deleteTwinIn(db: Db, actor: AuditActor, id: number): Promise<void> {
  const before = await getTwin(db, id);
  const { facts: old, ...subject } = await audit.describe(before, db);
  await deleteTwinRow(db, id);
  await riskInputsChanged.emit(db, { assetIds: [before.assetId] });
  await audit.record(db, actor, 'delete', subject, { old });
  await publish(db, { type: 'evaluated', twinIds: [id], protectionIds: [] });
}

/** Records a twin without results of evaluation. */
export const audit = new EntityAudit(
  'twin',
  async ({ level: _level, lastDataTime: _last, version: _version, risk: _risk, ...twin }: Twin, db) => ({
    id: twin.id,
    name: twin.assetName,
    facts: await withFieldFacts(db, 'twin', twin),
  }),
);

export function findProblems({ missionTime }: Pick<TwinChange, 'missionTime'>, path: string) {
  const message = missionTimeRule(missionTime);
  return message === null ? [] : [{ path: `${path}missionTime`, message }];
}

export const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

function toFields(change: TwinChange): Updateable<TwinTable> {
  const { description, technicalNumber, connectionId, active, startDate, missionTime, dirtyFlags } = change;
  const changes = (flag: TwinFlag) => dirtyFlags === undefined || dirtyFlags.includes(flag);
  return {
    ...(description === undefined ? {} : { description }),
    ...(technicalNumber === undefined ? {} : { technical_number: technicalNumber }),
    ...(connectionId === undefined ? {} : { connection_id: connectionId }),
    ...(active !== undefined && changes('active-dirty') ? { active } : {}),
    ...(startDate !== undefined && changes('start_date-dirty') ? { start_date: toDate(startDate) } : {}),
    ...(missionTime !== undefined && changes('mission_time-dirty') ? { mission_time: missionTime } : {}),
  };
}
