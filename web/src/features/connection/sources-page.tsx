import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Filter, ListBody } from '@twinward/contracts/core/list';
import { type ReactNode, useMemo, useState } from 'react';
import { type ListAddressOptions, useListAddress } from '../../shared/address/list-address.ts';
import { contains, equals } from '../../shared/api/filters.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { findLabel } from '../../ui/form/choices.ts';
import { formatCount, formatExact } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { useSelection } from '../../ui/list/use-selection.tsx';
import type { Action } from '../../ui/page/actions-menu.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { pageSize } from './api/connections.ts';
import { type SourceRow, useIgnoreSources, useReleaseSources, useSources } from './api/sources.ts';
import { ConnectionScreen, type ShownConnection } from './connection-screen.tsx';
import type { Candidate } from './take/candidates.ts';
import { CreateTagsDialog } from './take/create-tags-dialog.tsx';
import { FeedTagDialog } from './take/feed-tag-dialog.tsx';

type Shown = 'tags' | 'ignored' | 'all';

const shownChoices: readonly { value: Shown; label: string }[] = [
  { value: 'tags', label: 'Feed tags' },
  { value: 'ignored', label: 'Ignored' },
  { value: 'all', label: 'All' },
];

const options: ListAddressOptions<'search' | 'show'> = {
  filterNames: ['search', 'show'],
  sortFields: ['Source', 'TagName', 'FirstSeen', 'LastTime'],
  defaultSort: { field: 'Source', direction: 'Ascending' },
};

const toName = ({ source }: SourceRow): string => source;
const isFree = ({ tagId }: SourceRow): boolean => tagId === null;

/** `/settings/connections/{id}/sources`: sources that delivered points, to create tags from or to ignore. */
export const SourcesPage = (): ReactNode => (
  <ConnectionScreen>{(shown) => <Sources {...shown} />}</ConnectionScreen>
);

function Sources({ connection: { id: connectionId } }: ShownConnection): ReactNode {
  const list = useListAddress(options);
  const body = useMemo(
    () => toListBody(list.filters.show, list.filters.search, list.sort),
    [list.filters, list.sort],
  );
  const found = useSources(connectionId, body, list.page);
  const selection = useSelection<SourceRow>(toName);
  const ignore = useIgnoreSources(connectionId);
  const release = useReleaseSources(connectionId);
  const [taking, take] = useState<readonly SourceRow[] | null>(null);
  const [fed, feed] = useState<SourceRow | null>(null);
  const [news, setNews] = useState('');
  const { chosen } = selection;
  const free = chosen.filter(isFree);

  const setIgnored = (rows: readonly SourceRow[], isIgnored: boolean): void => {
    const sources = rows.filter((row) => row.isIgnored !== isIgnored).map(({ source }) => source);
    ignore.mutate({ sources, isIgnored }, { onSuccess: () => selection.choose([]) });
  };
  const listActions = (row: SourceRow): readonly Action[] =>
    row.tagId === null
      ? [
          { label: 'Create a tag', onChoose: () => take([row]) },
          { label: 'Feed an existing tag', onChoose: () => feed(row) },
          row.isIgnored
            ? { label: 'Stop ignoring', onChoose: () => setIgnored([row], false) }
            : { label: 'Ignore', onChoose: () => setIgnored([row], true) },
        ]
      : [{ label: 'Release', onChoose: () => row.tagId !== null && release.mutate([row.tagId]) }];

  return (
    <>
      <FilterBar
        list={list}
        labels={{
          search: (value) => `Contains “${value}”`,
          show: (value) => `Shows: ${findLabel(shownChoices, value)}`,
        }}
      >
        <SearchFilter list={list} name="search" label="Source" />
        <ChoiceFilter list={list} name="show" label="Shows" none="New" choices={shownChoices} />
        <Button
          disabled={!found.data?.records.some(isFree)}
          onClick={() => selection.choose((found.data?.records ?? []).filter(isFree))}
        >
          Choose page
        </Button>
      </FilterBar>
      {chosen.length === 0 ? null : (
        <Stack direction="row" spacing={2} sx={{ alignItems: 'center', flexWrap: 'wrap', pb: 2 }}>
          <Typography>{`${formatCount(chosen.length)} chosen`}</Typography>
          <Button variant="contained" disabled={free.length === 0} onClick={() => take(free)}>
            Create tags
          </Button>
          <Button
            disabled={free.length === 0}
            loading={ignore.isPending}
            onClick={() => setIgnored(free, list.filters.show !== 'ignored')}
          >
            {list.filters.show === 'ignored' ? 'Stop ignoring' : 'Ignore'}
          </Button>
          <Button onClick={() => selection.choose([])}>Clear</Button>
        </Stack>
      )}
      <ErrorState error={ignore.error} fallback="The sources could not be ignored." />
      <ErrorState error={release.error} fallback="The tag could not be released." />
      <Muted role="status">{news}</Muted>
      <ListResults
        label="Sources"
        noun="sources"
        query={found}
        list={list}
        pageSize={pageSize}
        columns={[selection.column, ...columns]}
        rowKey={({ source }) => source}
        actions={{ label: ({ source }) => `Actions for ${source}`, of: listActions }}
        fallback="The sources could not be loaded."
        empty={
          <EmptyState
            title="No new sources."
            hint="Sources that deliver points but feed no tag yet appear here."
          />
        }
      />
      {taking === null ? null : (
        <CreateTagsDialog
          connectionId={connectionId}
          candidates={taking.map(toCandidate)}
          onMade={(count) => {
            take(null);
            selection.choose([]);
            setNews(count === 1 ? '1 tag created.' : `${formatCount(count)} tags created.`);
          }}
          onClose={() => take(null)}
        />
      )}
      {fed === null ? null : (
        <FeedTagDialog
          connectionId={connectionId}
          source={fed.source}
          onFed={({ name }) => {
            feed(null);
            setNews(`${fed.source} feeds ${name}.`);
          }}
          onClose={() => feed(null)}
        />
      )}
    </>
  );
}

