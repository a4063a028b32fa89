import type { ModelDefinition } from '@twinward/contracts/library/definition';
import { aliasReferences } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { updateLogic } from '../../protections/calculated-tag/service.ts';
import { updateModelParts } from '../../protections/evaluation/service.ts';
import { createTagsIn, deleteTagIn, getTag, updateTagIn } from '../../signals/tag/service.ts';
import type { Changer } from '../../twins/alias/events.ts';
import type { TwinChange } from './change.ts';
import { toModelPart } from './part-ids.ts';
import { ofKind } from './write-risk.ts';

type Tag = ModelDefinition['tags'][number];

const toTagName = ({ twin }: TwinChange, { name }: Pick<Tag, 'name'>): string => `${twin.uniqueId}.${name}`;

/** Creates the calculated tags of twins without their logic, before the inputs that are mapped to them. */
export async function createTagRows(db: Db, by: Changer, changes: readonly TwinChange[]): Promise<void> {
  const tags = ofKind(changes, 'tags').filter(({ state }) => state === 'added');
  const ids = await createTagsIn(
    db,
    by,
    tags.map(({ change, part: { caption, description, keywords, unit, name } }) => ({
      name: toTagName(change, { name }),
      caption: caption || name,
      description,
      keywords,
      unit,
      type: 'calculated',
      logic: '',
      aliases: [],
      source: null,
      assetIds: [change.twin.assetId],
    })),
  );
  for (const [i, { change, part }] of tags.entries()) change.addRow(part.id, ids[i]!);
}

/** Writes calculated tags with their logic, after inputs. Tags with changed logic are recalculated. */
export async function writeTags(db: Db, by: Changer, changes: readonly TwinChange[]): Promise<void> {
  const tags = ofKind(changes, 'tags');
  await updateModelParts(
    db,
    tags.map(({ change, part }) => ({ tag_id: change.getRow(part.id), model_part: toModelPart(part.id) })),
  );
  for (const { change, part } of tags) {
    const id = change.getRow(part.id);
    if (change.hasChanged('tags', part.id, 'logic')) {
      const name = toTagName(change, part);
      await updateLogic(db, { id, name }, { logic: part.logic, aliases: listAliases(change, part) }, null);
    }
    const isOther = change.hasChanged('tags', part.id, 'name', 'caption', 'description', 'keywords', 'unit');
    if (isOther && change.getState('tags', part.id) === 'changed')
      await updateFacts(db, by, change, part, id);
  }
}

/**
 * Deletes the calculated tags that twins no longer have.
 * @throws AppError `conflict` if one is in use elsewhere.
 */
export async function deleteTagRows(db: Db, by: Changer, changes: readonly TwinChange[]): Promise<void> {
  for (const change of changes) {
    for (const id of change.removedRows('tags')) await deleteTagIn(db, by, id, false);
  }
}

async function updateFacts(db: Db, by: Changer, change: TwinChange, part: Tag, id: number): Promise<void> {
  const { caption, description, keywords, unit } = part;
  const stored = await getTag(db, id);
  const isRenamed = change.hasChanged('tags', part.id, 'name');
  const updated = await updateTagIn(db, by, id, {
    name: isRenamed ? toTagName(change, part) : stored.name,
    caption: caption || part.name,
    description,
    keywords,
    unit,
    source: stored.source,
    assetIds: stored.assetIds,
    version: stored.version,
  });
  if (!updated) throw new AppError('conflict', `The tag ${stored.name} was changed by someone else.`);
}

/**
 * Returns the names in the logic of a calculated tag, with their tags. An input hides a calculated tag with the same
 * name.
 */
function listAliases(change: TwinChange, { logic }: Tag) {
  const { tagAliases, tags } = change.definition;
  const names = new Set(aliasReferences(logic).map(({ name }) => name));
  return [...names].map((name) => {
    const input = tagAliases.find((one) => one.name === name);
    const tag = tags.find((one) => one.name === name);
    const mappedTagId = input ? change.getTag(input.id) : tag ? change.getRow(tag.id) : null;
    return { name, mappedTagId, ...(input ? { unit: input.unit } : {}) };
  });
}
