import Button from '@mui/material/Button';
import type { ListBody } from '@twinward/contracts/core/list';
import { type ReactNode, useState } from 'react';
import { type ListAddressOptions, useListAddress } from '../../shared/address/list-address.ts';
import { contains } from '../../shared/api/filters.ts';
import { RowImportDialog } from '../../shared/import/row-import-dialog.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { formatCount, formatExact } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { SelectionBar } from '../../ui/list/selection-bar.tsx';
import { useSelection } from '../../ui/list/use-selection.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { pageSize } from './api/connections.ts';
import { feedImport, useExportFeeds } from './api/feed-import.ts';
import { type SourceRow, useReleaseSources, useSources } from './api/sources.ts';
import { ConnectionScreen, type ShownConnection } from './connection-screen.tsx';
import { connectionTabs } from './connection-words.ts';
import { TagFeedDialog } from './tag-feed-dialog.tsx';
import { ScaleTagsDialog } from './take/scale-tags-dialog.tsx';

const options: ListAddressOptions<'search'> = {
  filterNames: ['search'],
  sortFields: ['TagName', 'Source', 'LastTime'],
  defaultSort: { field: 'TagName', direction: 'Ascending' },
};

/** A source that feeds a tag; the list requests only those. */
type Feed = SourceRow & { tagId: number };

const toName = ({ tagName, source }: SourceRow): string => tagName ?? source;
const isFeed = (row: SourceRow): row is Feed => row.tagId !== null;

const columns: readonly Column<SourceRow>[] = [
  {
    id: 'tag',
    header: 'Tag',
    width: '32%',
    sort: { field: 'TagName' },
    cell: ({ tagName }) => <span title={tagName ?? ''}>{tagName}</span>,
  },
  {
    id: 'source',
    header: 'Source',
    wide: true,
    sort: { field: 'Source' },
    cell: ({ source }) => <span title={source}>{source}</span>,
  },
  {
    id: 'value',
    header: 'Latest value',
    numeric: true,
    width: '128px',
    wide: true,
    cell: ({ lastValue }) => (lastValue === null ? '–' : formatExact(lastValue)),
  },
  {
    id: 'time',
    header: 'Latest point',
    width: '160px',
    sort: { field: 'LastTime', first: 'Descending' },
    cell: ({ lastTime }) => <Time value={lastTime} none="None yet" />,
  },
];

/** `/settings/connections/{id}/tags`: the tags that a connection feeds, and the age of their data. */
export const ConnectionTagsPage = (): ReactNode => (
  <ConnectionScreen>{(shown) => <Tags {...shown} />}</ConnectionScreen>
);

function Tags({ connection, roles }: ShownConnection): ReactNode {
  const { id } = connection;
  const list = useListAddress(options);
  const { search } = list.filters;
  const body: ListBody = {
    filters: [
      { field: 'TagId', operator: 'IsNotNull', dataType: 'N' },
      ...contains(['TagName', 'Source'], search),
    ],
    sorts: [list.sort],
  };
  const found = useSources(id, body, list.page);
  const selection = useSelection(toName);
  const save = useExportFeeds(connection);
  const [opened, open] = useState<SourceRow | null>(null);
  const [released, askToRelease] = useState<readonly Feed[]>([]);
  const [scaled, askToScale] = useState<readonly Feed[]>([]);
  const [isImporting, setIsImporting] = useState(false);
  const chosen = selection.chosen.filter(isFeed);
  const source = connectionTabs(id, roles).find(({ label }) => label === 'Browse' || label === 'Sources');
  return (
    <>
      <FilterBar list={list} labels={{ search: (value) => `Contains “${value}”` }}>
        <SearchFilter list={list} name="search" label="Tag or source" />
        <Button loading={save.isPending} onClick={() => save.mutate()}>
          Export to Excel
        </Button>
        <Button onClick={() => setIsImporting(true)}>Import sheet</Button>
      </FilterBar>
      <ErrorState error={save.error} fallback="The tags could not be exported." />
      <SelectionBar
        label="Selected tags"
        chosen={selection.chosen}
        listed={found.data?.records ?? []}
        onChosen={selection.choose}
        actions={
          <>
            <Button variant="contained" onClick={() => askToScale(chosen)}>
              Scale values
            </Button>
            <Button onClick={() => askToRelease(chosen)}>Release</Button>
          </>
        }
      />
      <ListResults
        label="Tags"
        noun="tags"
        query={found}
        list={list}
        pageSize={pageSize}
        columns={[...columns, selection.column]}
        rowKey={(row) => row.source}
        onOpen={open}
        actions={{
          label: (row) => `Actions for ${toName(row)}`,
          of: (row) => [
            { label: 'Show feed', onChoose: () => open(row) },
            { label: 'Scale values', onChoose: () => askToScale([row].filter(isFeed)) },
            { label: 'Release', onChoose: () => askToRelease([row].filter(isFeed)) },
          ],
        }}
        fallback="The tags could not be loaded."
        empty={
          <EmptyState
            title="No tags yet."
            hint="Choose sources of the system and create tags from them."
            action={source === undefined ? undefined : <TextLink to={source.to}>{source.label}</TextLink>}
          />
        }
      />
      {opened?.tagId ? <TagFeedDialog tagId={opened.tagId} onClose={() => open(null)} /> : null}
      {released.length > 0 ? (
        <ReleaseDialog
          connectionId={id}
          feeds={released}
          onReleased={() => selection.choose([])}
          onClose={() => askToRelease([])}
        />
      ) : null}
      {scaled.length > 0 ? (
        <ScaleTagsDialog
          connectionId={id}
          feeds={scaled}
          onScaled={() => {
            askToScale([]);
            selection.choose([]);
          }}
          onClose={() => askToScale([])}
        />
      ) : null}
      {isImporting ? <RowImportDialog kind={feedImport(id)} onClose={() => setIsImporting(false)} /> : null}
    </>
  );
}

function ReleaseDialog({
  connectionId,
  feeds,
  onReleased,
  onClose,
}: {
  connectionId: number;
  feeds: readonly Feed[];
  onReleased: () => void;
  onClose: () => void;
}): ReactNode {
  const release = useReleaseSources(connectionId);
  const [first, ...others] = feeds;
  const isOne = others.length === 0;
  return (
    <ConfirmDialog
      title={isOne ? `Release ${first ? toName(first) : ''}?` : `Release ${formatCount(feeds.length)} tags?`}
      yes="Release"
      saving={release}
      fallback={isOne ? 'The tag could not be released.' : 'The tags could not be released.'}
      onYes={() =>
        release.mutate(
          feeds.map(({ tagId }) => tagId),
          {
            onSuccess: () => {
              onReleased();
              onClose();
            },
          },
        )
      }
      onNo={onClose}
    >
      {isOne
        ? 'The tag gets no more points from this connection. The tag and its points are kept.'
        : 'The tags get no more points from this connection. The tags and their points are kept.'}
    </ConfirmDialog>
  );
}
