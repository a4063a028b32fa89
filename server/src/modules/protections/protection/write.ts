import {
  type NewIndicatorPattern,
  newIndicatorPattern,
} from '@twinward/contracts/protections/indicator-pattern';
import type {
  DirtyFlag,
  NewProtection,
  Protection,
  ProtectionChange,
} from '@twinward/contracts/protections/protection';
import type { Actor, Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, outdated } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { refuseReferredTo, saveSystemFields, withFieldFacts } from '../../records/record-type/service.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import {
  clearTracking,
  deleteProtectionRow,
  insertProtection,
  lockProtection,
  replaceFailureModes,
  updateProtectionRow,
} from '../definition/service.ts';
import { recalculateTwinLevels, requestEvaluation, retryEvaluation } from '../evaluation/service.ts';
import { assertKeepsModelInputs, createPatternSetIn, patternsToCopy } from '../pattern-model/service.ts';
import { assertReferences, checkDefinition } from './check.ts';
import { assertCounterUnits } from './counter-units.ts';
import { firstThresholds } from './first-thresholds.ts';
import { readPatternIds, withPatternIds } from './pattern-names.ts';
import { getProtection } from './read.ts';
import { followRenamed } from './renamed-thresholds.ts';
import { saveAliases, saveThresholds } from './save.ts';
import { selectAliasesOfTwin, selectTwin } from './store.ts';

/**
 * Creates a protection and marks it as due from the beginning.
 * @throws AppError `not-found` without such a twin; `invalid-expression` with every error of its logic;
 *   `invalid-request` naming unknown references.
 */
export async function createProtection(actor: Actor, protection: NewProtection): Promise<Protection> {
  const id = await withTransaction(actor.tenant.db, (db) => createProtectionIn(db, actor, protection));
  return getProtection(actor.tenant.db, id);
}

/**
 * Like `createProtection`, in the caller's transaction.
 * @param patterns of a pattern protection; by default only the default pattern
 * @returns its id.
 */
export async function createProtectionIn(
  db: Db,
  actor: Actor,
  protection: NewProtection,
  patterns?: NewIndicatorPattern,
): Promise<number> {
  const { twinId } = protection;
  const id = await insertAndEvaluate(db, protection, { known: [], patterns });
  await saveSystemFields(db, actor, 'protection', [{ id, isNew: true, changes: protection.fields }]);
  await audit.created(db, actor, await getProtection(db, id));
  await publish(db, { type: 'evaluated', twinIds: [twinId], protectionIds: [id] });
  return id;
}

/**
 * Stores a protection, with the pattern set of a pattern protection, and marks it as due.
 * @param known see `checkDefinition`
 * @returns its id.
 * @throws AppError like `createProtection`.
 */
export async function insertAndEvaluate(
  db: Db,
  protection: NewProtection,
  {
    known = null,
    patterns,
  }: { known?: readonly string[] | null; patterns?: NewIndicatorPattern | undefined } = {},
): Promise<number> {
  const { twinId, failureModeIds } = protection;
  const twin = found(await selectTwin(db, twinId), 'Twin');
  const id = await insertProtection(db, { twin_id: twinId, ...toColumns(protection) });
  // Inserted before the check, since logic refers to its patterns.
  if (protection.type === 'pattern') {
    const { patternsOf } = protection;
    const copied = patternsOf == null ? undefined : await patternsToCopy(db, patternsOf, twinId);
    await createPatternSetIn(db, id, patterns ?? copied ?? newIndicatorPattern.parse({}));
  }
  const ofTwin = await selectAliasesOfTwin(db, twinId);
  const thresholds = protection.thresholds ?? firstThresholds(protection, ofTwin);
  const definition = { ...protection, thresholds };
  const patternIds = await readPatternIds(db, id);
  const inputs = await checkDefinition(db, definition, ofTwin, {
    twinId,
    startDate: twin.start_date,
    known,
    patterns: [...patternIds.keys()],
  });
  await assertReferences(db, twinId, definition);
  await assertCounterUnits(db, protection.aliases);
  await saveThresholds(db, id, withPatternIds(thresholds, patternIds));
  await saveAliases(db, id, inputs, protection.aliases);
  await replaceFailureModes(db, id, failureModeIds);
  await requestEvaluation(db, id);
  return id;
}

/**
 * Updates a protection at the given version. If its definition changed, it is evaluated again from the beginning,
 * without firing actions for the past.
 * @throws AppError `conflict` with the current protection at another version; and like `createProtection`.
 */
export async function updateProtection(
  actor: Actor,
  id: number,
  change: ProtectionChange,
): Promise<Protection> {
  const { db } = actor.tenant;
  const isChanged = await withTransaction(db, (transaction) =>
    updateProtectionIn(transaction, actor, id, change),
  );
  const current = await getProtection(db, id);
  if (!isChanged) throw outdated(`The protection ${current.name}`, change.version, current);
  return current;
}

