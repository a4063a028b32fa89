import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { AuditEntry } from '@twinward/contracts/system/audit';
import { type ReactNode, useMemo, useState } from 'react';
import { type ListAddressOptions, useListAddress } from '../../shared/address/list-address.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { Time } from '../../ui/format/time.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { Page } from '../../ui/page/page.tsx';
import { pageSize, useAudit } from './api/list-audit.ts';
import { AuditDialog } from './audit-dialog.tsx';
import { type AuditFilterName, actionLabels, auditListBody, findDifferences } from './audit-values.ts';

const options: ListAddressOptions<AuditFilterName> = {
  filterNames: ['user', 'action', 'type', 'name'],
  sortFields: ['Time', 'UserName', 'Action', 'EntityType', 'EntityName'],
  defaultSort: { field: 'Time', direction: 'Descending' },
};
const actionChoices = Object.entries(actionLabels).map(([value, label]) => ({ value, label }));

/** The audit trail; read-only. */
export function AuditPage(): ReactNode {
  const list = useListAddress(options);
  const body = useMemo(() => auditListBody(list.filters, list.sort), [list.filters, list.sort]);
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const { filters, setFilters } = list;
  const columns: readonly Column<AuditEntry>[] = [
    {
      id: 'time',
      header: 'Time',
      width: '176px',
      sort: { field: 'Time', first: 'Descending' },
      cell: (entry) => <Time value={entry.time} />,
    },
    {
      id: 'user',
      header: 'User',
      width: '16%',
      wide: true,
      sort: { field: 'UserName' },
      cell: (entry) => entry.userName,
    },
    {
      id: 'action',
      header: 'Action',
      width: '180px',
      wide: true,
      sort: { field: 'Action' },
      cell: (entry) => actionLabels[entry.action],
    },
    {
      id: 'entity',
      header: 'What',
      sort: { field: 'EntityName' },
      cell: (entry) => (
        <Link component="button" underline="hover" color="inherit" onClick={() => setOpen(entry)}>
          {entry.entityType} {entry.entityName}
        </Link>
      ),
    },
    {
      id: 'fields',
      header: 'Fields',
      wide: true,
      cell: (entry) => {
        const fields = findDifferences(entry)
          .map(({ field }) => field)
          .join(', ');
        return <span title={fields}>{fields || '–'}</span>;
      },
    },
  ];
  return (
    <Page title="Audit trail">
      <FilterBar
        filters={filters}
        labels={{
          user: (value) => `User contains “${value}”`,
          action: (value) => actionChoices.find((choice) => choice.value === value)?.label ?? value,
          type: (value) => `Type ${value}`,
          name: (value) => `Name contains “${value}”`,
        }}
        onRemove={(name) => setFilters({ [name]: undefined })}
        onClear={list.clearFilters}
      >
        <SearchField
          label="User"
          width={160}
          value={filters.user ?? ''}
          onChange={(user) => setFilters({ user })}
        />
        <SearchField
          label="What was changed"
          value={filters.name ?? ''}
          onChange={(name) => setFilters({ name })}
        />
        <ChoiceField
          label="Action"
          value={filters.action}
          choices={actionChoices}
          onChange={(action) => setFilters({ action })}
        />
      </FilterBar>
      <Box sx={{ minWidth: 0 }}>
        <ListResults
          label="Audit trail"
          noun="entries"
          query={useAudit(body, list.page)}
          list={list}
          pageSize={pageSize}
          columns={columns}
          rowKey={(entry) => entry.id}
          fallback="The audit trail could not be loaded."
          empty={<EmptyState title="Nothing was changed yet." />}
        />
      </Box>
      {open === null ? null : <AuditDialog entry={open} onClose={() => setOpen(null)} />}
    </Page>
  );
}
