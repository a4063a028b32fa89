import type { Sort } from '@twinward/contracts/core/list';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** Filters, sort and page of a list, kept in the URL so that the list can be linked to. */
export interface ListAddress<Name extends string> {
  /** Active filters by name. */
  filters: Partial<Record<Name, string>>;
  sort: Sort;
  /** Counts from 1. */
  page: number;
}

export interface ListAddressOptions<Name extends string> {
  filterNames: readonly Name[];
  /** Sortable fields; other fields in the URL are ignored. */
  sortFields: readonly string[];
  defaultSort: Sort;
  /** Accepts further filters and sorts, whose names are known only after loading. */
  more?: { isFilter: (name: string) => boolean; isSort: (field: string) => boolean };
}

const namesIn = <Name extends string>(
  names: Iterable<string>,
  { filterNames, more }: ListAddressOptions<Name>,
): Name[] => [...filterNames, ...([...names].filter((name) => more?.isFilter(name)) as Name[])];

/** Reads query parameters such as `?level=751-1000&sort=-Risk&page=2`. Missing ones get defaults. */
export function readListAddress<Name extends string>(
  search: URLSearchParams,
  options: ListAddressOptions<Name>,
): ListAddress<Name> {
  const { sortFields, defaultSort, more } = options;
  const filters: Partial<Record<Name, string>> = {};
  for (const name of namesIn(search.keys(), options)) {
    const value = search.get(name);
    if (value !== null && value !== '') filters[name] = value;
  }
  const sortText = search.get('sort') ?? '';
  const field = sortText.replace(/^-/, '');
  const page = Number(search.get('page'));
  return {
    filters,
    sort:
      sortFields.includes(field) || more?.isSort(field)
        ? { field, direction: sortText.startsWith('-') ? 'Descending' : 'Ascending' }
        : defaultSort,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** Writes the state of a list to query parameters, without defaults. */
export function writeListAddress<Name extends string>(
  { filters, sort, page }: ListAddress<Name>,
  options: ListAddressOptions<Name>,
): URLSearchParams {
  const { defaultSort } = options;
  const search = new URLSearchParams();
  for (const name of namesIn(Object.keys(filters), options)) {
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
  /** Sets filters, removes those given as undefined, and resets the page to 1. */
  setFilters: (changes: { [K in Name]?: string | undefined }) => void;
  clearFilters: () => void;
  setSort: (sort: Sort) => void;
  setPage: (page: number) => void;
}

/** The state of a list in the URL. Changes of filters and sort replace the history entry; changes of page add one. */
export function useListAddress<Name extends string>(options: ListAddressOptions<Name>): ListControl<Name> {
  const [search, setSearch] = useSearchParams();
  // A ref: a second change before the next render must not undo the first.
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
