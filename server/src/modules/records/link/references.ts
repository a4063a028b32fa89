import { maximumReferences, type RecordReference } from '@twinward/contracts/records/link';
import { isSystemType } from '@twinward/contracts/records/record-type';
import { referenceCaption, titlesInCaption } from '@twinward/domain/records/reference';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Reference, ReferencesAsked } from '../field/service.ts';
import { assertReads, toReference } from '../relationship/service.ts';
import { selectReferencesById, selectReferencesByPart, selectReferencesByText } from './store.ts';

/** Limit of records to sort: for very common texts, only this many matches are sorted by title. */
const maximumSorted = 200;

/**
 * Returns records by id, or by a part of their title or detail.
 * @throws AppError `not-found`, `forbidden`.
 */
export async function listReferences(
  actor: Actor,
  type: string,
  { id: ids, text }: { id?: readonly number[] | undefined; text: string },
): Promise<RecordReference[]> {
  const { db } = actor.tenant;
  await assertReads(db, actor, type);
  if (ids) return (await selectReferencesById(db, type, ids)).map(toReference);
  const rows = await selectReferencesByPart(db, type, text.toLowerCase(), maximumSorted);
  return rows
    .map(toReference)
    .toSorted((one, other) => one.title.localeCompare(other.title))
    .slice(0, maximumReferences);
}

/**
 * Finds records of system types other than assets by id, or by the texts that files use: captions, titles, and for
 * twins unique ids. A title that several records share finds none of them. The asset module answers for assets.
 */
export async function findOverviewReferences(
  db: Db,
  { type, ids, texts = [] }: ReferencesAsked,
): Promise<Reference[] | null> {
  if (type === 'asset' || !isSystemType(type)) return null;
  if (ids) {
    const found = (await selectReferencesById(db, type, ids)).map(toReference);
    return found.map((one) => ({ id: one.id, caption: referenceCaption(one), text: referenceCaption(one) }));
  }
  const titles = [...new Set(texts.flatMap(titlesInCaption))];
  const rows = await selectReferencesByText(db, type, titles, type === 'twin' ? texts : null);
  const byText = new Map<string, RecordReference[]>();
  for (const one of rows.map(toReference)) {
    const names = new Set([one.title, referenceCaption(one), ...(type === 'twin' ? [one.detail ?? ''] : [])]);
    for (const name of names) byText.set(name, [...(byText.get(name) ?? []), one]);
  }
  return texts.flatMap((text) => {
    const named = byText.get(text) ?? [];
    return named.length === 1 ? [{ id: named[0]!.id, caption: referenceCaption(named[0]!), text }] : [];
  });
}
