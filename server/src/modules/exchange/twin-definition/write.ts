import type { PartDifference } from '@twinward/contracts/library/twin-model';
import type { Db } from '../../../platform/database/database.ts';
import { inSavepoint } from '../../../platform/database/savepoint.ts';
import { AppError } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { riskInputsChanged } from '../../assets/asset/events.ts';
import { lockGraph } from '../../signals/tag/service.ts';
import { deleteActivityBlock } from '../../twins/activity/service.ts';
import type { Changer } from '../../twins/alias/events.ts';
import { deleteAliasBlock } from '../../twins/alias/service.ts';
import { deleteFailureModeBlock } from '../../twins/failure-mode/service.ts';
import { lockTwins, updateTwinBlock } from '../../twins/twin/service.ts';
import { type Target, TwinChange } from './change.ts';
import type { DefinitionChecks } from './check.ts';
import { readTwins, type TwinParts } from './read.ts';
import { writeInputs } from './write-inputs.ts';
import { deleteParameters, writeParameters } from './write-parameters.ts';
import type { PatternOptions } from './write-patterns.ts';
import { writeProtections } from './write-protections.ts';
import { writeActivities, writeRisks } from './write-risk.ts';
import { createTagRows, deleteTagRows, writeTags } from './write-tags.ts';

/** Locks twins and reads their parts. */
export async function lockAndReadTwins(db: Db, twinIds: readonly number[]): Promise<TwinParts[]> {
  await lockTwins(db, twinIds);
  return readTwins(db, twinIds);
}

export interface WriteOptions extends PatternOptions {
  /** Results of earlier checks in the same command. */
  checks: DefinitionChecks;
}

/** The outcome for one twin. */
export interface Written {
  twinId: number;
  /** Why nothing was written; null if the twin equals its target. */
  problem: string | null;
  differences: readonly PartDifference[];
}

/**
 * Makes the parts of twins equal to definitions, in the caller's transaction. Parts keep their rows, so that excursions
 * stay; protections whose evaluation is affected are evaluated again from the beginning, without firing actions for the
 * past. Mapped tags and values of parameters stay. A twin whose definition cannot be written stays unchanged. The
 * caller records the audit.
 */
export async function writeDefinitions(
  db: Db,
  by: Changer,
  targets: readonly Target[],
  options: WriteOptions,
): Promise<Written[]> {
  try {
    return await inSavepoint(db, () => writeBlock(db, by, targets, options));
  } catch (error) {
    const problem = describeRefusal(error);
    if (problem === null) throw error;
    if (targets.length === 1) return [{ twinId: targets[0]!.twin.twinId, problem, differences: [] }];
  }
  // One of them cannot be written, so each is written separately.
  const written: Written[] = [];
  for (const target of targets) written.push(...(await writeDefinitions(db, by, [target], options)));
  return written;
}

async function writeBlock(
  db: Db,
  by: Changer,
  targets: readonly Target[],
  { checks, ...options }: WriteOptions,
): Promise<Written[]> {
  const written: Written[] = [];
  const changes: TwinChange[] = [];
  for (const target of targets) {
    const change = new TwinChange(target);
    const problem = await checks.findProblem(db, change);
    written.push({ twinId: change.twin.twinId, problem, differences: change.differences });
    if (problem === null) changes.push(change);
  }
  if (changes.length === 0) return written;
  if (changes.some(changesGraph)) await lockGraph(db);
  await writeParameters(db, by, changes);
  await createTagRows(db, by, changes);
  await writeInputs(db, by, changes);
  await writeRisks(db, by, changes);
  await writeActivities(db, by, changes);
  await writeProtections(db, by, changes, options);
  for (const change of changes) {
    const { twinId } = change.twin;
    await deleteActivityBlock(db, twinId, change.removedRows('activities'));
    await deleteFailureModeBlock(db, twinId, change.removedRows('failureModes'));
  }
  await writeTags(db, by, changes);
  await deleteAliasBlock(
    db,
    by,
    changes.flatMap((change) => change.removedRows('tagAliases')),
  );
  await deleteTagRows(db, by, changes);
  await deleteParameters(db, by, changes);
  await updateTwinBlock(
    db,
    changes.map(({ twin, target, definition }) => ({
      id: twin.twinId,
      mission_time: definition.missionTime,
      model_version_id: target.modelVersionId,
    })),
  );
  await riskInputsChanged.emit(db, { assetIds: changes.map(({ twin }) => twin.assetId) });
  const twinIds = changes.map(({ twin }) => twin.twinId);
  await publish(db, { type: 'evaluated', twinIds, protectionIds: [] });
  await publish(db, { type: 'twin-parts', twinIds });
  return written;
}

/** Whether a change affects the dependencies between calculated tags. */
const changesGraph = (change: TwinChange): boolean =>
  change.differences.some(
    ({ kind, change: how }) => kind === 'tags' || (kind === 'tagAliases' && how !== 'added'),
  );

const uniqueViolation = '23505';
const refusedByDatabase = 'TW001';

/** Returns the message of an error that concerns one twin; null for any other. */
function describeRefusal(error: unknown): string | null {
  if (error instanceof AppError) return error.errors?.[0]?.message ?? error.message;
  const { code, message } = error as { code?: string; message?: string };
  if (code === uniqueViolation) return 'A name is already in use.';
  return code === refusedByDatabase ? (message ?? '') : null;
}
