import type { TwinSummary } from '@twinward/contracts/twins/twin';
import type { ReactNode } from 'react';
import { twinPath } from '../../shared/address/paths.ts';
import { RiskWithWhy } from '../../shared/risk/why-risk.tsx';
import { TwinMarks } from '../../shared/twin/twin-marks.tsx';
import { TwinLevel } from '../../shared/twin/why-level.tsx';
import { Time } from '../../ui/format/time.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';

const columns: readonly Column<TwinSummary>[] = [
  { id: 'asset', header: 'Twin', cell: (twin) => twin.assetName },
  {
    id: 'level',
    header: 'Level',
    width: '112px',
    cell: (twin) => <TwinLevel twin={twin} name={twin.assetName} />,
  },
  {
    id: 'risk',
    header: 'Risk',
    numeric: true,
    width: '148px',
    cell: (twin) => (
      <RiskWithWhy risk={twin.risk} percent={twin.probability} cost={twin.consequence} of={twin.assetName} />
    ),
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
    cell: (twin) => <TwinMarks twinId={twin.id} name={twin.assetName} />,
  },
];

/** A list of twins without recent data. */
export const SilentTwins = ({ twins }: { twins: readonly TwinSummary[] }): ReactNode => (
  <DataTable
    label="Silent twins"
    columns={columns}
    rows={twins}
    rowKey={(twin) => twin.id}
    rowTo={(twin) => twinPath(twin.id)}
  />
);
