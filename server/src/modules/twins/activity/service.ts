import type { Activity, ActivityChange, NewActivity } from '@twinward/contracts/twins/activity';
import type { Actor, Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { found, orNameTaken, outdated } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { referred, refuseProblems } from '../../../platform/rules.ts';
import {
  refuseReferredTo,
  type SaveOptions,
  saveSystemFields,
  withFieldFacts,
} from '../../records/record-type/service.ts';
import { type AuditActor, EntityAudit } from '../../system/audit/service.ts';
import { emitRiskInputs } from '../failure-risk/service.ts';
import { assertTwin } from '../twin/service.ts';
import { activityDeleted } from './events.ts';
import {
  type ActivityFields,
  type ActivityRow,
  deleteActivityRow,
  insertActivity,
  replaceFailureModes,
  selectActivitiesOfTwin,
  selectActivity,
  selectAliasType,
  selectModesOfTwin,
  updateActivityRow,
} from './store.ts';

export {
  type ActivityToWrite,
  insertActivityBlock,
  replaceRenewedModes,
  updateActivityBlock,
} from './block-store.ts';

export { selectActivity as readActivity } from './store.ts';

const maximumActivities = 1000;
const nameTaken = (name: string) => `There is an activity named ${name} already.`;

/** Returns the activities of a twin by name. @throws AppError `not-found`. */
export async function listActivities(db: Db, twinId: number): Promise<Activity[]> {
  await assertTwin(db, twinId);
  return (await selectActivitiesOfTwin(db, twinId, maximumActivities)).map(toActivity);
}

/** @throws AppError `not-found`. */
export async function getActivity(db: Db, id: number): Promise<Activity> {
  return toActivity(found(await selectActivity(db, id), 'Activity'));
}

/** @throws AppError as `createActivityIn`. */
export function createActivity(actor: Actor, activity: NewActivity): Promise<Activity> {
  return withTransaction(actor.tenant.db, (db) => createActivityIn(db, actor, activity));
}

/**
 * Creates an activity of a twin, in the caller's transaction.
 * @throws AppError `not-found` for an unknown twin; `conflict` if the name is in use; `invalid-request` if the input is
 *   not a work alias of the twin.
 */
export async function createActivityIn(
  db: Db,
  actor: AuditActor,
  activity: NewActivity,
  further: SaveOptions = {},
): Promise<Activity> {
  await assertTwin(db, activity.twinId);
  await assertAlias(db, activity.twinId, activity.tagAliasId);
  const { twinId, renews } = activity;
  const modes = await modesToRenew(db, twinId, activity);
  const row = { twin_id: twinId, ...toFields(activity), renews };
  const id = await orNameTaken(insertActivity(db, row), nameTaken(activity.name));
  await saveSystemFields(db, actor, 'activity', [{ id, isNew: true, changes: activity.fields }], further);
  await replaceFailureModes(db, id, modes);
  await emitRiskInputs(db, { column: 'twin_id', id: twinId });
  const made = await getActivity(db, id);
  await audit.created(db, actor, made);
  await publish(db, { type: 'twin-parts', twinIds: [made.twinId] });
  return made;
}

/** @throws AppError as `updateActivityIn`. */
export function updateActivity(actor: Actor, id: number, change: ActivityChange): Promise<Activity> {
  return withTransaction(actor.tenant.db, (db) => updateActivityIn(db, actor, id, change));
}

/**
 * Updates an activity at the given version, in the caller's transaction.
 * @throws AppError as `createActivityIn`; `conflict` with the current activity at another version.
 */
export async function updateActivityIn(
  db: Db,
  actor: AuditActor,
  id: number,
  change: ActivityChange,
  further: SaveOptions = {},
): Promise<Activity> {
  const before = await getActivity(db, id);
  await assertAlias(db, before.twinId, change.tagAliasId);
  const { renews = before.renews, failureModeIds = before.failureModeIds } = change;
  const modes = await modesToRenew(db, before.twinId, { renews, failureModeIds });
  const update = updateActivityRow(db, id, change.version, { ...toFields(change), renews });
  const updated = await orNameTaken(update, nameTaken(change.name));
  const current = await getActivity(db, id);
  if (!updated) throw outdated(`The activity ${current.name}`, change.version, current);
  await saveSystemFields(db, actor, 'activity', [{ id, isNew: false, changes: change.fields }], further);
  await replaceFailureModes(db, id, modes);
  await emitRiskInputs(db, { column: 'twin_id', id: before.twinId });
  const changed = await getActivity(db, id);
  await audit.updated(db, actor, before, changed);
  await publish(db, { type: 'twin-parts', twinIds: [changed.twinId] });
  return changed;
}

/**
 * Deletes an activity and removes it from the actions of thresholds.
 * @throws AppError `not-found`; `conflict` if fields of records refer to it.
 */
export async function deleteActivity(actor: Doer, id: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    const before = await getActivity(db, id);
    await refuseReferredTo(db, 'activity', [id]);
    await deleteActivityRow(db, id);
    await emitRiskInputs(db, { column: 'twin_id', id: before.twinId });
    await activityDeleted.emit(db, { activityId: id, twinId: before.twinId });
    await audit.deleted(db, actor, before);
    await publish(db, { type: 'twin-parts', twinIds: [before.twinId] });
  });
}

/**
 * Deletes activities of a twin in the caller's transaction, without audit entries. The caller must report the changed
 * risk inputs.
 */
export async function deleteActivityBlock(db: Db, twinId: number, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await deleteActivityRow(db, id);
    await activityDeleted.emit(db, { activityId: id, twinId });
  }
}

const audit = new EntityAudit('activity', async ({ version: _, ...activity }: Activity, db) => ({
  id: activity.id,
  name: activity.name,
  facts: await withFieldFacts(db, 'activity', activity),
}));

async function assertAlias(db: Db, twinId: number, tagAliasId: number | null): Promise<void> {
  if (tagAliasId === null) return;
  const type = referred(await selectAliasType(db, twinId, tagAliasId), 'tagAliasId', tagAliasId);
  if (type === 'work') return;
  refuseProblems([{ path: 'tagAliasId', message: 'Please choose an input of work of the twin.' }]);
}

/**
 * Returns the ids of the failure modes to renew; none unless the activity renews failure modes.
 * @throws AppError `invalid-request` if none is given, or one of another twin.
 */
async function modesToRenew(
  db: Db,
  twinId: number,
  { renews, failureModeIds }: Pick<Activity, 'renews' | 'failureModeIds'>,
): Promise<number[]> {
  if (renews !== 'failure-modes') return [];
  const ids = [...new Set(failureModeIds)];
  if (ids.length === 0) {
    refuseProblems([{ path: 'failureModeIds', message: 'Please choose the failure modes that it renews.' }]);
  }
  const known = await selectModesOfTwin(db, twinId, ids);
  for (const [place, id] of failureModeIds.entries()) {
    referred(known.has(id) || null, `failureModeIds.${place}`, id);
  }
  return ids;
}

function toFields(activity: NewActivity | ActivityChange): Omit<ActivityFields, 'renews'> {
  const { tagAliasId, name, description, duration, cost, resource } = activity;
  return { tag_alias_id: tagAliasId, name, description, duration, cost, resource };
}

function toActivity({ model_part, failure_modes, ...row }: ActivityRow): Activity {
  return {
    ...fromRow(row),
    failureModeIds: failure_modes.map((mode) => mode.id),
    lifeCycleState: null,
  };
}
