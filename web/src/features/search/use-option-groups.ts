import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { Filter } from '@twinward/contracts/core/list';
import type { SearchType } from '@twinward/contracts/core/search';
import { twinPath } from '../../shared/address/paths.ts';
import { useRecordSearch } from '../../shared/api/queries/use-record-search.ts';
import { useWatches } from '../../shared/api/queries/use-watches.ts';
import { useRecentItems } from '../../shared/recent/recent-items.ts';
import { mayOpen, useSession } from '../../shared/session/session-context.tsx';
import { useSearchByKind, useSearchOfKind } from './api/search.ts';
import { type FurtherKind, furtherKinds } from './further-kinds.ts';
import {
  filled,
  furtherGroup,
  kindGroups,
  type OptionGroup,
  oneKindGroup,
  recentGroup,
  recordGroup,
  watchedGroup,
} from './options.ts';

/** Records of custom types, and of each further kind, below the other results. */
const recordsShown = 5;
/** The greatest page of results that the server gives. */
const maximumShown = 1000;

interface FoundGroups {
  groups: OptionGroup[];
  isFetching: boolean;
  /** Whether the results are those of the search before. */
  isOutdated: boolean;
  error: Error | null;
}

/** What a search finds: a few of each kind, or of one kind as many as are asked for. */
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
  const further = useFurtherGroups(types.length > 1 ? filters : []);
  const found = only === null ? kinds : ofKind;
  const isSearching = filters.length > 0 && types.length > 0;
  const groups: OptionGroup[] = [];
  if (isSearching && only === null) {
    if (kinds.data !== undefined) groups.push(...kindGroups(kinds.data, more.onKind));
    if (records.data !== undefined) groups.push(recordGroup(records.data, text));
    groups.push(...further.groups);
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

/** Records of the kinds that the user may open and the search has no entries of; no request without filters. */
function useFurtherGroups(filters: readonly Filter[]): Pick<FoundGroups, 'groups' | 'isFetching'> {
  const session = useSession();
  const kinds = filters.length === 0 ? none : furtherKinds.filter(({ access }) => mayOpen(session, access));
  const answers = useQueries({
    queries: kinds.map(({ query }) => ({
      ...query(filters, recordsShown),
      placeholderData: keepPreviousData,
    })),
  });
  return {
    groups: kinds.flatMap((kind, at) => {
      const page = answers[at]?.data;
      return page === undefined ? [] : [furtherGroup(kind.label, kind.results(page))];
    }),
    isFetching: answers.some(({ isFetching }) => isFetching),
  };
}

const none: readonly FurtherKind[] = [];

/** The groups of an empty box: the records that the user opened last, and the watched twins. */
export function useOfferedGroups(isEmpty: boolean): OptionGroup[] {
  const recent = useRecentItems(useSession());
  const watches = useWatches(isEmpty).data;
  if (!isEmpty) return [];
  const paths = new Set(recent.map(({ path }) => path));
  const watched = (watches ?? []).filter(({ twin }) => !paths.has(twinPath(twin.id)));
  return filled([recentGroup(recent), watchedGroup(watched)]);
}
