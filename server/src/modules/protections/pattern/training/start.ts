import { maximumPatternInputs } from '@twinward/contracts/protections/indicator-pattern';
import { isTrainingOver, type TrainingStatus } from '@twinward/contracts/protections/pattern-training';
import type { Actor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/database/database.ts';
import type { TrainingInput } from '../../../../platform/database/pattern-columns.ts';
import { withTransaction } from '../../../../platform/database/transaction.ts';
import { AppError, found } from '../../../../platform/errors.ts';
import { publishCommand, startCommand, supersedeCommands } from '../../../jobs/command/service.ts';
import { type AuditActor, EntityAudit } from '../../../system/audit/service.ts';
import { getPatternSet, selectChecksum } from '../../pattern-model/service.ts';
import { getProtection } from '../../protection/service.ts';
import { compileCondition } from '../condition.ts';
import { listConditionParameters, listPatternInputs } from '../sources.ts';
import {
  deleteWatcher,
  insertWatcher,
  lockProtectionOfSet,
  replaceTraining,
  selectProtectionOfSet,
  selectTraining,
  selectWatchers,
  type TrainingRow,
} from '../store.ts';

const audit = new EntityAudit('indicator-pattern');

const what = 'Pattern set';

/**
 * Starts the training of a new version on the current inputs, patterns, ranges and settings.
 * @throws AppError `not-found`; `conflict` while another one runs, or if something that it needs is missing.
 */
export async function startTraining(actor: Actor, setId: number): Promise<string> {
  return withTransaction(actor.tenant.db, (db) => startTrainingIn(db, actor, setId));
}

/**
 * Like `startTraining`, in the caller's transaction.
 * @param actor null if the product starts it
 */
export async function startTrainingIn(db: Db, actor: AuditActor, setId: number): Promise<string> {
  const userId = actor?.userId ?? null;
  const protection = found(await lockProtectionOfSet(db, setId), what);
  const before = await selectTraining(db, setId);
  if (before && !isTrainingOver(before.status)) {
    throw new AppError('conflict', 'A training is running. Wait for it, or cancel it.');
  }
  const input = await readTrainingInput(db, setId);
  const commandId = await startCommand(db, {
    type: 'train-patterns',
    targetType: 'protection',
    targetId: String(protection.id),
    targetName: protection.name,
    input: { setId },
    createdBy: userId,
  });
  const checksum = await selectChecksum(db, setId);
  await replaceTraining(db, {
    pattern_set_id: setId,
    command_id: commandId,
    requested_by: userId,
    checksum,
    input: JSON.stringify(input),
    log: [`${new Date().toISOString()} queued`],
  });
  await audit.changed(
    db,
    actor,
    { id: setId, name: protection.name },
    { old: {}, new: { training: 'started' } },
  );
  return commandId;
}

/** @throws AppError `conflict`, naming what is missing. */
async function readTrainingInput(db: Db, setId: number): Promise<TrainingInput> {
  const set = await getPatternSet(db, setId);
  const inputs = await listPatternInputs(db, set.indicatorId);
  if (inputs.length === 0) throw new AppError('conflict', 'The protection has no input of points.');
  if (inputs.length > maximumPatternInputs) {
    const message = `A pattern protection is trained on at most ${maximumPatternInputs} inputs; this one has ${inputs.length}.`;
    throw new AppError('conflict', message);
  }
  const { condition } = set;
  const parameters = condition === null ? [] : await listConditionParameters(db, set.indicatorId, condition);
  if (condition !== null) await compileCondition(db, condition, inputs, parameters);
  const used = new Set(set.training.map(({ patternId }) => patternId));
  const patterns = set.patterns.filter((pattern) => pattern.default || used.has(pattern.id));
  const normal = set.patterns.find((pattern) => pattern.default)!;
  if (!used.has(normal.id)) {
    const message = `${normal.name} has no range. Please give it stretches in which nothing was wrong.`;
    throw new AppError('conflict', message);
  }
  if (patterns.length < 2) {
    throw new AppError('conflict', `Please give a range to a pattern beside ${normal.name}.`);
  }
  return {
    inputs,
    patterns: patterns.map(({ id, name }) => ({ id, name })),
    ranges: set.training.map(({ patternId, start, end }) => [
      patterns.findIndex(({ id }) => id === patternId),
      Date.parse(start),
      Date.parse(end),
    ]),
    strictness: set.strictness,
    confidence: set.confidence,
    stepSeconds: set.stepSeconds,
    condition,
    ...(parameters.length > 0 ? { parameters } : {}),
  };
}

/**
 * Cancels the training of a set.
 * @throws AppError `not-found`; `conflict` if none is running.
 */
export async function cancelTraining(actor: Actor, setId: number): Promise<TrainingStatus> {
  await withTransaction(actor.tenant.db, async (db) => {
    // Not locked: a training that ends locks its command first, and then the protection.
    const protection = found(await selectProtectionOfSet(db, setId), what);
    const { command_id } = await runningTraining(db, setId);
    await supersedeCommands(db, [command_id]);
    await publishCommand(db, command_id);
    await audit.changed(
      db,
      actor,
      { id: setId, name: protection.name },
      { old: {}, new: { training: 'canceled' } },
    );
  });
  return found(await getTraining(actor.tenant.db, setId), 'Training');
}

/**
 * Returns the latest training of a set; null before the first one.
 * @throws AppError `not-found` without such a set.
 */
export async function getTraining(db: Db, setId: number): Promise<TrainingStatus | null> {
  const { indicatorId } = await getPatternSet(db, setId);
  const row = await selectTraining(db, setId);
  if (!row) return null;
  const { completion } = await getProtection(db, indicatorId);
  return {
    indicatorPatternId: setId,
    indicatorId,
    commandId: row.command_id,
    time: row.requested_at.toISOString(),
    completion,
    jobStatusTime: row.status_at.toISOString(),
    jobStatus: row.status,
    log: row.log,
    notifyUsers: await selectWatchers(db, setId),
    completionPercent: row.percent,
    checksum: row.checksum,
    error: row.error,
    version: row.version_number,
  };
}

/**
 * Subscribes a user to one notification when the training of a set ends.
 * @throws AppError `not-found`; `conflict` if none is running.
 */
export async function watchTraining(actor: Actor, setId: number): Promise<TrainingStatus> {
  await withTransaction(actor.tenant.db, async (db) => {
    const protection = found(await lockProtectionOfSet(db, setId), what);
    await runningTraining(db, setId);
    await insertWatcher(db, setId, actor.userId);
    await audit.changed(
      db,
      actor,
      { id: setId, name: protection.name },
      { old: {}, new: { training: 'watched' } },
    );
  });
  return found(await getTraining(actor.tenant.db, setId), 'Training');
}

/**
 * Cancels this subscription.
 * @throws AppError `not-found` without such a set.
 */
export async function unwatchTraining(actor: Actor, setId: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    const protection = found(await lockProtectionOfSet(db, setId), what);
    if (!(await selectWatchers(db, setId)).includes(actor.userId)) return;
    await deleteWatcher(db, setId, actor.userId);
    await audit.changed(
      db,
      actor,
      { id: setId, name: protection.name },
      { old: {}, new: { training: 'no longer watched' } },
    );
  });
}

/** @throws AppError `conflict` if none is running. */
async function runningTraining(db: Db, setId: number): Promise<TrainingRow> {
  const training = await selectTraining(db, setId);
  if (!training || isTrainingOver(training.status)) {
    throw new AppError('conflict', 'No training is running.');
  }
  return training;
}
