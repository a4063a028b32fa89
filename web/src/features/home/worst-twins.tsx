import type { TwinSummary } from '@twinward/contracts/twins/twin';
import type { ReactNode } from 'react';
import { twinPath } from '../../shared/address/paths.ts';
import { TwinMarks } from '../../shared/twin/twin-marks.tsx';
import { LevelChip } from '../../ui/format/level-chip.tsx';
import { RiskValue } from '../../ui/format/risk-value.tsx';
import { Time } from '../../ui/format/time.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';

const columns: readonly Column<TwinSummary>[] = [
  { id: 'asset', header: 'Twin', cell: (twin) => twin.assetName },
  { id: 'level', header: 'Level', width: '96px', cell: (twin) => <LevelChip level={twin.level} /> },
  {
    id: 'risk',
    header: 'Risk',
    numeric: true,
    width: '128px',
    cell: (twin) => <RiskValue risk={twin.risk} />,
  },
  {
    id: 'data',
    header: 'Last data',
    numeric: true,
    width: '176px',
    wide: true,
    cell: (twin) => <Time value={twin.lastDataTime} />,
  },
  {
    id: 'marks',
    header: 'Watch',
    numeric: true,
    width: '96px',
    wide: true,
    cell: (twin) => <TwinMarks twinId={twin.id} />,
  },
];

/** A list of the twins that need attention. */
export const WorstTwins = ({ twins }: { twins: readonly TwinSummary[] }): ReactNode => (
  <DataTable
    label="Twins above level 0"
    columns={columns}
    rows={twins}
    rowKey={(twin) => twin.id}
    rowTo={(twin) => twinPath(twin.id)}
  />
);
