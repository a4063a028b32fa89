import type { ListRequest } from '@twinward/contracts/core/list';
import type { ConvertibleUnit } from '@twinward/domain/units/conversion';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage } from '../../../platform/database/list.ts';
import { versionedTableRows } from '../../../platform/database/table-rows.ts';

/** Selects all units, by category and in order of creation. */
export function selectUnits(db: Db) {
  return db.selectFrom('unit').selectAll().orderBy('category_id').orderBy('id').execute();
}

export type UnitRow = Awaited<ReturnType<typeof selectUnits>>[number];

/** Returns a unit for conversions. */
export const toConvertible = ({ name, category_id, factor, shift }: UnitRow): ConvertibleUnit => ({
  name,
  categoryId: category_id,
  factor,
  offset: shift,
});

/** Selects the units with the given UCUM codes. Unknown codes are skipped. */
export async function selectUnitsByCode(db: Db, codes: readonly string[]): Promise<UnitRow[]> {
  if (codes.length === 0) return [];
  return db.selectFrom('unit').selectAll().where('code', 'in', codes).execute();
}

/** Selects the units with one of the names as their code, abbreviation or name. */
export function selectUnitsNamed(db: Db, names: readonly string[]): Promise<UnitRow[]> {
  return db
    .selectFrom('unit')
    .selectAll()
    .where((eb) => eb.or([eb('code', 'in', names), eb('abbreviation', 'in', names), eb('name', 'in', names)]))
    .orderBy('id')
    .execute();
}

export async function selectUnitCode(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('unit').select('code').where('id', '=', id).executeTakeFirst();
  return row?.code ?? null;
}

/** SQL for the id of the unit whose UCUM code is in a column; null if no unit has that code. */
export const unitIdExpression = (code: string) =>
  sql<number | null>`(select unit.id from unit where unit.code = ${sql.ref(code)})`;

function categoryQuery(db: Db) {
  return db
    .selectFrom('unit_category')
    .leftJoin('unit', (join) =>
      join.onRef('unit.category_id', '=', 'unit_category.id').on('unit.is_base', '=', true),
    )
    .selectAll('unit_category')
    .select('unit.id as base_unit_id');
}
export type CategoryRow = Awaited<ReturnType<ReturnType<typeof categoryQuery>['execute']>>[number];

/** Selects all categories by name, with their base units. */
export function selectCategories(db: Db): Promise<CategoryRow[]> {
  return categoryQuery(db).orderBy('unit_category.name').execute();
}

export function selectCategoryPage(db: Db, request: ListRequest) {
  const clauses = compileList(request, {
    fields: {
      Id: { type: 'N', sql: sql`unit_category.id` },
      Name: { type: 'C', sql: sql`unit_category.name` },
      Description: { type: 'C', sql: sql`unit_category.description` },
      IsStandard: { type: 'B', sql: sql`unit_category.is_standard` },
    },
    key: sql`unit_category.id`,
    defaultSort: [{ field: 'Name', direction: 'Ascending' }],
  });
  return findPage(categoryQuery(db), clauses);
}

export function selectUnitPage(db: Db, request: ListRequest) {
  const clauses = compileList(request, {
    fields: {
      Id: { type: 'N', sql: sql`unit.id` },
      CategoryId: { type: 'N', sql: sql`unit.category_id` },
      Category: { type: 'C', sql: sql`(select name from unit_category where id = unit.category_id)` },
      Code: { type: 'C', sql: sql`unit.code` },
      Name: { type: 'C', sql: sql`unit.name` },
      Abbreviation: { type: 'C', sql: sql`unit.abbreviation` },
      IsStandard: { type: 'B', sql: sql`unit.is_standard` },
      IsDeprecated: { type: 'B', sql: sql`unit.is_deprecated` },
    },
    key: sql`unit.id`,
    defaultSort: [{ field: 'Category', direction: 'Ascending' }],
  });
  return findPage(db.selectFrom('unit').selectAll('unit'), clauses);
}

/** Locks the table of units against concurrent changes, since their names must be unique. */
export async function lockUnits(db: Db): Promise<void> {
  await sql`lock table unit in share row exclusive mode`.execute(db);
}

/** Locks the category's row (`FOR UPDATE`), so that no unit can be added to it meanwhile. */
export async function lockCategory(db: Db, id: number): Promise<CategoryRow | null> {
  await db.selectFrom('unit_category').select('id').where('id', '=', id).forUpdate().execute();
  return (await categoryQuery(db).where('unit_category.id', '=', id).executeTakeFirst()) ?? null;
}

export async function selectUnit(db: Db, id: number): Promise<UnitRow | null> {
  return (await db.selectFrom('unit').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

const unitRows = versionedTableRows('unit');
export const insertUnit = unitRows.insert;
export const updateUnitRow = unitRows.updateAndBump;
export const deleteUnitRow = unitRows.delete;
const unitCategoryRows = versionedTableRows('unit_category');
export const insertCategory = unitCategoryRows.insert;
export const updateCategoryRow = unitCategoryRows.updateAndBump;
export const deleteCategoryRow = unitCategoryRows.delete;
