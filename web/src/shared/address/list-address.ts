import type { Sort } from '@twinward/contracts/core/list';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** A list's filters, sort and page, kept in the address so that a list can be linked to and gone back to. */
export interface ListAddress<Name extends string> {
  /** The filters that are set, by name. */
  filters: Partial<Record<Name, string>>;
  sort: Sort;
  /** Counts from 1. */
  page: number;
}

export interface ListAddressOptions<Name extends string> {
  filterNames: readonly Name[];
  /** Fields that may be sorted by; any other in the address is ignored. */
  sortFields: readonly string[];
  defaultSort: Sort;
}

/** Reads an address such as `?level=751-1000&sort=-Risk&page=2`; what it does not say is the default. */
export function readListAddress<Name extends string>(
  search: URLSearchParams,
  { filterNames, sortFields, defaultSort }: ListAddressOptions<Name>,
): ListAddress<Name> {
  const filters: Partial<Record<Name, string>> = {};
  for (const name of filterNames) {
    const value = search.get(name);
    if (value !== null && value !== '') filters[name] = value;
  }
  const sortText = search.get('sort') ?? '';
  const field = sortText.replace(/^-/, '');
  const page = Number(search.get('page'));
  return {
    filters,
    sort: sortFields.includes(field)
      ? { field, direction: sortText.startsWith('-') ? 'Descending' : 'Ascending' }
      : defaultSort,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** The address's own form of a list's state, without what is the default. */
export function writeListAddress<Name extends string>(
  { filters, sort, page }: ListAddress<Name>,
  { filterNames, defaultSort }: ListAddressOptions<Name>,
): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of filterNames) {
    const value = filters[name];
    if (value !== undefined && value !== '') search.set(name, value);
  }
  if (sort.field !== defaultSort.field || sort.direction !== defaultSort.direction) {
    search.set('sort', `${sort.direction === 'Descending' ? '-' : ''}${sort.field}`);
  }
  if (page > 1) search.set('page', String(page));
  return search;
}

export interface ListControl<Name extends string> extends ListAddress<Name> {
  /** Sets filters, or removes those given as undefined; leads back to the first page. */
  setFilters: (changes: { [K in Name]?: string | undefined }) => void;
  clearFilters: () => void;
  setSort: (sort: Sort) => void;
  setPage: (page: number) => void;
}

/** A list's state in the address. Filters and sorts replace the entry in the history; pages add one. */
export function useListAddress<Name extends string>(options: ListAddressOptions<Name>): ListControl<Name> {
  const [search, setSearch] = useSearchParams();
  // A change may come before the one before it is drawn, and must not undo it.
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  }, [search]);
  const change = useCallback(
    (next: (now: ListAddress<Name>) => ListAddress<Name>, replace = true) => {
      latest.current = writeListAddress(next(readListAddress(latest.current, options)), options);
      setSearch(latest.current, { replace });
    },
    [setSearch, options],
  );
  return useMemo(
    () => ({
      ...readListAddress(search, options),
      setFilters: (changes) =>
        change((now) => ({ ...now, filters: { ...now.filters, ...changes }, page: 1 })),
      clearFilters: () => change((now) => ({ ...now, filters: {}, page: 1 })),
      setSort: (sort) => change((now) => ({ ...now, sort, page: 1 })),
      setPage: (page) => change((now) => ({ ...now, page }), false),
    }),
    [search, options, change],
  );
}
