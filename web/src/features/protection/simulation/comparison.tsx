import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type {
  Simulation,
  SimulationItem,
  ThresholdComparison,
} from '@twinward/contracts/protections/simulation';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { protectionEditPath } from '../../../shared/address/paths.ts';
import type { RangeAction } from '../../../ui/chart/range.ts';
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import type { Change } from '../api/simulations.ts';
import type { CarriedLogic } from '../carried-logic.ts';
import { ExcursionPages } from './excursion-pages.tsx';
import { thresholdItems } from './gantt.tsx';

/** The effect of saving the other logic: changes of excursions by threshold, and the number of notifications. */
export function Comparison({
  simulation,
  mayWrite,
  onRange,
}: {
  simulation: Simulation;
  mayWrite: boolean;
  onRange: (action: RangeAction) => void;
}): ReactNode {
  const comparison = simulation.comparison!;
  const saved = thresholdItems(simulation.tracking!.results);
  const other = thresholdItems(comparison.results);
  const columns: readonly Column<ThresholdComparison>[] = [
    { id: 'name', header: 'Threshold', cell: ({ name }) => name },
    ...(['gained', 'lost', 'moved', 'same'] as const).map(
      (id): Column<ThresholdComparison> => ({
        id,
        header: headers[id],
        cell: (row) => formatCount(row[id]),
        numeric: true,
        width: '90px',
        wide: id === 'same',
      }),
    ),
    {
      id: 'notifications',
      header: 'Notifications',
      cell: ({ first, second }) => beforeAfter(saved, other, first, second, 'notifyCount'),
      numeric: true,
      width: '140px',
      wide: true,
    },
    {
      id: 'advisories',
      header: 'Advisories',
      cell: ({ first, second }) => beforeAfter(saved, other, first, second, 'advisoryCount'),
      numeric: true,
      width: '130px',
      wide: true,
    },
  ];
  return (
    <Section
      title="Changes with the other logic"
      aside={
        mayWrite ? (
          <Button
            component={Link}
            to={protectionEditPath(simulation.indicatorId)}
            state={{ logic: comparison.logic } satisfies CarriedLogic}
          >
            Use in editor
          </Button>
        ) : null
      }
    >
      <Muted sx={{ pb: 1 }}>
        Compares the excursions of the other logic with those of the saved logic on the same points.
        Notifications and advisories: saved → other.
      </Muted>
      <DataTable
        label="Changes by threshold"
        columns={columns}
        rows={comparison.thresholds}
        rowKey={({ name, first, second }) => `${name} ${first} ${second}`}
      />
      <Changes simulation={simulation} onRange={onRange} />
    </Section>
  );
}

const headers = { gained: 'Gained', lost: 'Lost', moved: 'Moved', same: 'Same' };

function beforeAfter(
  saved: readonly SimulationItem[],
  other: readonly SimulationItem[],
  first: number | null,
  second: number | null,
  count: 'notifyCount' | 'advisoryCount',
): string {
  const before = first === null ? 0 : saved[first]![count];
  const after = second === null ? 0 : other[second]![count];
  return `${formatCount(before)} → ${formatCount(after)}`;
}

function Changes({
  simulation,
  onRange,
}: {
  simulation: Simulation;
  onRange: (action: RangeAction) => void;
}): ReactNode {
  const total = (change: Change) =>
    simulation.comparison!.thresholds.reduce((sum, threshold) => sum + threshold[change], 0);
  const kinds = (['gained', 'lost', 'moved'] as const).filter((change) => total(change) > 0);
  const [chosen, setChosen] = useState<Change>(kinds[0] ?? 'gained');
  if (kinds.length === 0) {
    return <Typography sx={{ pt: 2 }}>Both find the same excursions.</Typography>;
  }
  return (
    <Box sx={{ pt: 3 }}>
      <SegmentedControl
        label="Changed excursions"
        value={chosen}
        segments={kinds.map((change) => ({
          value: change,
          label: `${headers[change]} ${formatCount(total(change))}`,
        }))}
        onChange={setChosen}
      />
      <ExcursionPages key={chosen} simulation={simulation} change={chosen} onRange={onRange} />
    </Box>
  );
}
