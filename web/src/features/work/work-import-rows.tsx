import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { WorkImportAction, WorkImportResult, WorkImportRow } from '@twinward/contracts/work-import';
import { type ReactNode, useState } from 'react';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { formatCount } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { rowsPerPage, useImportRows } from './api/imports.ts';

const words: Record<WorkImportAction, { planned: string; done: string }> = {
  error: { planned: 'Error', done: 'Left out' },
  create: { planned: 'Create', done: 'Created' },
  update: { planned: 'Update', done: 'Updated' },
  unchanged: { planned: 'Unchanged', done: 'Unchanged' },
};
const actions = Object.keys(words) as WorkImportAction[];

/** The rows of a file by what became, or would become, of them; those with an error first. */
export function WorkImportRows({
  commandId,
  result,
}: {
  commandId: string;
  result: WorkImportResult;
}): ReactNode {
  const [action, setAction] = useState<WorkImportAction | null>(result.error > 0 ? 'error' : null);
  const [page, setPage] = useState(1);
  const rows = useImportRows(commandId, action, page);
  const word = (of: WorkImportAction): string => words[of][result.dryRun ? 'planned' : 'done'];
  const columns: Column<WorkImportRow>[] = [
    { id: 'name', header: 'Name', width: '26%', cell: (row) => row.workName || '–' },
    { id: 'tag', header: 'Tag', width: '22%', wide: true, cell: (row) => row.tagName || '–' },
    {
      id: 'line',
      header: 'Row',
      numeric: true,
      width: '64px',
      cell: (row) => formatCount(row.line),
    },
    {
      id: 'result',
      header: 'Result',
      cell: (row) => (
        <Box component="span" sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          {row.message === null ? word(row.action) : `${word(row.action)}: ${row.message}`}
        </Box>
      ),
    },
  ];
  return (
    <>
      <ToggleButtonGroup
        size="small"
        exclusive
        aria-label="Rows shown"
        value={action ?? 'all'}
        onChange={(_, chosen: WorkImportAction | 'all' | null) => {
          if (chosen === null) return;
          setAction(chosen === 'all' ? null : chosen);
          setPage(1);
        }}
        sx={{ flexWrap: 'wrap' }}
      >
        <ToggleButton value="all">All {formatCount(result.rows)}</ToggleButton>
        {actions
          .filter((one) => result[one] > 0)
          .map((one) => (
            <ToggleButton key={one} value={one}>
              {word(one)} {formatCount(result[one])}
            </ToggleButton>
          ))}
      </ToggleButtonGroup>
      <Loaded query={rows} rows={6} fallback="The rows could not be loaded.">
        {({ records, total }) => (
          <>
            <DataTable
              label="Rows"
              columns={columns}
              rows={records}
              rowKey={(row) => row.line}
              outdated={rows.isPlaceholderData}
            />
            <PageLinks page={page} pageSize={rowsPerPage} total={total} noun="rows" onChange={setPage} />
          </>
        )}
      </Loaded>
    </>
  );
}
