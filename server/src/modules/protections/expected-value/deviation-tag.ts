import type { Tag } from '@twinward/contracts/signals/tag';
import { differenceUnit as toDifferenceUnit } from '@twinward/domain/language';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { referred } from '../../../platform/rules.ts';
import { createTagsIn, getTag, listTagsByName, lockGraph, updateSource } from '../../signals/tag/service.ts';
import { listUnitsNamed } from '../../system/unit/service.ts';
import { getTwin } from '../../twins/twin/service.ts';
import {
  readDeviations,
  readNeededCalculations,
  restartRecalculation,
  upsertDeviation,
} from '../evaluation/service.ts';
import { getProtection } from '../protection/service.ts';
import { type ExpectedModel, readExpectedModel } from './model.ts';

/**
 * Creates the calculated tag of an input's deviation, and starts its calculation over all history.
 * @throws AppError `not-found`; `invalid-request` for an unknown input; `conflict` without expected values, or if the
 *   input already has such a tag.
 */
export async function createDeviationTag(
  actor: Actor,
  protectionId: number,
  { tagAliasId, name }: { tagAliasId: number; name?: string | undefined },
): Promise<Tag> {
  const tagId = await withTransaction(actor.tenant.db, async (db) => {
    await lockGraph(db);
    const { name: protectionName, twinId } = await getProtection(db, protectionId);
    const model = await readExpectedModel(db, protectionId);
    if (!model) {
      throw new AppError(
        'conflict',
        `The protection ${protectionName} has no expected values: no model in service has learned them on ranges of No match.`,
      );
    }
    const index = model.inputs.findIndex(({ id }) => id === tagAliasId);
    const input = referred(model.inputs[index], 'tagAliasId', tagAliasId);
    const existing = (await readDeviations(db, protectionId)).find((tag) => tag.tagAliasId === tagAliasId);
    if (existing) {
      throw new AppError('conflict', `The tag ${existing.name} is the deviation of [${input.name}] already.`);
    }
    const { assetId } = await getTwin(db, twinId);
    const tagName = name ?? (await freeName(db, input.mapped_tag_name!, protectionName));
    const [id] = await createTagsIn(db, actor, [
      {
        name: tagName,
        caption: `Deviation of ${input.name}`.slice(0, 200),
        description: `How far ${input.name} is from what it is expected to be, given the other inputs of the protection ${protectionName}.`,
        keywords: [],
        type: 'calculated',
        unit: await differenceUnit(db, model.sources.get(input.name)!.unit),
        source: toSource(model),
        assetIds: [assetId],
        logic: '',
        aliases: [],
      },
    ]);
    await saveDeviation(db, id!, model, index);
    await restartRecalculation(db, { id: id!, name: tagName }, actor.userId);
    return id!;
  });
  return getTag(actor.tenant.db, tagId);
}

/**
 * Recalculates the deviation tags of a protection by a version that was put in service, in the caller's transaction. A
 * tag is left unchanged if the version has no expected values, or lacks the tag's input.
 * @throws AppError `conflict` if an input of the model is calculated from a deviation of it.
 */
export async function updateDeviationTags(
  db: Db,
  protectionId: number,
  userId: number | null,
): Promise<void> {
  const tags = await readDeviations(db, protectionId);
  if (tags.length === 0) return;
  await lockGraph(db);
  const model = await readExpectedModel(db, protectionId);
  if (!model) return;
  const needed = await readNeededCalculations(
    db,
    model.inputs.map(({ mapped_tag_id }) => mapped_tag_id),
  );
  for (const { tagId, name, tagAliasId } of tags) {
    const input = model.inputs.findIndex(({ id }) => id === tagAliasId);
    if (input < 0) continue;
    if (needed.some((one) => one.tagId === tagId)) {
      throw new AppError('conflict', `An input of the model is calculated from ${name}, a deviation of it.`);
    }
    await saveDeviation(db, tagId, model, input);
    await updateSource(db, tagId, toSource(model));
    await restartRecalculation(db, { id: tagId, name }, userId);
  }
}

/** Names the model and its version. */
const toSource = ({ protectionName, number }: ExpectedModel) =>
  `${protectionName.slice(0, 180)}, version ${number}`;

async function freeName(db: Db, tagName: string, protectionName: string): Promise<string> {
  const short = `Deviation of ${tagName}`.slice(0, 200);
  const taken = await listTagsByName(db, [short]);
  return taken.size === 0 ? short : `${short} (${protectionName})`.slice(0, 200);
}

/** Returns the unit for differences between values of a unit, such as temperatures; null without a unit. */
async function differenceUnit(db: Db, code: string | null): Promise<string | null> {
  if (code === null) return null;
  const units = await listUnitsNamed(db, [code]);
  const unit = units.find((one) => one.code === code);
  return unit ? toDifferenceUnit(unit, units).code : code;
}

function saveDeviation(db: Db, tagId: number, model: ExpectedModel, input: number): Promise<void> {
  return upsertDeviation(
    db,
    {
      tag_id: tagId,
      protection_id: model.protectionId,
      tag_alias_id: model.inputs[input]!.id,
      version_number: model.number,
      expected: Buffer.from(model.bytes),
      step_seconds: model.stepSeconds,
      aliases: model.inputs.map(({ name }) => name),
      holds: model.inputs.map(({ hold }) => hold),
      input,
    },
    model.sources,
  );
}
