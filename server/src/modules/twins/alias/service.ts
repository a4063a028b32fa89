import type { Db } from '../../../platform/database/database.ts';
import type { TagUser } from '../../signals/tag/events.ts';
import { resolveInputUnits } from './input-unit.ts';
import { insertAliases, selectInputsOfTag } from './store.ts';

export { type AliasToWrite, insertAliasBlock, updateAliasBlock } from './block-store.ts';
export { deleteAliasBlock } from './delete.ts';
export { linkFollowers, updateFollowers } from './follower-store.ts';
export { checkInputUnits, type InputToSave, resolveInputUnits } from './input-unit.ts';
export type { AliasOfAsset } from './mapping-store.ts';
export {
  getAlias,
  listAliases,
  listAliasesOfTwin,
  listOwnerAliases,
  maximumAliases,
} from './read.ts';
export {
  deleteAliases,
  insertAliases as createAliasRows,
  selectOwnerAliases as listAliasRows,
  type TagAliasRow,
  updateAliasRow,
  updateUnit,
} from './store.ts';
export { scoreCandidates } from './suggestions.ts';
export { followTagUnit, listInputsOfChange, listUnitProblems } from './tag-unit.ts';
export { countInputsInUnit, replaceUnitOfInputs } from './units.ts';
export { createAliasIn, updateAlias, updateAliasIn } from './write.ts';

/** Returns the inputs of twins that are mapped to a tag, as users of the tag. */
export async function listInputsOfTag(db: Db, { tagId }: { tagId: number }): Promise<TagUser[]> {
  const inputs = await selectInputsOfTag(db, tagId);
  return inputs.map(({ id, name, assetName }) => ({
    type: 'tagAlias',
    id,
    name: `input ${name} of ${assetName}`,
  }));
}

/** An input of a twin, with the tag of its points or work. */
export interface NewTwinAlias {
  name: string;
  type: 'data_point' | 'work';
  mappedTagId: number;
  description?: string;
  /** UCUM code */
  unit?: string | null;
}

/**
 * Creates inputs of a twin.
 * @throws AppError `invalid-request` for a unit that cannot be converted from the tag's unit.
 */
export async function createTwinAliases(
  db: Db,
  twinId: number,
  aliases: readonly NewTwinAlias[],
): Promise<void> {
  const units = await resolveInputUnits(
    db,
    aliases.map(({ type, unit = null, mappedTagId }, i) => ({
      id: null,
      type,
      unit,
      mappedTagId,
      path: `${i}.unit`,
    })),
  );
  await insertAliases(
    db,
    aliases.map((alias, i) => ({
      twin_id: twinId,
      mapped_tag_id: alias.mappedTagId,
      type: alias.type,
      name: alias.name,
      description: alias.description ?? '',
      unit: units[i] ?? null,
    })),
  );
}
