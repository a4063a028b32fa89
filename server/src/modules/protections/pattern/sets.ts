import type {
  IndicatorPattern,
  IndicatorPatternChange,
  NewIndicatorPattern,
  PatternChanges,
} from '@twinward/contracts/protections/indicator-pattern';
import { noMatchName } from '@twinward/contracts/protections/pattern-of-set';
import type { NewProtection, Protection } from '@twinward/contracts/protections/protection';
import { patternReferences, withPlaceholders } from '@twinward/domain/language';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, outdated } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import {
  assertRanges,
  conditionKey,
  deletePatterns,
  getPatternSet,
  insertPattern,
  replaceRanges,
  toColor,
  updatePattern,
  updateSet,
} from '../pattern-model/service.ts';
import { createProtectionIn, getProtection } from '../protection/service.ts';
import { compileCondition } from './condition.ts';
import { listConditionParameters } from './sources.ts';
import { lockProtectionOfSet, selectInputs } from './store.ts';

const what = 'Pattern set';

/**
 * Creates a pattern protection with its pattern set.
 * @throws AppError like `createProtection` and `updatePatternSet`
 */
export async function createWithPattern(
  actor: Actor,
  { indicator, indicatorPattern }: { indicator: NewProtection; indicatorPattern: NewIndicatorPattern },
): Promise<{ indicator: Protection; indicatorPattern: IndicatorPattern }> {
  return withTransaction(actor.tenant.db, async (db) => {
    const id = await createProtectionIn(db, actor, indicator, indicatorPattern);
    const created = await getProtection(db, id);
    const set = await getPatternSet(db, created.indicatorPattern!.id);
    if (set.condition !== null) await assertCondition(db, id, set.condition);
    await audit.created(db, actor, { name: created.name, set });
    return { indicator: created, indicatorPattern: set };
  });
}

/**
 * Replaces the ranges and settings of a set. The model in service stays.
 * @throws AppError `not-found` for an unknown set or pattern; `conflict` at another version; `invalid-request` for
 *   ranges that overlap, are in the future or lie outside of the training period; `invalid-expression` with the errors
 *   of the condition
 */
export async function updatePatternSet(
  actor: Actor,
  id: number,
  { version, ...change }: IndicatorPatternChange,
): Promise<IndicatorPattern> {
  return withTransaction(actor.tenant.db, async (db) => {
    const protection = found(await lockProtectionOfSet(db, id), what);
    const old = await getPatternSet(db, id);
    assertVersion(version, { name: protection.name, old });
    const period = await replaceTraining(db, old, change);
    if (change.condition !== null) await assertCondition(db, protection.id, change.condition);
    await updateSet(db, id, {
      ...period,
      strictness: change.strictness,
      confidence: change.confidence,
      step_seconds: change.stepSeconds,
      condition: change.condition,
      condition_key: await conditionKey(db, protection.id, change.condition),
      most_refused: change.mostRefused,
      most_wrong: change.mostWrong,
    });
    return audited(db, actor, { name: protection.name, old });
  });
}

type Training = Pick<IndicatorPatternChange, 'training' | 'trainingStart' | 'trainingEnd'>;

/**
 * Replaces the ranges of a set. Its settings stay.
 * @throws AppError like `updatePatternSet`
 */
export async function updateRanges(actor: Actor, id: number, training: Training): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    const protection = found(await lockProtectionOfSet(db, id), what);
    const old = await getPatternSet(db, id);
    await updateSet(db, id, await replaceTraining(db, old, training));
    await audited(db, actor, { name: protection.name, old });
  });
}

/**
 * Replaces the ranges of a set, in the caller's transaction.
 * @returns the columns of their period
 */
async function replaceTraining(
  db: Db,
  { id, patterns }: IndicatorPattern,
  { training, trainingStart, trainingEnd }: Training,
): Promise<{ training_start: Date | null; training_end: Date | null }> {
  const names = new Map(patterns.map((pattern) => [pattern.id, pattern.name]));
  const unknown = training.findIndex(({ patternId }) => !names.has(patternId));
  if (unknown >= 0) throw patternNotFound(`training.${unknown}.patternId`);
  assertRanges(training, { trainingStart, trainingEnd, names });
  await replaceRanges(db, id, training);
  const toDate = (time: number | null) => (time === null ? null : new Date(time));
  return { training_start: toDate(trainingStart), training_end: toDate(trainingEnd) };
}

/**
 * Adds, renames, orders and removes patterns.
 * @throws AppError `not-found` for an unknown set or pattern; `conflict` at another version, if the default pattern
 *   would be renamed or removed, or if a threshold uses a pattern that would be removed
 */
