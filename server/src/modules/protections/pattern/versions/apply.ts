import type { IndicatorPattern } from '@twinward/contracts/protections/indicator-pattern';
import type { PatternVersion } from '@twinward/contracts/protections/pattern-version';
import type { Actor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/database/database.ts';
import { withTransaction } from '../../../../platform/database/transaction.ts';
import { AppError, found } from '../../../../platform/errors.ts';
import { publish } from '../../../../platform/live/live-events.ts';
import { EntityAudit } from '../../../system/audit/service.ts';
import { bumpVersions } from '../../definition/service.ts';
import { requestEvaluation } from '../../evaluation/service.ts';
import {
  getPatternSet,
  loadModel,
  selectPatterns,
  selectVersions,
  updateVersionInService,
  type VersionRow,
} from '../../pattern-model/service.ts';
import { modelApplied } from '../events.ts';
import { lockProtectionOfSet, type ProtectionOfSet, selectInputs } from '../store.ts';

const audit = new EntityAudit('indicator-pattern');

/**
 * Lists the versions of a set, latest first.
 * @throws AppError `not-found`
 */
export async function listVersions(db: Db, setId: number): Promise<PatternVersion[]> {
  const { model } = await getPatternSet(db, setId);
  return (await selectVersions(db, setId)).map((row) => ({
    version: row.number,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    appliedAt: row.applied_at?.toISOString() ?? null,
    inService: row.number === model?.version,
    checksum: row.checksum,
    modelChecksum: row.model_checksum,
    bytes: row.bytes,
    stepSeconds: row.step_seconds,
    windows: row.windows,
    strictness: row.strictness,
    condition: row.condition,
    evaluation: row.evaluation,
  }));
}

/**
 * Puts a version in service. The protection is evaluated again from the beginning, without firing actions for the past.
 * @throws AppError `not-found`; `conflict` if an input or a pattern of the version no longer exists, or its model
 *   cannot be read
 */
export async function applyVersion(actor: Actor, setId: number, number: number): Promise<IndicatorPattern> {
  return withTransaction(actor.tenant.db, async (db) => {
    const protection = found(await lockProtectionOfSet(db, setId), 'Pattern set');
    const before = await getPatternSet(db, setId);
    const version = await findVersion(db, setId, number);
    if (before.model?.version === number) return before;
    await assertUsable(db, protection, version);
    await updateVersionInService(db, setId, version.id);
    await evaluateAnew(db, protection);
    await modelApplied.emit(db, { protectionId: protection.id, userId: actor.userId });
    await audit.changed(
      db,
      actor,
      { id: setId, name: protection.name },
      { old: { versionInService: before.model?.version ?? null }, new: { versionInService: number } },
    );
    return getPatternSet(db, setId);
  });
}

/** @throws AppError `not-found` */
export async function findVersion(db: Db, setId: number, number: number): Promise<VersionRow> {
  const versions = await selectVersions(db, setId);
  return found(
    versions.find((version) => version.number === number),
    'Version',
  );
}

async function assertUsable(db: Db, { id }: ProtectionOfSet, version: VersionRow): Promise<void> {
  const again = 'Please train the patterns again.';
  const inputs = new Set((await selectInputs(db, id)).map((input) => input.id));
  const { evaluation, inputs: needed, number, pattern_ids } = version;
  const missing = needed.find(({ tagAliasId }) => !inputs.has(tagAliasId));
  if (missing) {
    const name = evaluation.inputs.find(({ tagAliasId }) => tagAliasId === missing.tagAliasId)?.tagAliasName;
    throw new AppError(
      'conflict',
      `Version ${number} needs the input [${name}], which the protection no longer has. ${again}`,
    );
  }
  const patterns = new Set((await selectPatterns(db, [version.pattern_set_id])).map((pattern) => pattern.id));
  const gone = pattern_ids.findIndex((patternId) => !patterns.has(patternId));
  if (gone >= 0) {
    const name = evaluation.patterns[gone]?.name;
    throw new AppError(
      'conflict',
      `Version ${number} knows the pattern ${name}, which was removed. ${again}`,
    );
  }
  const problem = (await loadModel(db, version.id))?.problem;
  if (problem) throw new AppError('conflict', problem);
}

/** Marks a protection as due from the beginning after another model was put in service. */
export async function evaluateAnew(db: Db, { id, twinId }: ProtectionOfSet): Promise<void> {
  await bumpVersions(db, [id], 'patterns-dirty');
  await requestEvaluation(db, id);
  await publish(db, { type: 'evaluated', twinIds: [twinId], protectionIds: [id] });
}
