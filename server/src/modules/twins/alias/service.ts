import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import { latestPoints } from '../../../series/index.ts';
import type { TagUser } from '../../signals/tag/events.ts';
import { converted, listInputConversions } from '../../system/unit/service.ts';
import { listLatestCompletions } from '../../work/work/service.ts';
import { assertTwin } from '../twin/service.ts';
import { resolveInputUnits } from './input-unit.ts';
import {
  insertAliases,
  type Owner,
  selectAlias,
  selectAliasesById,
  selectAliasesOf,
  selectInputsOfTag,
  type TagAliasRow,
} from './store.ts';

export { linkFollowers, updateFollowers } from './followers.ts';
export { checkInputUnits, type InputToSave, resolveInputUnits } from './input-unit.ts';
export {
  type AliasFields,
  deleteAliases,
  insertAliases as createAliasRows,
  type Owner,
  selectAliasesOf as listAliasRows,
  type TagAliasRow,
  updateAliasRow,
  updateUnit,
} from './store.ts';
export { followTagUnit, type InputOfChangedTag, listInputsOfChange, listUnitProblems } from './tag-unit.ts';

export const maximumAliases = 1000;

/** The aliases of a twin or a calculated tag, each with its latest point or completion of work. */
export async function listAliasesOf(db: Db, owner: Owner): Promise<TagAlias[]> {
  return withLatest(db, await selectAliasesOf(db, owner, maximumAliases));
}

/** Like `listAliasesOf`, for a twin. @throws AppError `not-found`. */
export async function listAliasesOfTwin(db: Db, twinId: number): Promise<TagAlias[]> {
  await assertTwin(db, twinId);
  return listAliasesOf(db, { twinId });
}

/** @throws AppError `not-found`. */
export async function getAlias(db: Db, id: number): Promise<TagAlias> {
  const [alias] = await withLatest(db, [found(await selectAlias(db, id), 'Tag alias')]);
  return alias!;
}

/** The aliases with those ids, in order. @throws AppError `not-found` naming the first unknown id. */
export async function listAliases(db: Db, ids: readonly number[]): Promise<TagAlias[]> {
  const rows = new Map((await selectAliasesById(db, ids)).map((row) => [row.id, row]));
  return withLatest(
    db,
    ids.map((id) => found(rows.get(id), `Tag alias ${id}`)),
  );
}

/** The twins' inputs that are mapped to a tag, as its users. */
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

/** Creates the inputs of a twin. @throws AppError `invalid-request` for a unit that can't be converted from the tag's. */
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

async function withLatest(db: Db, rows: readonly TagAliasRow[]): Promise<TagAlias[]> {
  const tagsOf = (type: string) =>
    rows.flatMap((row) => (row.type === type && row.mapped_tag_id !== null ? [row.mapped_tag_id] : []));
  const points = await latestPoints(db, tagsOf('data_point'));
  const completions = await listLatestCompletions(db, tagsOf('work'));
  const conversions = await listInputConversions(
    db,
    rows.map(({ mapped_tag_unit, unit }) => ({ tagUnit: mapped_tag_unit, inputUnit: unit })),
  );
  return rows.map((row, index) => {
    const point = points.get(row.mapped_tag_id ?? 0);
    const conversion = conversions[index]!;
    const completed = completions.get(row.mapped_tag_id ?? 0);
    return {
      id: row.id,
      twinId: row.twin_id,
      calculatedTagId: row.calculated_tag_id,
      mappedTagId: row.mapped_tag_id,
      mappedTagName: row.mapped_tag_name,
      mappedTagUnit: row.mapped_tag_unit,
      type: row.type,
      name: row.name,
      description: row.description,
      keywords: row.keywords,
      unit: row.unit,
      uomId: row.uom_id,
      options: row.options,
      version: row.version,
      latestTime: point ? new Date(point.time).toISOString() : (completed?.toISOString() ?? null),
      latestValue: converted(point?.value ?? null, conversion),
    };
  });
}
