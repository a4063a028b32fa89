import type { ConnectionSource } from '@twinward/contracts/connections/intake';
import type { ListBody } from '@twinward/contracts/core/list';
import { type ReactNode, useMemo, useState } from 'react';
import { type ListAddressOptions, useListAddress } from '../../shared/address/list-address.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { failureMessage } from '../../ui/feedback/failure.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatExact } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { pageSize } from './api/connections.ts';
import { useReleaseSources, useSources } from './api/sources.ts';
import { ConnectionScreen, type ShownConnection } from './connection-screen.tsx';
import { connectionTabs } from './connection-words.ts';
import { TagFeedDialog } from './tag-feed-dialog.tsx';

const options: ListAddressOptions<'search'> = {
  filterNames: ['search'],
  sortFields: ['TagName', 'Source', 'LastTime'],
  defaultSort: { field: 'TagName', direction: 'Ascending' },
};

const columns: readonly Column<ConnectionSource>[] = [
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

/** `/settings/connections/{id}/tags`: the tags that a connection feeds, and how fresh they are. */
export const ConnectionTagsPage = (): ReactNode => (
  <ConnectionScreen>{(shown) => <Tags {...shown} />}</ConnectionScreen>
);

function Tags({ connection: { id }, roles }: ShownConnection): ReactNode {
  const list = useListAddress(options);
  const { search } = list.filters;
  const body = useMemo<ListBody>(
    () => ({
      filters: [
        { field: 'TagId', operator: 'IsNotNull', dataType: 'N' },
        ...(search === undefined
          ? []
          : [
              {
                operator: 'GroupOr' as const,
                filters: ['TagName', 'Source'].map((field) => ({
                  field,
                  operator: 'Contains' as const,
                  value: search,
                  dataType: 'C' as const,
                })),
              },
            ]),
      ],
      sorts: [list.sort],
    }),
    [search, list.sort],
  );
  const [opened, open] = useState<ConnectionSource | null>(null);
  const [released, askToRelease] = useState<ConnectionSource | null>(null);
  const source = connectionTabs(id, roles).find(({ label }) => label === 'Browse' || label === 'Sources');
  return (
    <>
      <FilterBar
        filters={list.filters}
        labels={{ search: (value) => `Contains “${value}”` }}
        onRemove={(name) => list.setFilters({ [name]: undefined })}
        onClear={list.clearFilters}
      >
        <SearchField
          label="Tag or source"
          value={search ?? ''}
          onChange={(text) => list.setFilters({ search: text })}
        />
      </FilterBar>
      <ListResults
        label="Tags"
        noun="tags"
        query={useSources(id, body, list.page)}
        list={list}
        pageSize={pageSize}
        columns={columns}
        rowKey={(row) => row.source}
        onOpen={open}
        actions={{
          label: ({ tagName }) => `Actions for ${tagName}`,
          of: (row) => [
            { label: 'Show feed', onChoose: () => open(row) },
            { label: 'Release', onChoose: () => askToRelease(row) },
          ],
        }}
        fallback="The tags could not be loaded."
        empty={
          <EmptyState
            title="It feeds no tags yet."
            hint="Choose sources of the system, and make tags of them."
            action={source === undefined ? undefined : <TextLink to={source.to}>{source.label}</TextLink>}
          />
        }
      />
      {opened?.tagId ? <TagFeedDialog tagId={opened.tagId} onClose={() => open(null)} /> : null}
      {released?.tagId ? (
        <ReleaseDialog
          connectionId={id}
          tagId={released.tagId}
          name={released.tagName ?? released.source}
          onClose={() => askToRelease(null)}
        />
      ) : null}
    </>
  );
}

function ReleaseDialog({
  connectionId,
  tagId,
  name,
  onClose,
}: {
  connectionId: number;
  tagId: number;
  name: string;
  onClose: () => void;
}): ReactNode {
  const release = useReleaseSources(connectionId);
  return (
    <ConfirmDialog
      title={`Release ${name}?`}
      yes="Release"
      busy={release.isPending}
      onYes={() => release.mutate([tagId], { onSuccess: onClose })}
      onNo={onClose}
    >
      It gets no more points from this connection. The tag and its points stay.
      {release.error ? (
        <p role="alert">{failureMessage(release.error, 'The tag could not be released.')}</p>
      ) : null}
    </ConfirmDialog>
  );
}
