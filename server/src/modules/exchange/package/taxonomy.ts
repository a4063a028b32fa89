import type { Classification } from '@twinward/contracts/assets/taxonomy';
import type { Db } from '../../../platform/database/database.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { findTaxonomy, type TaxonomyChoice } from '../../assets/taxonomy/service.ts';

/** Returns the reference of packages to an entry of the taxonomy: the captions of its category, class and type. */
export const toCaptions = ({ category, class: ofClass, type }: Classification): string[] =>
  [category, ofClass, type].flatMap((entry) => entry?.caption ?? []);

/**
 * Finds the entry with these captions; `path` is their place in the record.
 * @throws AppError `invalid-request`
 */
export async function findEntry(
  db: Db,
  captions: readonly string[],
  path = 'taxonomy',
): Promise<TaxonomyChoice> {
  const choice = await findTaxonomy(db, captions);
  if (!choice) refuseProblems([{ path, message: `There is no '${captions.join(' / ')}' in the taxonomy.` }]);
  return choice!;
}

/** Returns the id of the most specific entry of a choice; null for an empty choice. */
export const toEntryId = ({ categoryId, classId, typeId }: TaxonomyChoice): number | null =>
  typeId ?? classId ?? categoryId;
