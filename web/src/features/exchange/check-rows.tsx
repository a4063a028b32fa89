import Box from '@mui/material/Box';
import {
  type PackageAction,
  type PackageCheck,
  type PackageRow,
  packageActions,
} from '@twinward/contracts/library/package';
import { type ReactNode, useState } from 'react';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Paged, usePage } from '../../ui/list/paged.tsx';
import { rowsPerPage, useCheckRows } from './api.ts';

const words: Record<PackageAction, string> = {
  create: 'Create',
  update: 'Update',
  skip: 'Unchanged',
  conflict: 'Conflict',
};

const columns: readonly Column<PackageRow>[] = [
  { id: 'key', header: 'Record', width: '28%', wraps: true, cell: ({ key }) => key },
  { id: 'kind', header: 'Kind', width: '14%', cell: ({ kind }) => kind },
  { id: 'action', header: 'Import', width: '12%', cell: ({ action }) => words[action] },
  { id: 'what', header: 'Differences', wraps: true, wide: true, cell: (row) => <Differences row={row} /> },
];

/** The effect of an import on each record, by outcome. */
export function CheckRows({
  checkId,
  counts,
}: {
  checkId: string;
  counts: PackageCheck['counts'];
}): ReactNode {
  const [action, setAction] = useState<PackageAction | null>(counts.conflict > 0 ? 'conflict' : null);
  const [page, setPage] = usePage(action);
  const rows = useCheckRows(checkId, action, page);
  const total = packageActions.reduce((sum, one) => sum + counts[one], 0);
  if (total === 0) return null;
  return (
    <>
      <SegmentedControl<PackageAction | 'all'>
        label="Records shown"
        value={action ?? 'all'}
        segments={[
          { value: 'all', label: `All ${formatCount(total)}` },
          ...packageActions
            .filter((one) => counts[one] > 0)
            .map((one) => ({ value: one, label: `${words[one]} ${formatCount(counts[one])}` })),
        ]}
        onChange={(chosen) => setAction(chosen === 'all' ? null : chosen)}
        sx={{ flexWrap: 'wrap' }}
      />
      <Paged
        query={rows}
        page={page}
        pageSize={rowsPerPage}
        noun="records"
        fallback="The records could not be loaded."
        onPage={setPage}
      >
        {(records, isOutdated) => (
          <DataTable
            label="Records of the package"
            columns={columns}
            rows={records}
            rowKey={({ kind, key }) => `${kind} ${key}`}
            outdated={isOutdated}
          />
        )}
      </Paged>
    </>
  );
}

/** Maximum number of differences shown per row. */
const shown = 5;

function Differences({ row: { differences, message } }: { row: PackageRow }): ReactNode {
  if (message !== null) return message;
  return (
    <Box component="ul" sx={{ m: 0, pl: 4, overflowWrap: 'anywhere' }}>
      {differences.slice(0, shown).map(({ path, before, after }) => (
        <li key={path}>
          {path}: {toText(before)} → {toText(after)}
        </li>
      ))}
      {differences.length > shown ? <li>and {differences.length - shown} more</li> : null}
    </Box>
  );
}

function toText(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text || '“”';
}
