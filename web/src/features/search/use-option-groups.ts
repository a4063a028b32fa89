import type { Filter } from '@twinward/contracts/core/list';
import type { SearchType } from '@twinward/contracts/core/search';
import { twinPath } from '../../shared/address/paths.ts';
import { useRecordSearch } from '../../shared/api/queries/use-record-search.ts';
import { useWatches } from '../../shared/api/queries/use-watches.ts';
import { useRecentItems } from '../../shared/recent/recent-items.ts';
import { useSession } from '../../shared/session/session-context.tsx';
import { useFurtherSearch, useSearchByKind, useSearchOfKind } from './api/search.ts';
import {
  filled,
  furtherGroups,
  kindGroups,
  type OptionGroup,
  oneKindGroup,
  recentGroup,
  recordGroup,
  watchedGroup,
} from './options.ts';

/** Maximum number of records of custom types, and of each further kind, below the other results. */
const recordsShown = 5;
/** Maximum page size of the server. */
const maximumShown = 1000;

interface FoundGroups {
  groups: OptionGroup[];
  isFetching: boolean;
  /** Whether the results belong to the previous search. */
  isOutdated: boolean;
  error: Error | null;
}

/** The groups of search results: a few of each kind, or the requested number of one kind. */
export function useFoundGroups(
  filters: readonly Filter[],
  types: readonly SearchType[],
  text: string,
  more: { shown: number; onMore: () => void; onKind: (type: SearchType) => void },
): FoundGroups {
  const only = types.length === 1 ? types[0]! : null;
  const kinds = useSearchByKind(filters, types);
  const ofKind = useSearchOfKind(filters, only, more.shown);
  const records = useRecordSearch(types.length > 1 ? filters : [], 1, recordsShown);
  const further = useFurtherSearch(types.length > 1 ? filters : [], recordsShown);
  const found = only === null ? kinds : ofKind;
  const isSearching = filters.length > 0 && types.length > 0;
  const groups: OptionGroup[] = [];
  if (isSearching && only === null) {
    if (kinds.data !== undefined) groups.push(...kindGroups(kinds.data, more.onKind));
    if (records.data !== undefined) groups.push(recordGroup(records.data, text));
    if (further.data !== undefined) groups.push(...furtherGroups(further.data));
  } else if (isSearching && only !== null && ofKind.data !== undefined) {
    groups.push(oneKindGroup(only, ofKind.data, more.shown < maximumShown ? more.onMore : null));
  }
  return {
    groups: filled(groups),
    isFetching: found.isFetching || records.isFetching || further.isFetching,
    isOutdated: found.isPlaceholderData,
    error: found.error,
  };
}

/** The groups for an empty box: recently opened records, and watched twins. */
export function useOfferedGroups(isEmpty: boolean): OptionGroup[] {
  const recent = useRecentItems(useSession());
  const watches = useWatches(isEmpty).data;
  if (!isEmpty) return [];
  const paths = new Set(recent.map(({ path }) => path));
  const watched = (watches ?? []).filter(({ twin }) => !paths.has(twinPath(twin.id)));
  return filled([recentGroup(recent), watchedGroup(watched)]);
}
