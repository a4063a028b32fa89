import type { Watch } from '@twinward/contracts/advisories/watch';
import type { SearchKind, SearchResult, SearchType } from '@twinward/contracts/core/search';
import type { FurtherResult } from '@twinward/contracts/questions/further-search';
import type { RecordSearchResult } from '@twinward/contracts/records/record';
import { twinPath } from '../../shared/address/paths.ts';
import { recordSearchPath } from '../../shared/address/record-path.ts';
import type { PageCommand } from '../../shared/commands/page-commands.ts';
import type { RecentItem } from '../../shared/recent/recent-items.ts';
import { formatCount } from '../../ui/format/format.ts';
import { furtherResults } from './further-kinds.ts';
import { type Result, toResult, typeLabels } from './result-path.ts';

/** An option of the search, opened by Enter or a click. */
export type Option =
  | { kind: 'command'; key: string; command: PageCommand }
  | { kind: 'result'; key: string; result: Result }
  | { kind: 'more'; key: string; label: string; onChoose: () => void };

/** Options under a heading. */
export interface OptionGroup {
  label: string;
  options: Option[];
}

const ofResult = (result: Result): Option => ({ kind: 'result', key: result.key, result });
const typeLabel = (type: SearchType): string => typeLabels.find(([each]) => each === type)?.[1] ?? '';

/** Removes groups without options. */
export const filled = (groups: readonly OptionGroup[]): OptionGroup[] =>
  groups.filter(({ options }) => options.length > 0);

export const commandGroup = (commands: readonly PageCommand[]): OptionGroup => ({
  label: 'Commands',
  options: commands.map((command) => ({ kind: 'command', key: `command ${command.title}`, command })),
});

/** A group per kind with its first results, and an option that shows all of the kind. */
export const kindGroups = (kinds: readonly SearchKind[], onKind: (type: SearchType) => void): OptionGroup[] =>
  kinds.map(({ type, records, total, isCapped }) => {
    const label = typeLabel(type);
    const options = records.map((record) => ofResult(toResult(record)));
    if (total > records.length || isCapped) {
      options.push({
        kind: 'more',
        key: `more ${type}`,
        label: isCapped ? `More ${label}` : `All ${formatCount(total)} ${label}`,
        onChoose: () => onKind(type),
      });
    }
    return { label, options };
  });

/** The group of one kind, with an option that shows more results. */
export function oneKindGroup(
  type: SearchType,
  { records, total }: { records: readonly SearchResult[]; total: number },
  onMore: (() => void) | null,
): OptionGroup {
  const options = records.map((record) => ofResult(toResult(record)));
  const left = total - records.length;
  if (left > 0 && onMore !== null) {
    options.push({
      kind: 'more',
      key: 'more',
      label: `Show more (${formatCount(left)} left)`,
      onChoose: onMore,
    });
  }
  return { label: typeLabel(type), options };
}

/** The group of found records of custom types, with an option that links to all. @param text the typed text */
export function recordGroup(
  { records, total }: { records: readonly RecordSearchResult[]; total: number },
  text: string,
): OptionGroup {
  const options = records.map(({ id, title, typeCaption }) =>
    ofResult({
      key: `record-${id}`,
      name: title,
      detail: typeCaption,
      kind: 'Record',
      path: `/tools/records/${id}`,
    }),
  );
  if (total > 0) {
    options.push(
      ofResult({
        key: 'records',
        name: `Records: ${formatCount(total)}`,
        detail: 'All records that match',
        kind: '',
        path: recordSearchPath(text),
      }),
    );
  }
  return { label: 'Records', options };
}

/** A group for each kind outside the search index. */
export const furtherGroups = (found: readonly FurtherResult[]): OptionGroup[] =>
  [...furtherResults(found)].map(([label, results]) => ({ label, options: results.map(ofResult) }));

export const recentGroup = (items: readonly RecentItem[]): OptionGroup => ({
  label: 'Recent',
  options: items.map(({ path, title, kind }) =>
    ofResult({ key: `recent ${path}`, name: title, detail: '', kind, path }),
  ),
});

/** Maximum number of watched twins offered for an empty search. */
const maximumWatched = 8;

export const watchedGroup = (watches: readonly Watch[]): OptionGroup => ({
  label: 'Watchlist',
  options: watches
    .slice(0, maximumWatched)
    .map(({ twin: { id, assetName } }) =>
      ofResult({ key: `watched ${id}`, name: assetName, detail: '', kind: 'Twin', path: twinPath(id) }),
    ),
});
