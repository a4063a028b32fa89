import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { LinkedRecord, LinkPanel } from '@twinward/contracts/records/link';
import { recordPath } from '@twinward/domain/records/record-path';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Time } from '../../ui/format/time.tsx';
import { type Column, DataTable, type SortState } from '../../ui/list/data-table.tsx';
import { PageLinks } from '../../ui/list/page-links.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import type { RecordKey } from '../record/record-key.ts';
import { LinkDialog } from './link-dialog.tsx';
import {
  holds,
  linkPageSize,
  mayAdd,
  mayLink,
  newRecordPath,
  useLinkedRecords,
  useRemoveLink,
} from './links.ts';

const columns: readonly Column<LinkedRecord>[] = [
  {
    id: 'title',
    header: 'Name',
    sort: { field: 'Title' },
    cell: (record) => {
      const path = recordPath(record);
      const title = <span title={record.title}>{record.title || '(no title)'}</span>;
      return path === null ? title : <TextLink to={path}>{title}</TextLink>;
    },
  },
  {
    id: 'detail',
    header: 'Detail',
    width: '32%',
    wide: true,
    sort: { field: 'Detail' },
    cell: ({ detail }) => detail || '–',
  },
  {
    id: 'linkedAt',
    header: 'Linked',
    width: '20%',
    wide: true,
    sort: { field: 'LinkedAt', first: 'Descending' },
    cell: ({ linkedAt }) => <Time value={linkedAt} />,
  },
];

/** The records linked to a record by one relationship, with buttons to link, add and unlink. */
export function LinkedRecords({ owner, panel }: { owner: RecordKey; panel: LinkPanel }): ReactNode {
  const [sort, setSort] = useState<SortState>({ field: 'Title', direction: 'Ascending' });
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [isLinking, setIsLinking] = useState(false);
  const [unlinked, setUnlinked] = useState<LinkedRecord | null>(null);
  const query = useLinkedRecords(owner, panel, { filters: holds(search), sorts: [sort] }, page);
  return (
    <Section
      title={panel.caption}
      aside={
        mayLink(panel) ? (
          <Stack direction="row" sx={{ gap: 1 }}>
            {mayAdd(panel) ? (
              <Button component={Link} to={newRecordPath(owner, panel)} size="small">
                Add
              </Button>
            ) : null}
            <Button
              size="small"
              aria-label={`Link to ${panel.caption}`}
              onClick={() => {
                setIsLinking(true);
              }}
            >
              Link
            </Button>
          </Stack>
        ) : null
      }
    >
      {panel.count > linkPageSize || search !== '' ? (
        <SearchField
          label={`Name in ${panel.caption}`}
          value={search}
          onChange={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
      ) : null}
      <Loaded query={query} rows={2} fallback="The linked records could not be loaded.">
        {({ records, total }) =>
          records.length === 0 ? (
            <Muted sx={{ py: 1 }}>{search === '' ? 'No linked records.' : 'No results found.'}</Muted>
          ) : (
            <>
              <DataTable
                label={panel.caption}
                columns={columns}
                rows={records}
                rowKey={({ linkId }) => linkId}
                sort={sort}
                onSort={setSort}
                outdated={query.isPlaceholderData}
                {...(panel.canWrite
                  ? {
                      actions: {
                        label: (record: LinkedRecord) => `Actions for ${record.title}`,
                        of: (record: LinkedRecord) => [
                          { label: 'Unlink', onChoose: () => setUnlinked(record) },
                        ],
                      },
                    }
                  : {})}
              />
              {total > linkPageSize ? (
                <PageLinks
                  page={page}
                  pageSize={linkPageSize}
                  total={total}
                  noun="records"
                  onChange={setPage}
                />
              ) : null}
            </>
          )
        }
      </Loaded>
      {isLinking ? <LinkDialog owner={owner} panel={panel} onClose={() => setIsLinking(false)} /> : null}
      {unlinked === null ? null : (
        <Unlink owner={owner} record={unlinked} panel={panel} onClose={() => setUnlinked(null)} />
      )}
    </Section>
  );
}

function Unlink({
  owner,
  record,
  panel,
  onClose,
}: {
  owner: RecordKey;
  record: LinkedRecord;
  panel: LinkPanel;
  onClose: () => void;
}): ReactNode {
  const remove = useRemoveLink(owner, panel);
  return (
    <ConfirmDialog
      title={`Unlink ${record.title}?`}
      yes="Unlink"
      saving={remove}
      fallback="The record could not be unlinked."
      onYes={() => remove.mutate(record, { onSuccess: onClose })}
      onNo={onClose}
    >
      The record is removed from “{panel.caption}”. Both records are kept.
    </ConfirmDialog>
  );
}
