import { isSystemType } from '@twinward/contracts/records/record-type';
import type { Db } from '../../../platform/database/database.ts';
import type { Reference, ReferencesAsked } from '../field/service.ts';
import { listTypes } from '../record-type/service.ts';
import { selectTitlesById, selectTitlesByTitle } from './store.ts';

/**
 * Finds records of custom types by id, or by the title that files use. A title that several records share finds none of
 * them.
 */
export async function findRecordReferences(
  db: Db,
  { type: name, ids, texts }: ReferencesAsked,
): Promise<Reference[] | null> {
  if (name === 'user' || isSystemType(name)) return null;
  const type = (await listTypes(db)).find((one) => one.name === name);
  if (!type) return null;
  if (ids) {
    const rows = await selectTitlesById(db, type, ids);
    return rows.map(({ id, title }) => ({ id, caption: title || `#${id}`, text: title }));
  }
  const rows = await selectTitlesByTitle(db, type, texts ?? []);
  const counts = new Map<string, number>();
  for (const { title } of rows) counts.set(title, (counts.get(title) ?? 0) + 1);
  return rows
    .filter(({ title }) => counts.get(title) === 1)
    .map(({ id, title }) => ({ id, caption: title, text: title }));
}
