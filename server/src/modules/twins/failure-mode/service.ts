import type { Page } from '@twinward/contracts/core/list';
import type { FailureMode, FailureModeChange, NewFailureMode } from '@twinward/contracts/twins/failure-mode';
import { calculateRisk } from '@twinward/domain/risk/risk';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { found, orNameTaken, outdated } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { referred } from '../../../platform/rules.ts';
import { refuseReferredTo, saveSystemFields, withFieldFacts } from '../../records/record-type/service.ts';
import { type AuditActor, EntityAudit } from '../../system/audit/service.ts';
import {
  emitRiskInputs,
  saveConsequence,
  saveProbability,
  selectConsequencesByOwner,
  selectProbabilitiesByOwner,
  toConsequence,
  toProbability,
} from '../failure-risk/service.ts';
import { assertTwin, getMission } from '../twin/service.ts';
import { failureModeDeleted, failureModeSaved } from './events.ts';
import {
  deleteFailureModeRow,
  type FailureModeFields,
  type FailureModeRow,
  insertFailureMode,
  lockFailureMode,
  selectFailureMode,
  selectFailureModesOfTwin,
  updateFailureModeRow,
} from './store.ts';

export { type FailureModeToWrite, insertFailureModeBlock, updateFailureModeBlock } from './block-store.ts';
export {
  selectCoverage as getCoverage,
  selectFailureModePage as listFailureModesOfPlant,
} from './list-store.ts';

export { countFailureModesWithItems, replaceItemInFailureModes } from './lists.ts';

const nameTaken = (name: string) => `There is a failure mode named ${name} already.`;

/** Returns a page of a twin's failure modes, highest risk first. @throws AppError `not-found`. */
export async function listFailureModes(
  db: Db,
  twinId: number,
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
): Promise<Page<FailureMode>> {
  await assertTwin(db, twinId);
  const { records, total } = await selectFailureModesOfTwin(
    db,
    twinId,
    pageSize,
    (pageNumber - 1) * pageSize,
  );
  return { records: await withRisk(db, records), total };
}

/** @throws AppError `not-found`. */
export async function getFailureMode(db: Db, id: number): Promise<FailureMode> {
  const row = found(await selectFailureMode(db, id), 'Failure mode');
  return (await withRisk(db, [row]))[0]!;
}

/**
 * @param path path of the id in the request, if the request refers to the failure mode
 * @throws AppError `not-found`; with a path `invalid-request`.
 */
export async function assertFailureMode(db: Db, id: number, path?: string): Promise<void> {
  const row = await selectFailureMode(db, id);
  if (path === undefined) found(row, 'Failure mode');
  else referred(row, path, id);
}

/** Bumps a failure mode's optimistic-lock version after a change of its parts. */
export async function bumpFailureModeVersion(db: Db, id: number): Promise<void> {
  await updateFailureModeRow(db, id);
}

/**
 * Creates a failure mode of a twin.
 * @throws AppError `not-found` for an unknown twin; `conflict` if the name is in use; `invalid-request` for protections
 *   of another twin, and for an invalid probability or consequence.
 */
export function createFailureMode(actor: Doer, mode: NewFailureMode): Promise<FailureMode> {
  return withTransaction(actor.tenant.db, (db) => createIn(db, actor, mode));
}

async function createIn(db: Db, actor: AuditActor, mode: NewFailureMode): Promise<FailureMode> {
  const mission = await getMission(db, mode.twinId);
  const row = { twin_id: mode.twinId, ...toFields(mode) };
  const id = await orNameTaken(insertFailureMode(db, row), nameTaken(mode.name));
  await saveSystemFields(db, actor, 'failure-mode', [{ id, isNew: true, changes: mode.fields }]);
  const { twinId, protectionIds } = mode;
  await failureModeSaved.emit(db, { failureModeId: id, twinId, protectionIds, path: 'protectionIds' });
  const owner = { column: 'failure_mode_id', id } as const;
  if (mode.probability) await saveProbability(db, owner, mission, mode.probability);
  if (mode.consequence) await saveConsequence(db, owner, mode.consequence);
  const made = await getFailureMode(db, id);
  await audit.created(db, actor, made);
  await publish(db, { type: 'twin-parts', twinIds: [made.twinId] });
  return made;
}

