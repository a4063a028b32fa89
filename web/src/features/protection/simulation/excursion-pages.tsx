import Box from '@mui/material/Box';
import type { Simulation } from '@twinward/contracts/protections/simulation';
import type { SimulatedExcursion } from '@twinward/contracts/protections/simulation-result';
import { HOUR } from '@twinward/domain/duration';
import type { ReactNode } from 'react';
import type { Range, RangeAction } from '../../../ui/chart/range.ts';
import { useSettled } from '../../../ui/chart/use-settled.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { excursionLength } from '../../../ui/format/excursion.ts';
import { Time } from '../../../ui/format/time.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Paged, usePage } from '../../../ui/list/paged.tsx';
import { type Change, useExcursions } from '../api/simulations.ts';

const pageSize = 20;

/**
 * The excursions of a simulation in a table: those that differ between its logics, or those of the saved one in a
 * range.
 */
export function ExcursionPages({
  simulation,
  change = null,
  range = null,
  onRange,
}: {
  simulation: Simulation;
  change?: Change | null;
  range?: Range | null;
  onRange: (action: RangeAction) => void;
}): ReactNode {
  const within = useSettled(range);
  const [page, setPage] = usePage(within);
  const excursions = useExcursions(simulation, { change, range: within, page, pageSize });
  const [label, nothing] =
    change === null ? ['Excursions', 'No excursions in this range.'] : [`Excursions ${change}`, ''];
  return (
    <Box sx={{ pt: change === null ? 3 : 0 }}>
      <Paged
        query={excursions}
        page={page}
        pageSize={pageSize}
        noun="excursions"
        fallback="The excursions could not be loaded."
        empty={<EmptyState title={nothing} />}
        onPage={setPage}
      >
        {(records, isOutdated) => (
          <DataTable
            label={label}
            columns={columnsFor(simulation.endTime)}
            rows={records}
            rowKey={({ threshold, start }) => `${threshold} ${start}`}
            outdated={isOutdated}
            onOpen={({ start, end }) => {
              const from = Date.parse(start);
              const to = end === null ? Date.parse(simulation.endTime) : Date.parse(end);
              const air = Math.max(to - from, HOUR);
              onRange({ type: 'select', from: from - air, to: to + air });
            }}
          />
        )}
      </Paged>
    </Box>
  );
}

const columnsFor = (endTime: string): readonly Column<SimulatedExcursion>[] => [
  { id: 'start', header: 'Start', cell: ({ start }) => <Time value={start} />, width: '220px' },
  { id: 'threshold', header: 'Threshold', cell: ({ thresholdName }) => thresholdName },
  {
    id: 'duration',
    header: 'Duration',
    cell: ({ start, end }) => excursionLength({ start, end, evaluatedTo: endTime }),
    numeric: true,
    width: '140px',
  },
];
