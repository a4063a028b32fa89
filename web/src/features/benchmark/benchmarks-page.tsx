import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import type { Benchmark } from '@twinward/contracts/assets/benchmark';
import { durationToDays } from '@twinward/domain/duration';
import { type ReactNode, useState } from 'react';
import { useBenchmarks } from '../../shared/api/queries/use-benchmarks.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { failureMessage } from '../../ui/feedback/failure.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount, formatExact } from '../../ui/format/format.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { Page } from '../../ui/page/page.tsx';
import { saveTemplate, useDeleteBenchmark } from './api.ts';
import { BenchmarkDialog } from './benchmark-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';

export const benchmarkName = ({ category, class: ofClass, type }: Benchmark): string =>
  [category, ofClass, type].flatMap((term) => term?.caption ?? []).join(' - ');

const columns: readonly Column<Benchmark>[] = [
  { id: 'name', header: 'Taxonomy', width: '34%', cell: benchmarkName },
  { id: 'mtbf', header: 'MTBF, days', term: 'MTBF', numeric: true, cell: (one) => formatExact(one.mtbfDays) },
  {
    id: 'shape',
    header: 'Shape',
    term: 'Weibull shape',
    numeric: true,
    wide: true,
    cell: (one) => formatExact(one.shape),
  },
  {
    id: 'life',
    header: 'Characteristic life, days',
    term: 'characteristic life',
    numeric: true,
    wide: true,
    cell: (one) => formatCount(durationToDays(one.characteristicLife)),
  },
  {
    id: 'score',
    header: 'Score',
    numeric: true,
    wide: true,
    cell: (one) => (one.score === null ? '–' : formatCount(one.score)),
  },
  {
    id: 'source',
    header: 'Source',
    wide: true,
    width: '26%',
    cell: (one) =>
      one.isExample ? (
        <Chip size="small" label="Example" title={one.source} />
      ) : (
        <span title={one.source}>{one.source}</span>
      ),
  },
];

/** The benchmarks of taxonomy entries. */
export function BenchmarksPage(): ReactNode {
  const benchmarks = useBenchmarks();
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<Benchmark | 'new' | null>(null);
  const [removed, setRemoved] = useState<Benchmark | null>(null);
  const [isImporting, setIsImporting] = useState(false);
  const words = search.toLowerCase();
  return (
    <Page
      title="Benchmarks"
      actions={
        <>
          <Button variant="contained" onClick={() => setEdited('new')}>
            Add benchmark
          </Button>
          <ActionsMenu
            label="Actions for benchmarks"
            actions={[
              { label: 'Import', onChoose: () => setIsImporting(true) },
              { label: 'Download workbook', onChoose: () => void saveTemplate() },
            ]}
          />
        </>
      }
    >
      <Stack spacing={3}>
        <SearchField label="Search benchmarks" value={search} onChange={setSearch} />
        <Loaded query={benchmarks} rows={12} fallback="The benchmarks could not be loaded.">
          {(all) => {
            const shown = all.filter((one) => benchmarkName(one).toLowerCase().includes(words));
            return shown.length === 0 ? (
              <EmptyState
                title="No benchmarks"
                hint="A benchmark is a reference life of an equipment category, class or type. Asset lives are compared with it."
              />
            ) : (
              <DataTable
                label="Benchmarks"
                columns={columns}
                rows={shown}
                rowKey={(one) => one.taxonomyId}
                onOpen={setEdited}
                actions={{
                  label: (one) => `Actions for ${benchmarkName(one)}`,
                  of: (one) => [
                    { label: 'Edit', onChoose: () => setEdited(one) },
                    { label: 'Remove', onChoose: () => setRemoved(one) },
                  ],
                }}
                sticky
              />
            );
          }}
        </Loaded>
      </Stack>
      {edited === null ? null : (
        <BenchmarkDialog benchmark={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {removed === null ? null : <Removal benchmark={removed} onClose={() => setRemoved(null)} />}
      {isImporting ? <ImportDialog onClose={() => setIsImporting(false)} /> : null}
    </Page>
  );
}

function Removal({ benchmark, onClose }: { benchmark: Benchmark; onClose: () => void }): ReactNode {
  const removal = useDeleteBenchmark();
  return (
    <ConfirmDialog
      title="Remove benchmark"
      yes="Remove"
      busy={removal.isPending}
      onYes={() => removal.mutate(benchmark, { onSuccess: onClose })}
      onNo={onClose}
    >
      {removal.error
        ? failureMessage(removal.error, 'The benchmark could not be removed.')
        : `Assets of ${benchmarkName(benchmark)} will be compared with the next higher benchmark, if there is one.`}
    </ConfirmDialog>
  );
}