/** Updates a protection in the caller's transaction. Returns false, without changes, at another version. */
export async function updateProtectionIn(
  db: Db,
  actor: Actor,
  id: number,
  { thresholds, ...rest }: ProtectionChange,
): Promise<boolean> {
  const row = found(await lockProtection(db, id), 'Protection');
  if (row.version !== rest.version) return false;
  if ((row.type === 'pattern') !== (rest.type === 'pattern')) {
    const message = 'A pattern protection stays one, and no other protection becomes one.';
    throw new AppError('invalid-request', message, { errors: [{ path: 'type', message }] });
  }
  const twinId = row.twin_id;
  const twin = found(await selectTwin(db, twinId), 'Twin');
  const old = await getProtection(db, id);
  const change = { ...rest, thresholds: followRenamed(old.thresholds, thresholds) };
  const ofTwin = await selectAliasesOfTwin(db, twinId);
  const known = old.thresholds.map(({ logic }) => logic);
  const patternIds = await readPatternIds(db, id);
  const inputs = await checkDefinition(db, change, ofTwin, {
    twinId,
    startDate: twin.start_date,
    known,
    patterns: [...patternIds.keys()],
  });
  await assertReferences(db, twinId, change);
  await assertCounterUnits(db, change.aliases);
  await assertKeepsModelInputs(
    db,
    id,
    inputs.map((input) => input.id),
  );
  const columns = toColumns(change);
  const flags: [DirtyFlag, boolean][] = [
    ['type-dirty', change.type !== old.type],
    ['default_level-dirty', change.defaultLevel !== old.defaultLevel],
    ['start_date-dirty', columns.start_date?.getTime() !== toTime(old.startDate)],
    ['thresholds-dirty', await saveThresholds(db, id, withPatternIds(change.thresholds, patternIds))],
    ['aliases-dirty', await saveAliases(db, id, inputs, change.aliases)],
    ['active-dirty', change.active !== old.active],
  ];
  const dirty = flags.flatMap(([flag, isDirty]) => (isDirty ? [flag] : []));
  await updateProtectionRow(db, id, columns, dirty);
  await saveSystemFields(db, actor, 'protection', [{ id, isNew: false, changes: change.fields }]);
  await replaceFailureModes(db, id, change.failureModeIds);
  if (change.active && !old.active) await clearTracking(db, id);
  if (change.active && dirty.length > 0) await requestEvaluation(db, id);
  else await retryEvaluation(db, id);
  if (change.active !== old.active) await recalculateTwinLevels(db, [twinId]);
  await audit.updated(db, actor, old, await getProtection(db, id));
  await publish(db, { type: 'evaluated', twinIds: [twinId], protectionIds: [id] });
  return true;
}

/** Retries a protection that was set aside. @throws AppError `not-found`. */
export async function retryProtection(actor: Actor, id: number): Promise<Protection> {
  return withTransaction(actor.tenant.db, async (db) => {
    found(await lockProtection(db, id), 'Protection');
    const old = await getProtection(db, id);
    if (old.setAsideDate === null) return old;
    await retryEvaluation(db, id);
    const now = await getProtection(db, id);
    await audit.changed(
      db,
      actor,
      { id, name: old.name },
      { old: { error: old.error }, new: { error: now.error } },
    );
    await publish(db, { type: 'evaluated', twinIds: [old.twinId], protectionIds: [id] });
    return now;
  });
}

/**
 * Deletes a protection with all its results.
 * @throws AppError `not-found`; `conflict` if fields of records refer to it.
 */
export async function deleteProtection(actor: Doer, id: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    found(await lockProtection(db, id), 'Protection');
    await refuseReferredTo(db, 'protection', [id]);
    const old = await getProtection(db, id);
    await deleteProtectionRow(db, id);
    await recalculateTwinLevels(db, [old.twinId]);
    await audit.deleted(db, actor, old);
    await publish(db, { type: 'evaluated', twinIds: [old.twinId], protectionIds: [id] });
  });
}

const toTime = (date: string | null) => (date === null ? undefined : Date.parse(date));

function toColumns({
  name,
  description,
  type,
  active,
  defaultLevel,
  startDate,
}: NewProtection | ProtectionChange) {
  return {
    name,
    description,
    type,
    active,
    default_level: defaultLevel,
    start_date: startDate === null ? null : new Date(startDate),
  };
}

const audit = new EntityAudit('protection', async (protection: Protection, db) => {
  const { name, description, type, active, defaultLevel, startDate } = protection;
  const { thresholds, aliases, failureModeIds, fields } = protection;
  const facts = await withFieldFacts(db, 'protection', {
    name,
    description,
    type,
    active,
    defaultLevel,
    startDate,
    thresholds,
    aliases,
    failureModeIds,
    fields,
  });
  return { id: protection.id, name, facts };
});
