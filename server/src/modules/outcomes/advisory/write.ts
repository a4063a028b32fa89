import type {
  Advisory,
  AdvisoryChange,
  AdvisoryComment,
  NewAdvisory,
} from '@twinward/contracts/advisories/advisory';
import { notInStore } from '@twinward/contracts/core/error';
import { type AdvisoryEntry, toAdvisoryEntry } from '@twinward/domain/rules/advisory';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, outdated } from '../../../platform/errors.ts';
import { type Problem, refuseProblems } from '../../../platform/rules.ts';
import { refuseReferredTo, saveSystemFields, withFieldFacts } from '../../records/record-type/service.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { assertTwin } from '../../twins/twin/service.ts';
import { notify } from '../notification/service.ts';
import { announceComment } from './announcements.ts';
import { bumpVersion, lockAdvisory, publishChange, refuseEnded } from './change.ts';
import { getAdvisory, toComment } from './read.ts';
import {
  deleteAdvisoryRow,
  insertAdvisory,
  insertComment,
  lockTwinAdvisories,
  replaceFailureModes,
  replaceReviewers,
  selectComment,
  selectOfTwin,
  updateAdvisoryRow,
} from './store.ts';

/**
 * Creates an advisory as a draft.
 * @throws AppError `not-found` for an unknown twin; `invalid-request` for records of another twin.
 */
export function createAdvisory(actor: Doer, { twinId, ...fields }: NewAdvisory): Promise<Advisory> {
  return withTransaction(actor.tenant.db, async (db) => {
    await assertTwin(db, twinId);
    await assertOfTwin(db, twinId, fields);
    await lockTwinAdvisories(db, [twinId]);
    const id = await insertAdvisory(db, {
      twin_id: twinId,
      source: 'user',
      state: 'draft',
      created_by: actor.userId,
      ...toRow(fields),
    });
    await saveSystemFields(db, actor, 'advisory', [{ id, isNew: true, changes: fields.fields }]);
    await saveLinks(db, id, fields);
    await bumpVersion(db, id, actor.userId, 'make', { to: 'draft' });
    await publishChange(db, [twinId]);
    const made = await getAdvisory(db, actor, id);
    await audit.created(db, actor, made);
    return made;
  });
}

/**
 * Updates an advisory.
 * @throws AppError as `createAdvisory`; `conflict` at another version, or after it has ended.
 */
export function updateAdvisory(
  actor: Doer,
  id: number,
  { version, ...fields }: AdvisoryChange,
): Promise<Advisory> {
  return withTransaction(actor.tenant.db, (db) => updateAdvisoryIn(db, actor, id, fields, version));
}

/**
 * Like `updateAdvisory`, in the caller's transaction. Omitted fields are kept. Without a version, the version is not
 * checked.
 */
export async function updateAdvisoryIn(
  db: Db,
  actor: Doer,
  id: number,
  change: { readonly [Name in keyof AdvisoryEntry]?: AdvisoryEntry[Name] | undefined },
  version?: number,
): Promise<Advisory> {
  const row = await lockAdvisory(db, id);
  const before = await getAdvisory(db, actor, id);
  if (version !== undefined && before.version !== version) {
    throw outdated(`The advisory ${before.name}`, version, before);
  }
  refuseEnded(row);
  const fields: AdvisoryEntry = { ...toAdvisoryEntry(before), ...given(change) };
  await assertOfTwin(db, row.twin_id, fields);
  await updateAdvisoryRow(db, id, toRow(fields));
  await saveSystemFields(db, actor, 'advisory', [{ id, isNew: false, changes: change.fields }]);
  await saveLinks(db, id, fields);
  await bumpVersion(db, id, actor.userId, 'edit');
  await publishChange(db, [row.twin_id]);
  const changed = await getAdvisory(db, actor, id);
  await audit.updated(db, actor, before, changed);
  return changed;
}

/** Returns the optional fields that are given. */
const given = (change: object): Partial<AdvisoryEntry> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

/**
 * @throws AppError `conflict` unless it is a draft, which other users cannot see, and if fields of records refer to it.
 */
export async function deleteAdvisory(actor: Doer, id: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    const row = await lockAdvisory(db, id);
    if (row.state !== 'draft') {
      throw new AppError('conflict', `Only a draft can be deleted; this advisory is ${row.state}.`);
    }
    await refuseReferredTo(db, 'advisory', [id]);
    const before = await getAdvisory(db, actor, id);
    await deleteAdvisoryRow(db, id);
    await publishChange(db, [row.twin_id]);
    await audit.deleted(db, actor, before);
  });
}

/** @throws AppError `not-found`. */
export function addComment(actor: Doer, id: number, text: string): Promise<AdvisoryComment> {
  return withTransaction(actor.tenant.db, async (db) => {
    const advisory = await lockAdvisory(db, id);
    const commentId = await insertComment(db, id, actor.userId, text);
    await audit.changed(db, actor, advisory, { old: {}, new: { commented: text } });
    await publishChange(db, [advisory.twin_id]);
    await notify(db, await announceComment(db, advisory, actor, text));
    return toComment(await selectComment(db, commentId));
  });
}

function toRow(fields: AdvisoryEntry) {
  return {
    name: fields.name,
    comment: fields.comment,
    protection_id: fields.protectionId,
    threshold_id: fields.thresholdId,
    activity_id: fields.activityId,
    priority: fields.priority,
    target_horizon: fields.targetHorizon,
    target_at: fields.targetDate === null ? null : new Date(fields.targetDate),
    work: fields.work === null ? null : JSON.stringify(fields.work),
  };
}

async function saveLinks(db: Db, id: number, fields: AdvisoryEntry): Promise<void> {
  await replaceReviewers(db, id, fields.reviewerUserIds, fields.reviewerGroupIds);
  await replaceFailureModes(db, id, fields.failureModeIds);
}

async function assertOfTwin(db: Db, twinId: number, fields: AdvisoryEntry): Promise<void> {
  const { protectionId, thresholdId, activityId, failureModeIds } = fields;
  const known = await selectOfTwin(db, twinId, { protectionId, thresholdId, activityId, failureModeIds });
  const problem = (isWrong: boolean, path: string, message: string): Problem[] =>
    isWrong ? [{ path, message }] : [];
  refuseProblems([
    ...problem(
      protectionId !== null && !known.protection,
      'protectionId',
      'Please choose a protection of the twin.',
    ),
    ...problem(
      thresholdId !== null && !known.threshold,
      'thresholdId',
      'Please choose a threshold of the protection.',
    ),
    ...(activityId === null ? [] : problem(!known.activity, 'activityId', notInStore(activityId))),
    ...failureModeIds.flatMap((modeId, i) =>
      problem(!known.modes.includes(modeId), `failureModeIds.${i}`, notInStore(modeId)),
    ),
  ]);
}

export const audit = new EntityAudit('advisory', async (advisory: Advisory, db) => {
  const { name, state, comment, priority, targetHorizon, targetDate, activityId, work } = advisory;
  const { reviewerUserIds, reviewerGroupIds, outcome, remediation, twinId } = advisory;
  const facts = await withFieldFacts(db, 'advisory', {
    fields: advisory.fields,
    twinId,
    name,
    state,
    comment,
    priority,
    targetHorizon,
    targetDate,
    activityId,
    protectionId: advisory.protection?.id ?? null,
    thresholdId: advisory.threshold?.id ?? null,
    failureModeIds: advisory.failureModes.map(({ id }) => id),
    reviewerUserIds,
    reviewerGroupIds,
    work,
    outcome,
    remediation,
  });
  return { id: advisory.id, name, facts };
});
