import type { Filter } from '@twinward/contracts/core/list';
import type { FurtherResult } from '@twinward/contracts/questions/further-search';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, joinConditions } from '../../../platform/database/list.ts';
import { containsPattern, maximumFound } from '../../system/search/service.ts';
import type { toViewer } from '../query/service.ts';
import type { SearchedKind } from './kind-store.ts';

interface FurtherQuery {
  /** In lower case, like the phrases. */
  filters: Filter[];
  phrases: readonly string[];
  /** Maximum number of results per kind. */
  ofEach: number;
}

/** Selects the first results of each kind in one statement. Names that equal or start with a phrase come first. */
export async function selectFurther(
  db: Db,
  kinds: readonly SearchedKind[],
  viewer: ReturnType<typeof toViewer>,
  query: FurtherQuery,
): Promise<FurtherResult[]> {
  if (kinds.length === 0) return [];
  const parts = kinds.map((kind, place) => sql`(${ofKind(kind, place, viewer, query)})`);
  const { rows } = await sql<FurtherResult>`
    select kind, key, name, detail, "twinId" from (${sql.join(parts, sql` union all `)}) as results
    order by place, rank, lower(name) collate "C", detail, key`.execute(db);
  return rows;
}

/**
 * Selects the matches of a kind. For very common words, ranks only a limited number of matches, and those whose name
 * starts with a phrase.
 */
function ofKind(
  kind: SearchedKind,
  place: number,
  viewer: ReturnType<typeof toViewer>,
  { filters, phrases, ofEach }: FurtherQuery,
): RawBuilder<unknown> {
  const contains = (word: string) =>
    joinConditions(
      kind.names.map((name) => sql`${name} ilike ${containsPattern(word)}`),
      'or',
    );
  const request = { filters, sorts: [], pageNumber: 1, pageSize: ofEach };
  const { where: matches } = compileList(request, {
    fields: { SearchText: { type: 'C', sql: kind.name, contains } },
    key: kind.key,
    defaultSort: [],
  });
  const seen = kind.where?.(viewer) ?? sql`true`;
  const lowerName = sql`lower(${kind.name}) collate "C"`;
  const columns = sql`${kind.key} as key, ${kind.name} as name, ${kind.detail} as detail, ${kind.twinId} as "twinId"`;
  // Texts that start with a phrase sort between the phrase and the phrase followed by the last character (byte order).
  const leading = phrases.map(
    (phrase) => sql`(
      select ${columns}, case when ${lowerName} = ${phrase} then 0 else 1 end as rank from ${kind.from}
      where ${lowerName} >= ${phrase} and ${lowerName} < ${phrase} || chr(1114111) and ${matches} and ${seen}
      order by ${lowerName} limit ${ofEach})`,
  );
  const found = sql`(select ${columns}, 2 as rank from ${kind.from} where ${matches} and ${seen} limit ${maximumFound})`;
  return sql`
    select ${kind.kind}::text as kind, ${place}::int as place, * from (
      select distinct on (key) * from (${sql.join([...leading, found], sql` union all `)}) as every
      order by key, rank) as distinct_results
    order by rank, lower(name) collate "C", detail, key limit ${ofEach}`;
}