function toListBody(
  show: string | undefined,
  search: string | undefined,
  sort: ListBody['sorts'][number],
): ListBody {
  const filters: Filter[] = [];
  if (show === undefined || show === 'ignored') {
    filters.push(
      { field: 'TagId', operator: 'IsNull', dataType: 'N' },
      ...equals('IsIgnored', show === 'ignored'),
    );
  }
  if (show === 'tags') filters.push({ field: 'TagId', operator: 'IsNotNull', dataType: 'N' });
  filters.push(...contains('Source', search));
  return { filters, sorts: [sort] };
}

const toCandidate = ({ source, lastValue, lastTime }: SourceRow): Candidate => ({
  source,
  name: source,
  folders: [],
  description: '',
  unit: null,
  value: lastValue,
  time: lastTime,
});

const columns: readonly Column<SourceRow>[] = [
  {
    id: 'source',
    header: 'Source',
    width: '36%',
    sort: { field: 'Source' },
    cell: ({ source }) => <span title={source}>{source}</span>,
  },
  {
    id: 'value',
    header: 'Latest value',
    numeric: true,
    width: '120px',
    cell: ({ lastValue }) => (lastValue === null ? '–' : formatExact(lastValue)),
  },
  {
    id: 'time',
    header: 'Latest point',
    width: '128px',
    wide: true,
    sort: { field: 'LastTime', first: 'Descending' },
    cell: ({ lastTime }) => <Time value={lastTime} />,
  },
  {
    id: 'first',
    header: 'First seen',
    width: '128px',
    wide: true,
    sort: { field: 'FirstSeen', first: 'Descending' },
    cell: ({ firstSeen }) => <Time value={firstSeen} />,
  },
  {
    id: 'tag',
    header: 'Feeds',
    wide: true,
    sort: { field: 'TagName' },
    cell: ({ tagName, isIgnored }) => tagName ?? (isIgnored ? 'Ignored' : 'No tag'),
  },
];
