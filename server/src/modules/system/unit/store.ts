import type { ConvertibleUnit } from '@twinward/domain/units/conversion';
import type { Db } from '../../../platform/database/database.ts';

/** All units, by category and in order of creation. */
export function selectUnits(db: Db) {
  return db.selectFrom('unit').selectAll().orderBy('category_id').orderBy('id').execute();
}

export type UnitRow = Awaited<ReturnType<typeof selectUnits>>[number];

/** A unit as conversions need it. */
export const convertibleOf = ({ name, category_id, factor, shift }: UnitRow): ConvertibleUnit => ({
  name,
  categoryId: category_id,
  factor,
  offset: shift,
});

/** The units of these UCUM codes; an unknown code has none. */
export async function selectUnitsByCode(db: Db, codes: readonly string[]): Promise<UnitRow[]> {
  if (codes.length === 0) return [];
  return db.selectFrom('unit').selectAll().where('code', 'in', codes).execute();
}

/** The units that have one of these as their code, their abbreviation or their name. */
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

/** All categories by name, with their base units. */
export function selectCategories(db: Db) {
  return db
    .selectFrom('unit_category')
    .leftJoin('unit', (join) =>
      join.onRef('unit.category_id', '=', 'unit_category.id').on('unit.is_base', '=', true),
    )
    .selectAll('unit_category')
    .select('unit.id as base_unit_id')
    .orderBy('unit_category.name')
    .execute();
}
