import { maximumReferences, type RecordReference } from '@twinward/contracts/records/link';
import { isSystemType } from '@twinward/contracts/records/record-type';
import { referenceCaption, titlesInCaption } from '@twinward/domain/records/reference';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Reference, ReferencesAsked } from '../field/service.ts';
import { assertReads, toReference } from '../relationship/service.ts';

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
  if (ids) return selectReferences(db, type, sql`id = any(${ids}::int[])`, null);
  const part = text.toLowerCase();
  const isFound = sql<SqlBool>`(${part} = '' or strpos(lower(title), ${part}) > 0 or strpos(lower(detail), ${part}) > 0)`;
  const found = await selectReferences(db, type, isFound);
  return found.toSorted((one, other) => one.title.localeCompare(other.title)).slice(0, maximumReferences);
}

async function selectReferences(
  db: Db,
  type: string,
  condition: RawBuilder<SqlBool>,
  limit: number | null = maximumSorted,
): Promise<RecordReference[]> {
  const rows = await db
    .selectFrom('record_overview')
    .select(['type', 'id', 'title', 'detail', 'twin_id', 'asset_id'])
    .where('type', '=', type)
    .where(condition)
    .$if(limit !== null, (all) => all.limit(limit!))
    .execute();
  return rows.map(toReference);
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
    const found = await selectReferences(db, type, sql`id = any(${ids}::int[])`, null);
    return found.map((one) => ({ id: one.id, caption: referenceCaption(one), text: referenceCaption(one) }));
  }
  const titles = [...new Set(texts.flatMap(titlesInCaption))];
  const byDetail = type === 'twin' ? sql`or detail = any(${texts}::text[])` : sql``;
  const isNamed = sql<SqlBool>`(title = any(${titles}::text[]) ${byDetail})`;
  const byText = new Map<string, RecordReference[]>();
  for (const one of await selectReferences(db, type, isNamed, null)) {
    const names = new Set([one.title, referenceCaption(one), ...(type === 'twin' ? [one.detail ?? ''] : [])]);
    for (const name of names) byText.set(name, [...(byText.get(name) ?? []), one]);
  }
  return texts.flatMap((text) => {
    const named = byText.get(text) ?? [];
    return named.length === 1 ? [{ id: named[0]!.id, caption: referenceCaption(named[0]!), text }] : [];
  });
}
