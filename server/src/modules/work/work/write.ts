import type { NewWork, Work, WorkChange } from '@twinward/contracts/assets/work';
import { durationToDays } from '@twinward/domain/duration';
import { workDurationProblems, workTimeProblems } from '@twinward/domain/rules/work';
import type { Insertable } from 'kysely';
import type { Actor, Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { WorkTable } from '../../../platform/database/generated/rows.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, orNameTaken, outdated } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { logChanges } from '../../../series/index.ts';
import { riskInputsChanged } from '../../assets/asset/events.ts';
import { refuseDeletionOfOwned, refuseOwned } from '../../connections/stream/service.ts';
import { refuseReferredTo, saveSystemFields, withFieldFacts } from '../../records/record-type/service.ts';
import { getReferredTag } from '../../signals/tag/service.ts';
import { type AuditActor, EntityAudit } from '../../system/audit/service.ts';
import { getWork } from './read.ts';
import {
  deleteWorkRow,
  insertWork,
  lockWork,
  selectAssetsOfTags,
  selectWork,
  updateWorkRow,
} from './store.ts';

/** Work as entered in a form, a call or a row of a file. */
export type WorkFields = Omit<NewWork, 'tagId' | 'lifeCycleState'>;

/**
 * Records work. Evaluation follows shortly after the commit.
 * @throws AppError `invalid-request` for an unknown tag and invalid times; `conflict` if the tag does not record work,
 *   or the number is in use under the tag.
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

/**
 * Inserts validated work, in the caller's transaction.
 * @returns its id
 */
export async function insertChecked(
  db: Db,
  actor: AuditActor,
  tagId: number,
  fields: WorkFields,
): Promise<number> {
  const id = await orNameTaken(
    insertWork(db, { tag_id: tagId, ...toColumns(fields) }),
    numberTaken(fields.number),
  );
  await saveSystemFields(db, actor, 'work', [{ id, isNew: true, changes: fields.fields }]);
  const work = await getWork(db, id);
  await audit.created(db, actor, work);
  await propagateChanges(db, [{ tagId, completions: [fields.completed] }]);
  return id;
}

/**
 * Updates work if the version is current.
 * @throws AppError like `createWork`; `not-found`; `conflict` with the current work if the version is outdated.
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
 * Updates work in the caller's transaction.
 * @returns false if the version is outdated
 */
export async function updateChecked(
  db: Db,
  actor: AuditActor,
  id: number,
  { version, ...fields }: WorkFields & { version: number },
): Promise<boolean> {
  await lockWork(db, id);
  const before = await getWork(db, id);
  refuseOwned(before.source, withEpochs(before), fields);
  const updated = await orNameTaken(
    updateWorkRow(db, id, version, toColumns(fields)),
    numberTaken(fields.number),
  );
  if (!updated) return false;
  await saveSystemFields(db, actor, 'work', [{ id, isNew: false, changes: fields.fields }]);
  const after = await getWork(db, id);
  await audit.updated(db, actor, before, after);
  await propagateChanges(
    db,
    toCompletionChanges(before, { tagId: before.tagId, completed: fields.completed }),
  );
  return true;
}

/**
 * Deletes work, and evaluates the protections that read it again.
 * @throws AppError `not-found`; `conflict` if fields of records refer to it.
 */
export async function deleteWork(actor: Doer, id: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    await lockWork(db, id);
    found(await selectWork(db, id), 'Work');
    const work = await getWork(db, id);
    refuseDeletionOfOwned(work.source, work.name);
    await refuseReferredTo(db, 'work', [id]);
    await deleteWorkRow(db, id);
    await audit.deleted(db, actor, work);
    await propagateChanges(db, [{ tagId: work.tagId, completions: [toEpoch(work.completed)] }]);
  });
}

/** Completions that were added or removed under a tag; null for work that is not completed. */
export interface CompletionChange {
  tagId: number;
  completions: readonly (number | null)[];
}

/** Returns the completions that an update of work changes, by tag. */
export function toCompletionChanges(
  before: Work,
  now: { tagId: number; completed: number | null },
): CompletionChange[] {
  const completed = toEpoch(before.completed);
  if (now.tagId !== before.tagId) {
    return [
      { tagId: before.tagId, completions: [completed] },
      { tagId: now.tagId, completions: [now.completed] },
    ];
  }
  return [{ tagId: now.tagId, completions: completed === now.completed ? [] : [completed, now.completed] }];
}

/** Handles changed completions: marks readers of the tags as due, and publishes live events. */
export async function propagateChanges(db: Db, changes: readonly CompletionChange[]): Promise<void> {
  if (changes.length === 0) return;
  const earliest = new Map<number, number | null>();
  for (const { tagId, completions } of changes) {
    const times = [earliest.get(tagId) ?? null, ...completions].filter((time) => time !== null);
    earliest.set(tagId, times.length === 0 ? null : Math.min(...times));
  }
  const tagIds = [...earliest.keys()];
  await logChanges(
    db,
    tagIds.map((tagId) => ({ tagId, changedFrom: earliest.get(tagId)! })),
  );
  await riskInputsChanged.emit(db, { assetIds: await selectAssetsOfTags(db, tagIds) });
  await publish(db, { type: 'work', tagIds });
}

export const numberTaken = (number: string | null): string =>
  `Work with the number ${number} already exists for this tag.`;

function assertTimes({ start, completed, duration }: WorkFields): void {
  refuseProblems([...workTimeProblems({ start, completed }, Date.now()), ...workDurationProblems(duration)]);
}

export const toEpoch = (time: string | null): number | null => (time === null ? null : Date.parse(time));

const withEpochs = (work: Work) => ({
  ...work,
  planned: toEpoch(work.planned),
  start: toEpoch(work.start),
  completed: toEpoch(work.completed),
});

const toDate = (time: number | null): Date | null => (time === null ? null : new Date(time));

export function toColumns(fields: WorkFields): Omit<Insertable<WorkTable>, 'tag_id'> {
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
    planned_at: toDate(fields.planned),
    started_at: toDate(fields.start),
    completed_at: toDate(fields.completed),
  };
}

/** Returns the facts of work for the audit trail. Its further fields are included as stored. */
export function toFacts({
  id: _,
  version: __,
  lifeCycleState: ___,
  twinId: ____,
  tagAliasId: _____,
  source: ______,
  ...facts
}: Work) {
  return facts;
}

export const audit = new EntityAudit('work', async (work: Work, db) => ({
  id: work.id,
  name: work.name,
  facts: await withFieldFacts(db, 'work', toFacts(work)),
}));

/** The fields of recorded work, as they are entered. */
export const toWorkFields = (work: Work): WorkFields => ({
  number: work.number,
  name: work.name,
  description: work.description,
  kind: work.kind,
  duration: work.duration,
  cost: work.cost,
  resource: work.resource,
  failureMechanism: work.failureMechanism,
  failureCause: work.failureCause,
  planned: toEpoch(work.planned),
  start: toEpoch(work.start),
  completed: toEpoch(work.completed),
});
