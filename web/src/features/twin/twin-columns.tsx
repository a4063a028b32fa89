import type { TwinSummary } from '@twinward/contracts/twins/twin';
import { RiskWithWhy } from '../../shared/risk/why-risk.tsx';
import { TwinMarks } from '../../shared/twin/twin-marks.tsx';
import { TwinLevel } from '../../shared/twin/why-level.tsx';
import { Time } from '../../ui/format/time.tsx';
import type { Column } from '../../ui/list/data-table.tsx';

/** The columns of the list of twins. On a phone, only name, level and risk are shown. */
export const twinColumns: readonly Column<TwinSummary>[] = [
  {
    id: 'name',
    header: 'Name',
    sort: { field: 'AssetName' },
    cell: (twin) => <span title={twin.assetName}>{twin.assetName}</span>,
  },
  {
    id: 'asset',
    header: 'Asset id',
    width: '15%',
    wide: true,
    sort: { field: 'AssetUniqueId' },
    cell: (twin) => <span title={twin.assetUniqueId}>{twin.assetUniqueId}</span>,
  },
  {
    id: 'class',
    header: 'Class',
    width: '24%',
    wide: true,
    sort: { field: 'AssetClass' },
    cell: (twin) => <span title={twin.assetClassLabel}>{twin.assetClassLabel || '–'}</span>,
  },
  {
    id: 'level',
    header: 'Level',
    term: 'level',
    width: '136px',
    sort: { field: 'Level', first: 'Descending' },
    cell: (twin) => <TwinLevel twin={twin} name={twin.assetName} />,
  },
  {
    id: 'risk',
    header: 'Risk',
    term: 'risk',
    numeric: true,
    width: '148px',
    sort: { field: 'Risk', first: 'Descending' },
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
    sort: { field: 'LastData', first: 'Descending' },
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
