import type { Captioned, Classification, TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import { daysToDuration } from '@twinward/domain/duration';
import type { Db } from '../../../platform/database/database.ts';
import type { TaxonomyEntryView } from '../../../platform/database/generated/rows.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { selectTaxonomy, selectTaxonomyEntries, selectTaxonomyPath } from './store.ts';

export { taxonomySheet } from './sheet.ts';

/** Lists all categories, classes and types with their own benchmarks, in the order of their captions. */
export async function listTaxonomy(db: Db): Promise<TaxonomyEntry[]> {
  const rows = await selectTaxonomy(db);
  return rows.map((row) => ({
    ...toClassification(row),
    id: row.id,
    category: { id: row.category_id, caption: row.category },
    score: row.score,
    distribution: row.distribution,
    mtbf: row.mtbf_days === null ? null : daysToDuration(row.mtbf_days),
    mtbfDays: row.mtbf_days,
    shape: row.shape,
  }));
}

type Joined = { [Column in keyof Omit<TaxonomyEntryView, 'id'>]: TaxonomyEntryView[Column] | null };

/** Returns the category, class and type of a row that is joined with the taxonomy. */
export function toClassification(row: Joined): Classification {
  return {
    category: captioned(row.category_id, row.category),
    class: captioned(row.class_id, row.class),
    type: captioned(row.type_id, row.type),
  };
}

function captioned(id: number | null, caption: string | null): Captioned | null {
  return id === null || caption === null ? null : { id, caption };
}

/** A category, class and type by id. Null if not chosen. */
export interface TaxonomyChoice {
  categoryId: number | null;
  classId: number | null;
  typeId: number | null;
}

/**
 * Returns the taxonomy entry for a choice of category, class and type; null for an empty choice.
 * @throws AppError `invalid-request` naming the part that is unknown, missing, or belongs to another parent.
 */
export async function resolveTaxonomy(db: Db, choice: TaxonomyChoice): Promise<number | null> {
  const { categoryId, classId, typeId } = choice;
  const ids = [categoryId, classId, typeId].filter((id) => id !== null);
  if (ids.length === 0) return null;
  const entries = new Map((await selectTaxonomyEntries(db, ids)).map((entry) => [entry.id, entry]));
  const refuse = (path: keyof TaxonomyChoice, message: string) => refuseProblems([{ path, message }]);
  const get = (path: keyof TaxonomyChoice, level: 'category' | 'class' | 'type') => {
    const id = choice[path];
    if (id === null) return null;
    const entry = entries.get(id);
    if (entry?.[`${level}_id`] !== id) refuse(path, `There is no ${level} ${id}.`);
    return entry!;
  };
  const category = get('categoryId', 'category');
  const ofClass = get('classId', 'class');
  const type = get('typeId', 'type');
  if (type && !ofClass) refuse('classId', 'A type needs its class.');
  if (ofClass && !category) refuse('categoryId', 'A class needs its category.');
  if (ofClass && ofClass.category_id !== categoryId) {
    refuse(
      'classId',
      `The class ${ofClass.class} belongs to the category ${ofClass.category}, not to ${category!.category}.`,
    );
  }
  if (type && type.class_id !== classId) {
    refuse('typeId', `The type ${type.type} belongs to the class ${type.class}, not to ${ofClass!.class}.`);
  }
  return typeId ?? classId ?? categoryId;
}

/** A taxonomy entry by its captions. */
export interface TaxonomyCaptions {
  category?: string | undefined;
  class?: string | undefined;
  type?: string | undefined;
}

/** Returns a function that finds the id of an entry by its captions, ignoring case; undefined if none exists. */
export async function getTaxonomyByCaption(
  db: Db,
): Promise<(captions: TaxonomyCaptions) => number | undefined> {
  const toKey = (...captions: (string | null | undefined)[]) =>
    captions.map((caption) => caption?.toLowerCase() ?? '').join('//');
  const rows = await selectTaxonomy(db);
  const ids = new Map(rows.map((row) => [toKey(row.category, row.class, row.type), row.id]));
  return ({ category, class: ofClass, type }) => ids.get(toKey(category, ofClass, type));
}

/** Returns the choice with these captions of category, class and type; null if there is no such entry. */
export async function findTaxonomy(db: Db, captions: readonly string[]): Promise<TaxonomyChoice | null> {
  if (captions.length === 0) return { categoryId: null, classId: null, typeId: null };
  const [category, ofClass = null, type = null] = captions;
  const entry = await selectTaxonomyPath(db, category!, ofClass, type);
  return entry && { categoryId: entry.category_id, classId: entry.class_id, typeId: entry.type_id };
}
