import { newUnit, type Unit, type UnitCategory } from '@twinward/contracts/system/unit';
import { z } from 'zod';
import type { Db } from '../../../../platform/database/database.ts';
import { refuseProblems } from '../../../../platform/rules.ts';
import {
  createUnit,
  deleteUnit,
  listUnitCategories,
  listUnits,
  updateUnit,
} from '../../../system/unit/service.ts';
import { defineKind } from '../kind.ts';

const schema = newUnit.omit({ categoryId: true }).extend({
  category: z.string().min(1).max(100),
  base: z.string().max(50).nullable().describe('Code of the base unit of the category; null: it is the base'),
});
type UnitRecord = z.infer<typeof schema>;

function toRecord(
  { id, code, name, abbreviation, description, factor, offset, isDeprecated }: Unit,
  category: UnitCategory,
  units: readonly Unit[],
): UnitRecord {
  const base =
    category.baseUnitId === id ? null : (units.find((unit) => unit.id === category.baseUnitId)?.code ?? null);
  const own = { code, name, abbreviation, description, factor, offset, isDeprecated };
  return { ...own, category: category.name, base };
}

async function toUnit(db: Db, { category, base: _, ...fields }: UnitRecord) {
  const found = (await listUnitCategories(db)).find(({ name }) => name === category);
  if (!found) refuseProblems([{ path: 'category', message: `There is no category '${category}'.` }]);
  return { ...fields, categoryId: found!.id };
}

const findUnit = async (db: Db, code: string): Promise<Unit | undefined> =>
  (await listUnits(db)).find((unit) => unit.code === code);

/** User-defined units, by UCUM code. */
export const unitKind = defineKind<UnitRecord>({
  name: 'unit',
  caption: 'Units',
  access: 'system',
  schema,
  toKey: ({ code }) => code,
  listReferences: ({ category, base }) => [
    { kind: 'unit-category', key: category, path: 'category' },
    ...(base === null ? [] : [{ kind: 'unit', key: base, path: 'base' }]),
  ],
  async read({ actor }, keys) {
    const { db } = actor.tenant;
    const wanted = new Set(keys);
    const categories = new Map((await listUnitCategories(db)).map((category) => [category.id, category]));
    const units = await listUnits(db);
    return new Map(
      units
        .filter(({ code }) => wanted.has(code))
        .map((unit) => [unit.code, toRecord(unit, categories.get(unit.categoryId)!, units)]),
    );
  },
  async create({ actor }, record) {
    await createUnit(actor, await toUnit(actor.tenant.db, record));
  },
  async update({ actor }, record) {
    const { db } = actor.tenant;
    const { id, version } = (await findUnit(db, record.code))!;
    await updateUnit(actor, id, { ...(await toUnit(db, record)), version });
  },
  async delete({ actor }, key) {
    const unit = await findUnit(actor.tenant.db, key);
    if (unit) await deleteUnit(actor, unit.id);
  },
});
