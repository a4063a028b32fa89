import { type ReactNode, useMemo, useState } from 'react';
import { formatMoney } from '../../ui/format/format.ts';
import { LevelChip } from '../../ui/format/level-chip.tsx';
import { RiskValue } from '../../ui/format/risk-value.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { PageLinks } from '../../ui/list/page-links.tsx';
import { bySize, listGroupNames, type MapData, type MapSize } from './map-data.ts';

const pageSize = 50;

/** The twins of a map as a table, largest tiles first. */
export function TwinMapTable({
  data,
  size,
  to,
}: {
  data: MapData;
  size: MapSize;
  to: (twinId: number) => string;
}): ReactNode {
  const [page, setPage] = useState(1);
  const order = useMemo(() => bySize(data, size), [data, size]);
  const columns: readonly Column<number>[] = [
    { id: 'name', header: 'Twin', cell: (at) => data.name[at] },
    { id: 'place', header: 'Group', wide: true, cell: (at) => listGroupNames(data, at).join(' / ') },
    {
      id: 'level',
      header: 'Level',
      width: '96px',
      cell: (at) => <LevelChip level={data.level[at]!} muted={!data.isCurrent[at]} />,
    },
    {
      id: 'risk',
      header: 'Risk',
      numeric: true,
      width: '136px',
      cell: (at) => <RiskValue risk={data.risk[at]!} />,
    },
    {
      id: 'consequence',
      header: 'Consequence',
      numeric: true,
      width: '136px',
      wide: true,
      cell: (at) => (data.consequence[at] === null ? '–' : formatMoney(data.consequence[at]!)),
    },
  ];
  return (
    <>
      <DataTable
        label="Twins of the map"
        columns={columns}
        rows={order.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={(at) => data.id[at]!}
        rowTo={(at) => to(data.id[at]!)}
      />
      <PageLinks page={page} pageSize={pageSize} total={order.length} noun="twins" onChange={setPage} />
    </>
  );
}
