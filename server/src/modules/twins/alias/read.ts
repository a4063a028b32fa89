import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { found } from '../../../platform/errors.ts';
import { latestPoints } from '../../../series/index.ts';
import { converted, listInputConversions } from '../../system/unit/service.ts';
import { listLatestCompletions } from '../../work/work/service.ts';
import { assertTwin } from '../twin/service.ts';
import { type Owner, selectAlias, selectAliasesById, selectOwnerAliases, type TagAliasRow } from './store.ts';

export const maximumAliases = 1000;

/** Returns the aliases of a twin or a calculated tag, each with its latest point or completion of work. */
export async function listOwnerAliases(db: Db, owner: Owner): Promise<TagAlias[]> {
  return withLatest(db, await selectOwnerAliases(db, owner, maximumAliases));
}

/** Like `listOwnerAliases`, for a twin. @throws AppError `not-found`. */
export async function listAliasesOfTwin(db: Db, twinId: number): Promise<TagAlias[]> {
  await assertTwin(db, twinId);
  return listOwnerAliases(db, { twinId });
}

/** @throws AppError `not-found`. */
export async function getAlias(db: Db, id: number): Promise<TagAlias> {
  const [alias] = await withLatest(db, [found(await selectAlias(db, id), 'Tag alias')]);
  return alias!;
}

/**
 * Returns the aliases with the given ids, in the given order.
 * @throws AppError `not-found` naming the first unknown id.
 */
export async function listAliases(db: Db, ids: readonly number[]): Promise<TagAlias[]> {
  const rows = new Map((await selectAliasesById(db, ids)).map((row) => [row.id, row]));
  return withLatest(
    db,
    ids.map((id) => found(rows.get(id), `Tag alias ${id}`)),
  );
}

async function withLatest(db: Db, rows: readonly TagAliasRow[]): Promise<TagAlias[]> {
  const listTagIds = (type: string) =>
    rows.flatMap((row) => (row.type === type && row.mapped_tag_id !== null ? [row.mapped_tag_id] : []));
  const points = await latestPoints(db, listTagIds('data_point'));
  const completions = await listLatestCompletions(db, listTagIds('work'));
  const conversions = await listInputConversions(
    db,
    rows.map(({ mapped_tag_unit, unit }) => ({ tagUnit: mapped_tag_unit, inputUnit: unit })),
  );
  return rows.map(({ follows_alias_id, model_part, mapped_tag_type, ...row }, index) => {
    const point = points.get(row.mapped_tag_id ?? 0);
    const conversion = conversions[index]!;
    const completed = completions.get(row.mapped_tag_id ?? 0);
    return {
      ...fromRow(row),
      latestTime: point ? new Date(point.time).toISOString() : (completed?.toISOString() ?? null),
      latestValue: converted(point?.value ?? null, conversion),
    };
  });
}
