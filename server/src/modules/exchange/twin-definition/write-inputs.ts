import { namesOfPattern } from '@twinward/domain/twin/tag-name-pattern';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { aliasChanged, type Changer } from '../../twins/alias/events.ts';
import {
  type AliasToWrite,
  checkInputUnits,
  insertAliasBlock,
  updateAliasBlock,
} from '../../twins/alias/service.ts';
import type { TwinChange } from './change.ts';
import { toModelPart } from './part-ids.ts';
import { selectTagsOfAssets } from './store.ts';

interface Write {
  change: TwinChange;
  partId: number;
  row: AliasToWrite;
  isNew: boolean;
}

/**
 * Creates and updates the inputs of twins. A new input is mapped to the tag that was given for it or, without one, to a
 * tag of the asset or of no asset whose name follows the input's pattern. It is left unmapped if its unit cannot be
 * converted.
 * @throws AppError `conflict` if the new unit of an input cannot be converted from that of its tag.
 */
export async function writeInputs(db: Db, by: Changer, changes: readonly TwinChange[]): Promise<void> {
  const writes = await planInputs(db, changes);
  if (writes.length === 0) return;
  const checked = await checkInputUnits(
    db,
    writes.map(({ change, partId, row, isNew }) => ({
      id: isNew ? null : change.getRow(partId),
      type: row.type,
      unit: row.unit,
      mappedTagId: row.mapped_tag_id,
    })),
  );
  for (const [i, { row, isNew }] of writes.entries()) {
    const { unit, problem } = checked[i]!;
    if (problem === null) row.unit = unit;
    else if (isNew) row.mapped_tag_id = null;
    else throw new AppError('conflict', `${row.name}: ${problem}`);
  }
  for (const { change, partId, row } of writes) change.setTag(partId, row.mapped_tag_id);
  const added = writes.filter(({ isNew }) => isNew);
  const ids = await insertAliasBlock(
    db,
    added.map(({ change, row }) => ({ ...row, twin_id: change.twin.twinId })),
  );
  for (const [i, { change, partId }] of added.entries()) change.addRow(partId, ids[i]!);
  const updated = writes.filter(({ isNew }) => !isNew);
  await updateAliasBlock(
    db,
    updated.map(({ change, partId, row }) => ({ ...row, id: change.getRow(partId) })),
  );
  for (const { change, partId, row } of updated) await notifyOfChange(db, by, change, partId, row);
}

async function planInputs(db: Db, changes: readonly TwinChange[]): Promise<Write[]> {
  const tagNamed = await findTagsByPattern(db, changes);
  return changes.flatMap((change) =>
    change.definition.tagAliases.flatMap((input): Write[] => {
      const state = change.getState('tagAliases', input.id);
      if (state === 'same') return [];
      const { type, name, description, keywords, unit, options } = input;
      const isNew = state === 'added';
      const current = isNew ? null : change.getMappedTag(input.id);
      const isOfKind = isNew || !change.hasChanged('tagAliases', input.id, 'type');
      const mapped = isNew ? (change.target.tags?.get(input.id) ?? tagNamed(change, input)) : current;
      const row = {
        type,
        name,
        description,
        keywords,
        unit,
        options,
        mapped_tag_id: isOfKind ? mapped : null,
        model_part: toModelPart(input.id),
      };
      return [{ change, partId: input.id, row, isNew }];
    }),
  );
}

/** Updates the readers of an input after its name or unit changed. */
async function notifyOfChange(
  db: Db,
  by: Changer,
  change: TwinChange,
  partId: number,
  row: AliasToWrite,
): Promise<void> {
  if (!change.hasChanged('tagAliases', partId, 'name', 'unit', 'type')) return;
  const old = change.before.tagAliases.find(({ id }) => id === partId);
  if (!old) return;
  const facts = { id: change.getRow(partId), twinId: change.twin.twinId, calculatedTagId: null };
  const before = { ...facts, name: old.name, mappedTagId: change.getMappedTag(partId), unit: old.unit };
  const now = { ...facts, name: row.name, mappedTagId: row.mapped_tag_id, unit: row.unit };
  await aliasChanged.emit(db, { by, before, now, limits: null });
}

type FindTag = (
  change: TwinChange,
  input: { type: 'work' | 'data_point'; tagNamePattern: string | null },
) => number | null;

async function findTagsByPattern(db: Db, changes: readonly TwinChange[]): Promise<FindTag> {
  const listTagNames = ({ twin }: TwinChange, pattern: string | null) =>
    pattern === null ? [] : namesOfPattern(pattern, twin);
  const wanted = changes.flatMap((change) =>
    change.definition.tagAliases.flatMap(({ id, tagNamePattern }) =>
      change.getState('tagAliases', id) === 'added' && !change.target.tags?.has(id)
        ? listTagNames(change, tagNamePattern)
        : [],
    ),
  );
  const tags = new Map(
    (wanted.length === 0 ? [] : await selectTagsOfAssets(db, [...new Set(wanted)])).map((tag) => [
      tag.name,
      tag,
    ]),
  );
  return (change, { type, tagNamePattern }) => {
    const tag = listTagNames(change, tagNamePattern)
      .map((name) => tags.get(name))
      .find((one) => one !== undefined && (one.type === 'work') === (type === 'work'));
    if (!tag) return null;
    const isOfTwin = tag.asset_ids.length === 0 || tag.asset_ids.includes(change.twin.assetId);
    return isOfTwin ? tag.id : null;
  };
}
