import type { NewWork, Work, WorkChange } from '@twinward/contracts/assets/work';
import { durationToDays } from '@twinward/domain/duration';
import { workDurationProblems, workTimeProblems } from '@twinward/domain/rules/work';
import type { Insertable } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { WorkTable } from '../../../platform/database/generated/rows.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, orNameTaken, outdated } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { logChanges } from '../../../series/index.ts';
import { riskInputsChanged } from '../../assets/asset/events.ts';
import { refuseDeletionOfOwned, refuseOwned, type SourceKey } from '../../connections/stream/service.ts';
import { saveSystemFields, withFieldFacts } from '../../records/record-type/service.ts';
import { getReferredTag } from '../../signals/tag/service.ts';
import { type AuditActor, recordAudit } from '../../system/audit/service.ts';
import { getWork } from './read.ts';
import {
  deleteWorkRow,
  insertWork,
  lockWork,
  selectAssetsOfTag,
  selectWork,
  updateWorkRow,
} from './store.ts';

/** Work as given by a form, a call or a row of a file. */
export type WorkFields = Omit<NewWork, 'tagId' | 'lifeCycleState'>;

/**
 * Records work; evaluation follows shortly after.
 * @throws AppError `invalid-request` for an unknown tag and invalid times; `conflict` for a tag without work, or a number
 *   in use under the tag.
 */
export async function createWork(actor: Actor, { tagId, ...fields }: NewWork): Promise<Work> {
  const { db } = actor.tenant;
  assertTimes(fields);
  const id = await withTransaction(db, async (transaction) => {
    const tag = await getReferredTag(transaction, tagId, 'tagId');
    if (tag.type !== 'work') throw new AppError('conflict', `The tag ${tag.name} records no work.`);
    return insertChecked(transaction, actor, tagId, fields);
  });
  return getWork(db, id);
}

/** Inserts validated work, in the caller's transaction. @returns its id. */
export async function insertChecked(
  db: Db,
  actor: AuditActor,
  tagId: number,
  fields: WorkFields,
  source: WorkSource | null = null,
): Promise<number> {
  const id = await orNameTaken(
    insertWork(db, { tag_id: tagId, ...toColumns(fields), ...sourceColumns(source) }),
    numberTaken(fields.number),
  );
  const further = [{ id, isNew: true, changes: fields.fields }];
  await saveSystemFields(db, actor, 'work', further, { lenient: source !== null });
  const work = await getWork(db, id);
  await recordAudit(db, actor, { action: 'create', ...entityOf(work), new: await auditFields(db, work) });
  await tellChange(db, tagId, [fields.completed]);
  return id;
}

/**
 * Updates work at the given version.
 * @throws AppError `conflict` with the current work at another version; and as recording it.
 */
export async function updateWork(actor: Actor, id: number, change: WorkChange): Promise<Work> {
  const { db } = actor.tenant;
  assertTimes(change);
  const changed = await withTransaction(db, (transaction) => updateChecked(transaction, actor, id, change));
  const current = await getWork(db, id);
  if (!changed) throw outdated(`The work ${current.name}`, change.version, current);
  return current;
}

/**
 * Updates work in the caller's transaction; returns false at another version.
 * @param source of work that is read from another system, which may move it to another tag
 */
export async function updateChecked(
  db: Db,
  actor: AuditActor,
  id: number,
  { version, ...fields }: WorkFields & { version: number },
  source: (WorkSource & { tagId: number }) | null = null,
): Promise<boolean> {
  await lockWork(db, id);
  const before = await getWork(db, id);
  if (source === null) refuseOwned(before.source, withEpochs(before), fields);
  const updated = await orNameTaken(
    updateWorkRow(db, id, version, {
      ...toColumns(fields),
      ...sourceColumns(source),
      ...(source ? { tag_id: source.tagId } : {}),
    }),
    numberTaken(fields.number),
  );
  if (!updated) return false;
  const further = [{ id, isNew: false, changes: fields.fields }];
  await saveSystemFields(db, actor, 'work', further, { lenient: source !== null });
  const after = await getWork(db, id);
  await recordAudit(db, actor, {
    action: 'update',
    ...entityOf(after),
    old: await auditFields(db, before),
    new: await auditFields(db, after),
  });
  const completed = before.completed === null ? null : Date.parse(before.completed);
  if (after.tagId !== before.tagId) {
    await tellChange(db, before.tagId, [completed]);
    await tellChange(db, after.tagId, [fields.completed]);
  } else {
    await tellChange(db, before.tagId, completed === fields.completed ? [] : [completed, fields.completed]);
  }
  return true;
}

/** Deletes work; its readers are evaluated again. @throws AppError `not-found`. */
export async function deleteWork(actor: Actor, id: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    await lockWork(db, id);
    found(await selectWork(db, id), 'Work');
    const work = await getWork(db, id);
    refuseDeletionOfOwned(work.source, work.name);
    await deleteWorkRow(db, id);
    await recordAudit(db, actor, { action: 'delete', ...entityOf(work), old: await auditFields(db, work) });
    await tellChange(db, work.tagId, [work.completed === null ? null : Date.parse(work.completed)]);
  });
}

/** Effects of changed completions: marks readers of the tag as due, and publishes live events. */
async function tellChange(db: Db, tagId: number, completions: readonly (number | null)[]): Promise<void> {
  const times = completions.filter((time) => time !== null);
  await logChanges(db, [{ tagId, changedFrom: times.length === 0 ? null : Math.min(...times) }]);
  await riskInputsChanged.emit(db, { assetIds: await selectAssetsOfTag(db, tagId) });
  await publish(db, { type: 'work', tagIds: [tagId] });
}

const numberTaken = (number: string | null): string =>
  `There is work with the number ${number} under this tag already.`;

function assertTimes({ start, completed, duration }: WorkFields): void {
  refuseProblems([...workTimeProblems({ start, completed }, Date.now()), ...workDurationProblems(duration)]);
}

/** Where work is read from; `requestKey` names the work request that it came from. */
export interface WorkSource extends SourceKey {
  requestKey: string | null;
}

/** A record that is read again is there again. */
const sourceColumns = (source: WorkSource | null) =>
  source === null
    ? {}
    : { stream_id: source.streamId, stream_key: source.key, request_key: source.requestKey, gone_at: null };

const epochOf = (time: string | null): number | null => (time === null ? null : Date.parse(time));

const withEpochs = (work: Work) => ({
  ...work,
  planned: epochOf(work.planned),
  start: epochOf(work.start),
  completed: epochOf(work.completed),
});

const dateOf = (time: number | null): Date | null => (time === null ? null : new Date(time));

function toColumns(fields: WorkFields): Omit<Insertable<WorkTable>, 'tag_id'> {
  return {
    number: fields.number,
    name: fields.name,
    description: fields.description,
    kind: fields.kind,
    duration: fields.duration === null ? null : Math.round(durationToDays(fields.duration) * 86_400_000),
    cost: fields.cost,
    resource: fields.resource,
    failure_mechanism: fields.failureMechanism,
    failure_cause: fields.failureCause,
    planned_at: dateOf(fields.planned),
    started_at: dateOf(fields.start),
    completed_at: dateOf(fields.completed),
  };
}

const entityOf = ({ id, name }: Work) => ({ entityType: 'work' as const, entityId: id, entityName: name });

function auditFields(
  db: Db,
  {
    id: _,
    version: __,
    lifeCycleState: ___,
    twinId: ____,
    tagAliasId: _____,
    source: ______,
    ...facts
  }: Work,
): Promise<Record<string, unknown>> {
  return withFieldFacts(db, 'work', facts);
}
