import type { Db } from '../../../../platform/database/database.ts';
import { EntityAudit } from '../../../system/audit/service.ts';
import {
  deleteOldVersions,
  getPatternSet,
  insertVersion,
  selectVersions,
  updateVersionInService,
} from '../../pattern-model/service.ts';
import type { ProtectionOfSet, TrainingRow } from '../store.ts';
import type { PreparedTraining } from '../training/prepare.ts';
import type { TrainingResult } from '../training/train-work.ts';
import { evaluateAnew } from './apply.ts';

const audit = new EntityAudit('indicator-pattern');

/** Number of versions of a set that are kept, besides the one in service. */
const keptVersions = 20;

/**
 * Stores a trained version, in the caller's transaction. The first one of a set is put in service.
 * @returns its number
 */
export async function saveVersion(
  db: Db,
  protection: ProtectionOfSet,
  {
    training,
    prepared,
    result,
  }: { training: TrainingRow; prepared: PreparedTraining; result: TrainingResult },
): Promise<number> {
  const { pattern_set_id: setId, input, checksum, requested_by } = training;
  const [latest] = await selectVersions(db, setId);
  const number = (latest?.number ?? 0) + 1;
  const id = await insertVersion(db, {
    pattern_set_id: setId,
    number,
    checksum,
    model: Buffer.from(result.model),
    model_checksum: result.modelChecksum,
    step_seconds: prepared.step / 1000,
    windows: prepared.windows,
    strictness: input.strictness,
    condition: input.condition,
    inputs: JSON.stringify(
      input.inputs.map(({ tagAliasId }, index) => ({
        tagAliasId,
        hold: prepared.holds[index]!,
        ...result.scale[index]!,
      })),
    ),
    pattern_ids: input.patterns.map(({ id: patternId }) => patternId),
    bands: JSON.stringify(result.bands),
    expected: result.expected && Buffer.from(result.expected),
    evaluation: JSON.stringify(result.evaluation),
    created_by: requested_by,
  });
  const isFirst = (await getPatternSet(db, setId)).model === null;
  if (isFirst) {
    await updateVersionInService(db, setId, id);
    await evaluateAnew(db, protection);
  }
  await deleteOldVersions(db, setId, keptVersions);
  await audit.changed(
    db,
    null,
    { id: setId, name: protection.name },
    { old: {}, new: { trainedVersion: number, ...(isFirst ? { versionInService: number } : {}) } },
  );
  return number;
}
