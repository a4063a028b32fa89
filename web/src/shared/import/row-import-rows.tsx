import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { RowImportAction, RowImportResult, RowImportRow } from '@twinward/contracts/core/row-import';
import { type ReactNode, useState } from 'react';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Paged, usePage } from '../../ui/list/paged.tsx';
import { askedRows, type RowImport, rowsPerPage } from './row-import.ts';

const words: Record<RowImportAction, { planned: string; done: string }> = {
  error: { planned: 'Error', done: 'Skipped' },
  create: { planned: 'Create', done: 'Created' },
  update: { planned: 'Update', done: 'Updated' },
  unchanged: { planned: 'Unchanged', done: 'Unchanged' },
};
const actions = Object.keys(words) as RowImportAction[];

/** The rows of a file by outcome, errors first. */
export function RowImportRows<Row extends RowImportRow>({
  kind,
  commandId,
  fileName,
  result,
}: {
  kind: RowImport<Row>;
  commandId: string;
  fileName: string;
  result: RowImportResult;
}): ReactNode {
  const [action, setAction] = useState<RowImportAction | null>(result.error > 0 ? 'error' : null);
  const [page, setPage] = usePage(action);
  const rows = useQuery({
    queryKey: ['import-rows', { commandId, action, page }],
    queryFn: ({ signal }) => kind.listRows(commandId, askedRows(action, page, signal)),
    placeholderData: keepPreviousData,
  });
  const download = useMutation({ mutationFn: () => kind.downloadRows(commandId, fileName) });
  const word = (of: RowImportAction): string => words[of][result.dryRun ? 'planned' : 'done'];
  const columns: Column<Row>[] = [
    ...kind.columns,
    {
      id: 'line',
      header: 'Row',
      numeric: true,
      width: '64px',
      wide: true,
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
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <SegmentedControl<RowImportAction | 'all'>
          label="Rows shown"
          value={action ?? 'all'}
          segments={[
            { value: 'all', label: `All ${formatCount(result.rows)}` },
            ...actions
              .filter((one) => result[one] > 0)
              .map((one) => ({ value: one, label: `${word(one)} ${formatCount(result[one])}` })),
          ]}
          onChange={(chosen) => setAction(chosen === 'all' ? null : chosen)}
          sx={{ flexWrap: 'wrap' }}
        />
        <Button loading={download.isPending} onClick={() => download.mutate()} sx={{ ml: 'auto' }}>
          Download result
        </Button>
      </Box>
      <ErrorState error={download.error} fallback="The result could not be downloaded." />
      <Box>
        <Paged
          query={rows}
          page={page}
          pageSize={rowsPerPage}
          noun="rows"
          rows={6}
          fallback="The rows could not be loaded."
          onPage={setPage}
        >
          {(records, isOutdated) => (
            <DataTable
              label="Rows"
              columns={columns}
              rows={records}
              rowKey={(row) => row.line}
              outdated={isOutdated}
            />
          )}
        </Paged>
      </Box>
    </>
  );
}