/**
 * Updates a failure mode at the given version, with its probability, consequence and protections.
 * @throws AppError as `createFailureMode`; `conflict` with the current failure mode at another version.
 */
export async function updateFailureMode(
  actor: Doer,
  { failureMode, probability, consequence }: FailureModeChange,
): Promise<FailureMode> {
  return withTransaction(actor.tenant.db, async (db) => {
    const { id, version } = failureMode;
    await lockFailureMode(db, id);
    const before = await getFailureMode(db, id);
    if (before.version !== version) throw outdated(`The failure mode ${before.name}`, version, before);
    await orNameTaken(updateFailureModeRow(db, id, toFields(failureMode)), nameTaken(failureMode.name));
    const further = [{ id, isNew: false, changes: failureMode.fields }];
    await saveSystemFields(db, actor, 'failure-mode', further, { path: 'failureMode.fields' });
    await failureModeSaved.emit(db, {
      failureModeId: id,
      twinId: before.twinId,
      protectionIds: failureMode.protectionIds,
      path: 'failureMode.protectionIds',
    });
    const owner = { column: 'failure_mode_id', id } as const;
    if (probability) {
      await saveProbability(db, owner, await getMission(db, before.twinId), probability);
    }
    if (consequence) await saveConsequence(db, owner, consequence);
    const changed = await getFailureMode(db, id);
    if (changed.mechanism !== before.mechanism) await emitRiskInputs(db, owner);
    await audit.updated(db, actor, before, changed);
    await publish(db, { type: 'twin-parts', twinIds: [changed.twinId] });
    return changed;
  });
}

/**
 * Deletes a failure mode and removes it from protections and actions of thresholds.
 * @throws AppError `not-found`; `conflict` if fields of records refer to it.
 */
export async function deleteFailureMode(actor: Doer, id: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    const before = await getFailureMode(db, id);
    await refuseReferredTo(db, 'failure-mode', [id]);
    await emitRiskInputs(db, { column: 'failure_mode_id', id });
    await deleteFailureModeRow(db, id);
    await failureModeDeleted.emit(db, { failureModeId: id, twinId: before.twinId });
    const old = await withFieldFacts(db, 'failure-mode', before);
    await audit.record(db, actor, 'delete', before, { old });
    await publish(db, { type: 'twin-parts', twinIds: [before.twinId] });
  });
}

/**
 * Deletes failure modes of a twin in the caller's transaction, without audit entries. The caller must report the
 * changed risk inputs.
 */
export async function deleteFailureModeBlock(db: Db, twinId: number, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await deleteFailureModeRow(db, id);
    await failureModeDeleted.emit(db, { failureModeId: id, twinId });
  }
}

function toFields(mode: NewFailureMode | FailureModeChange['failureMode']): FailureModeFields {
  const { name, description, mechanism, cause, pfInterval } = mode;
  return { name, description, mechanism, cause, pf_interval: pfInterval };
}

async function withRisk(db: Db, rows: readonly FailureModeRow[]): Promise<FailureMode[]> {
  const ids = rows.map((row) => row.id);
  const probabilities = await selectProbabilitiesByOwner(db, 'failure_mode_id', ids);
  const consequences = await selectConsequencesByOwner(db, 'failure_mode_id', ids);
  return rows.map(({ model_part, protections, ...row }) => {
    const probability = probabilities.find((one) => one.failure_mode_id === row.id);
    const consequence = consequences.find((one) => one.failure_mode_id === row.id);
    return {
      ...fromRow(row),
      probability: probability ? toProbability(probability) : null,
      consequence: consequence ? toConsequence(consequence) : null,
      risk: calculateRisk(probability?.value ?? null, consequence?.value ?? null),
      protectionIds: protections.map((protection) => protection.id),
    };
  });
}

const audit = new EntityAudit('failure-mode', async ({ version: _, ...mode }: FailureMode, db) => ({
  id: mode.id,
  name: mode.name,
  facts: await withFieldFacts(db, 'failure-mode', mode),
}));
