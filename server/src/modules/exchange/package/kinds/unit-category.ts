import { newUnitCategory, type UnitCategory } from '@twinward/contracts/system/unit';
import type { z } from 'zod';
import type { Db } from '../../../../platform/database/database.ts';
import {
  createUnitCategory,
  deleteUnitCategory,
  listUnitCategories,
  updateUnitCategory,
} from '../../../system/unit/service.ts';
import { defineKind } from '../kind.ts';

type CategoryRecord = z.infer<typeof newUnitCategory>;

const findCategory = async (db: Db, name: string): Promise<UnitCategory | undefined> =>
  (await listUnitCategories(db)).find((category) => category.name === name);

/** Categories of units, by name. */
export const unitCategoryKind = defineKind<CategoryRecord>({
  name: 'unit-category',
  caption: 'Categories of units',
  access: 'system',
  schema: newUnitCategory,
  toKey: ({ name }) => name,
  listReferences: () => [],
  async read({ actor }, keys) {
    const wanted = new Set(keys);
    const categories = (await listUnitCategories(actor.tenant.db)).filter(({ name }) => wanted.has(name));
    return new Map(categories.map(({ name, description }) => [name, { name, description }]));
  },
  async create({ actor }, record) {
    await createUnitCategory(actor, record);
  },
  async update({ actor }, record) {
    const { id, version } = (await findCategory(actor.tenant.db, record.name))!;
    await updateUnitCategory(actor, id, { ...record, version });
  },
  async delete({ actor }, key) {
    const category = await findCategory(actor.tenant.db, key);
    if (category) await deleteUnitCategory(actor, category.id);
  },
});
