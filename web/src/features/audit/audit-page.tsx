import Box from '@mui/material/Box';
import type { AuditEntry } from '@twinward/contracts/system/audit';
import { actionLabels, entityLabel } from '@twinward/domain/audit/labels';
import { type ReactNode, useState } from 'react';
import { useListView } from '../../shared/view/use-list-view.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Time } from '../../ui/format/time.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ChoiceFilter, DayFilter, SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useExportAudit } from './api/export-audit.ts';
import { pageSize, useAudit } from './api/list-audit.ts';
import { AuditDialog } from './audit-dialog.tsx';
import {
  actionChoices,
  auditListBody,
  auditListOptions,
  changesText,
  filterLabels,
  kindChoices,
} from './audit-values.ts';

/** The audit trail; read-only. */
export function AuditPage(): ReactNode {
  const timeZone = useTimeZone();
  const { list, visibleColumns, controls } = useListView('settings.audit', auditListOptions);
  const body = auditListBody(list.filters, list.sort, timeZone);
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const exporting = useExportAudit();
  return (
    <Page
      title="Audit trail"
      actions={
        <ActionsMenu
          label="Actions for the audit trail"
          actions={[
            { label: 'Download as xlsx', onChoose: () => exporting.mutate({ body, format: 'xlsx' }) },
            { label: 'Download as csv', onChoose: () => exporting.mutate({ body, format: 'csv' }) },
          ]}
        />
      }
    >
      <FilterBar list={list} labels={filterLabels}>
        <SearchFilter list={list} name="user" label="User" width={160} />
        <SearchFilter list={list} name="name" label="What was changed" />
        <ChoiceFilter list={list} name="action" label="Action" choices={actionChoices} />
        <ChoiceFilter list={list} name="type" label="Kind" choices={kindChoices} />
        <DayFilter list={list} name="from" label="From" />
        <DayFilter list={list} name="to" label="To" />
        {controls(columns, body)}
      </FilterBar>
      <Box sx={{ minWidth: 0 }}>
        <ListResults
          label="Audit trail"
          noun="entries"
          query={useAudit(body, list.page)}
          list={list}
          pageSize={pageSize}
          columns={visibleColumns(columns)}
          rowKey={(entry) => entry.id}
          onOpen={setOpen}
          fallback="The audit trail could not be loaded."
          empty={<EmptyState title="No changes yet." />}
        />
      </Box>
      {open === null ? null : <AuditDialog entry={open} onClose={() => setOpen(null)} />}
    </Page>
  );
}

const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'time',
    header: 'Time',
    width: '176px',
    phoneWidth: '34%',
    wraps: true,
    sort: { field: 'Time', first: 'Descending' },
    cell: (entry) => <Time value={entry.time} />,
  },
  {
    id: 'user',
    header: 'User',
    width: '13%',
    wide: true,
    sort: { field: 'UserName' },
    cell: (entry) => entry.userName,
  },
  {
    id: 'action',
    header: 'Action',
    width: '168px',
    wide: true,
    sort: { field: 'Action' },
    cell: (entry) => actionLabels[entry.action],
  },
  {
    id: 'entity',
    header: 'What',
    width: '30%',
    wraps: true,
    sort: { field: 'EntityName' },
    cell: (entry) => <Thing entry={entry} />,
  },
  {
    id: 'fields',
    header: 'Changes',
    wide: true,
    wraps: true,
    cell: (entry) => <Changes entry={entry} />,
  },
];

/** The changed record, as a link if it still exists. On a phone, also shows the content of the hidden columns. */
function Thing({ entry }: { entry: AuditEntry }): ReactNode {
  const { path, title } = entry;
  return (
    <>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {entityLabel(entry.entityType)}
      </Box>{' '}
      {path === null ? title : <TextLink to={path}>{title}</TextLink>}
      <Box sx={{ display: { xs: 'block', md: 'none' }, color: 'text.secondary', pt: 1 }}>
        {actionLabels[entry.action]} by {entry.userName}
        <Changes entry={entry} />
      </Box>
    </>
  );
}

/** The first changes, limited to a few lines. The details dialog shows all. */
function Changes({ entry }: { entry: AuditEntry }): ReactNode {
  const text = changesText(entry);
  return (
    <Box
      sx={{
        display: '-webkit-box',
        WebkitBoxOrient: 'vertical',
        WebkitLineClamp: '3',
        overflow: 'hidden',
        overflowWrap: 'anywhere',
      }}
    >
      {text || '–'}
    </Box>
  );
}
