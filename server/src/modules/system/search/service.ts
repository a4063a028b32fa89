import type { Filter, Page } from '@twinward/contracts/core/list';
import type { SearchKind, SearchResult, SearchType } from '@twinward/contracts/core/search';
import { searchWords } from '@twinward/domain/search/filters';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  deleteEntryRows,
  type EntryRow,
  type SearchQuery,
  selectByKind,
  selectEntries,
  upsertEntries,
} from './store.ts';
import { toPhrases } from './words.ts';

export { maximumFound, type SearchEntry } from './store.ts';
export { containsPattern } from './words.ts';

export interface SearchRequest {
  filters: Filter[];
  types: readonly number[];
  pageNumber: number;
  pageSize: number;
}

/** A found entry. `type` is one of `SearchType`, or of `toSearchType`. */
export interface FoundEntry extends Omit<SearchResult, 'type'> {
  type: number;
}

/** Returns the search type of the records of a custom type, which is above those of built-in types. */
export const toSearchType = (recordTypeId: number): number => firstRecordType + recordTypeId;
export const toRecordTypeId = (searchType: number): number => searchType - firstRecordType;
const firstRecordType = 1000;

/** Upserts entries of records without triggers that do so. */
export const upsertSearchEntries = upsertEntries;

/** @param type search type, see `toSearchType` */
export const deleteSearchEntries = deleteEntryRows;

/** Searches entries of built-in types. @throws AppError as `findEntries`. */
export const searchEntries = (
  db: Db,
  request: Omit<SearchRequest, 'types'> & { types: readonly SearchType[] },
): Promise<Page<SearchResult>> => findEntries(db, request) as Promise<Page<SearchResult>>;

/** @throws AppError `invalid-request` if the text or the list of types is empty. */
export async function findEntries(db: Db, request: SearchRequest): Promise<Page<FoundEntry>> {
  const { records, total } = await selectEntries(db, toQuery(request));
  return { records: records.map(toFound), total };
}

/** Returns the first results of each type with results. @throws AppError as `findEntries`. */
export async function searchByKind(
  db: Db,
  request: { filters: Filter[]; types: readonly SearchType[] },
  ofEach: number,
): Promise<SearchKind[]> {
  const query = toQuery({ ...request, pageNumber: 1, pageSize: ofEach });
  const rows = await selectByKind(db, query, ofEach);
  return [...new Set(rows.map(({ type }) => type))].map((type) => {
    const own = rows.filter((row) => row.type === type);
    const { total, isCapped } = own[0]!;
    return { type: type as SearchType, total, isCapped, records: own.map(toFound) as SearchResult[] };
  });
}

function toQuery({ types, ...request }: SearchRequest): SearchQuery {
  const { filters, words, phrases } = toSearch(request.filters);
  if (types.length === 0) refuse('types', 'At least one search type must be selected.');
  return { request: { ...request, filters, sorts: [] }, types, words, phrases };
}

/**
 * Returns the search in lower case: its filters, their words, and the phrases that names may begin with.
 * @throws AppError `invalid-request` if there are no words.
 */
export function toSearch(given: readonly Filter[]) {
  const filters = given.map(lowered);
  const words = searchWords(filters);
  if (words.length === 0) refuse('filters', 'Must specify at least one word to search.');
  return { filters, words, phrases: toPhrases(filters) };
}

const toFound = (row: EntryRow): FoundEntry => ({
  type: row.type,
  id: row.record_id,
  name: row.name,
  detail: row.detail,
  assetId: row.asset_id,
  twinId: row.twin_id,
});

/** Returns a filter with its words in lower case, like the indexed texts. */
function lowered(filter: Filter): Filter {
  if ('filters' in filter) return { ...filter, filters: filter.filters.map(lowered) };
  const { value } = filter;
  return typeof value === 'string' ? { ...filter, value: value.toLowerCase() } : filter;
}

function refuse(path: string, message: string): never {
  throw new AppError('invalid-request', message, { errors: [{ path, message }] });
}
