import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { writeBenchmark } from '../benchmark/service.ts';
import { getTaxonomyByCaption, listTaxonomy, resolveTaxonomy } from './service.ts';

let test: TestDatabase;
let entries: TaxonomyEntry[];

beforeAll(async () => {
  test = await createTestDatabase();
  entries = await listTaxonomy(test.db);
});
afterAll(() => test.drop());

const none = { categoryId: null, classId: null, typeId: null };
/** Returns an entry with a type, and the ids of its category, class and type. */
function someType(isOther = (_: TaxonomyEntry) => true) {
  const entry = entries.find((one) => one.type !== null && isOther(one))!;
  return { entry, categoryId: entry.category!.id, classId: entry.class!.id, typeId: entry.type!.id };
}

describe('the list of the taxonomy', () => {
  it('has parents before their children, each with its own id', () => {
    const seen = new Set<number>();
    for (const { id, category, class: ofClass, type } of entries) {
      const parents = [category, ofClass, type].filter((part) => part !== null).slice(0, -1);
      for (const parent of parents) expect(seen).toContain(parent.id);
      expect(id).toBe((type ?? ofClass ?? category)!.id);
      seen.add(id);
    }
    expect(seen.size).toBe(entries.length);
  });

  it('has the benchmark of an entry at that entry only', async () => {
    const { entry } = someType((one) => one.mtbf === null);
    await withTransaction(test.db, (db) =>
      writeBenchmark(db, null, entry.id, {
        score: 50,
        distribution: 'weibull',
        mtbfDays: 1000,
        shape: 2,
        source: 'A test',
        isExample: false,
      }),
    );
    const after = await listTaxonomy(test.db);
    expect(after.find(({ id }) => id === entry.id)).toMatchObject({
      mtbf: 'P1000D',
      mtbfDays: 1000,
      shape: 2,
    });
    const others = (list: TaxonomyEntry[]) => list.filter(({ id }) => id !== entry.id);
    expect(others(after)).toEqual(others(entries));
  });
});

describe('a choice of category, class and type', () => {
  it('is the most specific entry', async () => {
    const { categoryId, classId, typeId } = someType();
    expect(await resolveTaxonomy(test.db, { categoryId, classId, typeId })).toBe(typeId);
    expect(await resolveTaxonomy(test.db, { ...none, categoryId, classId })).toBe(classId);
    expect(await resolveTaxonomy(test.db, { ...none, categoryId })).toBe(categoryId);
    expect(await resolveTaxonomy(test.db, none)).toBeNull();
  });

  it('is rejected without a parent', async () => {
    const { categoryId, classId, typeId } = someType();
    await expect(resolveTaxonomy(test.db, { ...none, categoryId, typeId })).rejects.toMatchObject({
      errors: [{ path: 'classId', message: 'A type needs its class.' }],
    });
    await expect(resolveTaxonomy(test.db, { ...none, classId })).rejects.toMatchObject({
      errors: [{ path: 'categoryId', message: 'A class needs its category.' }],
    });
  });

  it('is rejected with another parent, and with an unknown id or one of another level', async () => {
    const { entry, categoryId, classId, typeId } = someType();
    const other = someType((one) => one.category!.id !== categoryId);
    await expect(
      resolveTaxonomy(test.db, { ...none, categoryId: other.categoryId, classId }),
    ).rejects.toMatchObject({
      errors: [
        {
          path: 'classId',
          message: `The class ${entry.class!.caption} belongs to the category ${entry.category!.caption}, not to ${other.entry.category!.caption}.`,
        },
      ],
    });
    await expect(
      resolveTaxonomy(test.db, { categoryId: other.categoryId, classId: other.classId, typeId }),
    ).rejects.toMatchObject({ errors: [{ path: 'typeId' }] });
    await expect(resolveTaxonomy(test.db, { ...none, categoryId: classId })).rejects.toMatchObject({
      errors: [{ path: 'categoryId', message: `There is no category ${classId}.` }],
    });
    await expect(resolveTaxonomy(test.db, { ...none, categoryId: 2_000_000_000 })).rejects.toMatchObject({
      errors: [{ path: 'categoryId', message: 'There is no category 2000000000.' }],
    });
  });
});

it('an entry is found by its captions, ignoring case, and only with all its parents', async () => {
  const find = await getTaxonomyByCaption(test.db);
  const { entry, typeId, classId } = someType();
  const [category, ofClass, type] = [entry.category!.caption, entry.class!.caption, entry.type!.caption];
  expect(find({ category: category.toUpperCase(), class: ofClass.toLowerCase(), type })).toBe(typeId);
  expect(find({ category, class: ofClass })).toBe(classId);
  expect(find({ category, type })).toBeUndefined();
  expect(find({ category: 'No such category' })).toBeUndefined();
});
