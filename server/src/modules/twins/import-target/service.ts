import { newAsset } from '@twinward/contracts/assets/asset';
import type { ImportSignal, ImportTarget } from '@twinward/contracts/signals/import';
import { newTag } from '@twinward/contracts/signals/tag';
import { newTagAlias } from '@twinward/contracts/twins/tag-alias';
import { newTwin } from '@twinward/contracts/twins/twin';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { getAsset, insertNew } from '../../assets/asset/service.ts';
import type { ImportMade, ImportPlan } from '../../signals/point-import/events.ts';
import { createTagsIn } from '../../signals/tag/service.ts';
import { createAliasIn, listAliasesOfTwin, updateAliasIn } from '../alias/service.ts';
import { createTwinWithin, getTwin } from '../twin/service.ts';

interface Target {
  assetId: number;
  twinId: number;
}

/**
 * Creates the records that an import plans: its asset, twin, tags and inputs.
 * @throws AppError as the creation of each.
 */
export async function createImportTarget(
  db: Db,
  { by, signals, target: wanted }: ImportPlan,
): Promise<ImportMade> {
  const target = wanted === undefined ? null : await resolveTarget(db, by, wanted);
  const tagIds = await createTags(db, by, signals, target);
  if (target !== null) await createInputs(db, by, target.twinId, signals, tagIds);
  return { twinId: target?.twinId ?? null, tagIds: [...tagIds] };
}

async function resolveTarget(db: Db, by: ImportPlan['by'], wanted: ImportTarget): Promise<Target> {
  if (wanted.type === 'twin') {
    const { id: twinId, assetId } = await getTwin(db, wanted.twinId);
    return { twinId, assetId };
  }
  const { id: assetId, twinId } =
    wanted.type === 'asset'
      ? await getAsset(db, wanted.assetId)
      : await insertNew(db, by, newAsset.parse({ assetName: wanted.assetName, uniqueId: wanted.uniqueId }));
  if (twinId !== null) return { assetId, twinId };
  const twin = await createTwinWithin(db, by, newTwin.parse({ assetId, active: true }));
  return { assetId, twinId: twin.id };
}

/** Creates the new tags of the signals. @returns the ids of new and existing tags, by signal name. */
async function createTags(
  db: Db,
  by: ImportPlan['by'],
  signals: readonly ImportSignal[],
  target: Target | null,
): Promise<Map<string, number>> {
  const tagIds = new Map<string, number>();
  for (const { name, tagId } of signals) if (tagId !== undefined) tagIds.set(name, tagId);
  const planned = signals.filter(({ tag }) => tag !== undefined);
  const ids = await createTagsIn(
    db,
    by,
    planned.map(({ tag, input }) =>
      newTag.parse({
        name: tag!.name,
        caption: input ?? tag!.name,
        type: 'data_point',
        unit: tag!.unit,
        assetIds: target === null ? [] : [target.assetId],
      }),
    ),
  );
  for (const [place, { name }] of planned.entries()) tagIds.set(name, ids[place]!);
  return tagIds;
}

/**
 * Maps inputs of the twin to the tags: unmapped inputs of the same name, or else new inputs.
 * @throws AppError `conflict` if the input of that name is mapped to another tag.
 */
async function createInputs(
  db: Db,
  by: ImportPlan['by'],
  twinId: number,
  signals: readonly ImportSignal[],
  tagIds: ReadonlyMap<string, number>,
): Promise<void> {
  const inputs = await listAliasesOfTwin(db, twinId);
  const mapped = new Set(inputs.map(({ mappedTagId }) => mappedTagId));
  for (const signal of signals) {
    const mappedTagId = tagIds.get(signal.name);
    if (mappedTagId === undefined || mapped.has(mappedTagId)) continue;
    const name = signal.input ?? signal.tag?.name ?? signal.name;
    const open = inputs.find((one) => one.name === name && one.type === 'data_point');
    if (open === undefined) {
      await createAliasIn(db, by, newTagAlias.parse({ twinId, name, mappedTagId }));
    } else if (open.mappedTagId === null) {
      const { description, keywords, unit, options, version } = open;
      const change = { name, mappedTagId, description, keywords, unit, options, version };
      await updateAliasIn(db, by, open.id, change, '');
    } else {
      throw new AppError(
        'conflict',
        `The twin has an input named ${name}, of the tag ${open.mappedTagName}.`,
      );
    }
  }
}