export async function updatePatterns(
  actor: Actor,
  id: number,
  { indicatorId, patterns, version }: PatternChanges,
): Promise<IndicatorPattern> {
  return withTransaction(actor.tenant.db, async (db) => {
    const protection = found(await lockProtectionOfSet(db, id), what);
    if (protection.id !== indicatorId) {
      refuseProblems([{ path: 'indicatorId', message: 'The pattern set is of another protection.' }]);
    }
    const old = await getPatternSet(db, id);
    if (version !== undefined) assertVersion(version, { name: protection.name, old });
    const known = new Map(old.patterns.map((pattern) => [pattern.id, pattern]));
    const unknown = patterns.findIndex((pattern) => pattern.id !== undefined && !known.has(pattern.id));
    if (unknown >= 0) throw patternNotFound(`patterns.${unknown}.id`);
    const normal = old.patterns.find((pattern) => pattern.default)!;
    const kept = patterns.find((pattern) => pattern.id === normal.id);
    if (!kept) throw new AppError('conflict', `${noMatchName} can’t be removed.`);
    if (kept.name !== normal.name) throw new AppError('conflict', `${noMatchName} can’t be renamed.`);
    const ids = new Set(patterns.map((pattern) => pattern.id));
    const removed = old.patterns.filter((pattern) => !ids.has(pattern.id));
    await assertUnnamed(db, protection.id, removed);
    await deletePatterns(
      db,
      removed.map((pattern) => pattern.id),
    );
    const ordered = [kept, ...patterns.filter((pattern) => pattern !== kept)];
    for (const [position, { id: patternId, name, color }] of ordered.entries()) {
      if (patternId === undefined) {
        await insertPattern(db, {
          pattern_set_id: id,
          position,
          name,
          color: color ?? toColor(position),
        });
      } else {
        await updatePattern(db, patternId, { position, name, ...(color === undefined ? {} : { color }) });
      }
    }
    await updateSet(db, id, {});
    return audited(db, actor, { name: protection.name, old });
  });
}

/** @throws AppError `conflict` if the set is no longer at the version on which the change is based. */
function assertVersion(version: number, { name, old }: { name: string; old: IndicatorPattern }): void {
  if (old.version !== version) throw outdated(`The patterns of ${name}`, version, old);
}

/** @throws AppError `conflict` if a threshold uses one of the patterns. */
async function assertUnnamed(
  db: Db,
  protectionId: number,
  patterns: readonly { name: string }[],
): Promise<void> {
  if (patterns.length === 0) return;
  const { thresholds } = await getProtection(db, protectionId);
  for (const { name } of patterns) {
    const users = thresholds.filter(({ logic }) => patternReferences(logic).includes(name));
    if (users.length === 0) continue;
    const named = users.map((threshold) => threshold.name).join(', ');
    throw new AppError('conflict', `The pattern ${name} can’t be removed: it is named by ${named}.`);
  }
}

/** @throws AppError `invalid-expression` with every error of the condition. */
async function assertCondition(db: Db, protectionId: number, condition: string): Promise<void> {
  const inputs = await selectInputs(db, protectionId);
  await compileCondition(
    db,
    condition,
    inputs.map(({ name, unit, mapped_tag_unit }) => ({ name, unit: unit ?? mapped_tag_unit })),
    withPlaceholders(await listConditionParameters(db, protectionId, condition)),
  );
}

function patternNotFound(path: string): AppError {
  const message = 'Pattern not found.';
  return new AppError('not-found', message, { errors: [{ path, message }] });
}

/**
 * Records the change of a set in the audit trail.
 * @returns the updated set.
 */
async function audited(
  db: Db,
  actor: Actor,
  { name, old }: { name: string; old: IndicatorPattern },
): Promise<IndicatorPattern> {
  const now = await getPatternSet(db, old.id);
  await audit.updated(db, actor, { name, set: old }, { name, set: now });
  return now;
}

const audit = new EntityAudit('indicator-pattern', ({ name, set }: NamedSet) => {
  const { patterns, training, trainingStart, trainingEnd } = set;
  const { strictness, confidence, stepSeconds, condition, mostRefused, mostWrong } = set;
  const facts = {
    patterns,
    training,
    trainingStart,
    trainingEnd,
    strictness,
    confidence,
    stepSeconds,
    condition,
    mostRefused,
    mostWrong,
  };
  return { id: set.id, name, facts };
});

/** A pattern set with the name of its protection. */
interface NamedSet {
  name: string;
  set: IndicatorPattern;
}
