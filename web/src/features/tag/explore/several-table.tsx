import { type ReactNode, useMemo, useState } from 'react';
import type { Range } from '../../../ui/chart/range.ts';
import { type ChartLine, lineKey } from '../../../ui/chart/several/axes.ts';
import { comparedShift, type SeveralRow, severalRows } from '../../../ui/chart/several/rows.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { formatDateTime, formatExact, formatNumber } from '../../../ui/format/format.ts';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { PageLinks } from '../../../ui/list/page-links.tsx';

const pageSize = 100;

/** The values of several signals, one column each, with the original times of shifted compared points. */
export function SeveralTable({ lines, range }: { lines: readonly ChartLine[]; range: Range }): ReactNode {
  const timeZone = useTimeZone();
  const [wanted, setPage] = useState(1);
  const rows = useMemo(() => severalRows(lines, range), [lines, range]);
  if (rows.length === 0) return <EmptyState title="No points in this range." />;
  const page = Math.min(wanted, Math.ceil(rows.length / pageSize));
  const shift = comparedShift(lines);
  const timeColumn = (id: string, header: string, before: number): Column<SeveralRow> => ({
    id,
    header,
    cell: ({ time }) => formatDateTime(time - before, timeZone, true),
  });
  const columns: Column<SeveralRow>[] = [
    timeColumn('time', 'Time', 0),
    ...(shift === 0 ? [] : [timeColumn('compared', 'Time compared', shift)]),
    ...lines.map((line, index) => ({
      id: lineKey(line),
      header: line.unit === null ? line.name : `${line.name} (${line.unit})`,
      numeric: true,
      cell: ({ values }: SeveralRow) => {
        const value = values[index] ?? null;
        return value === null ? '–' : (line.series.merged ? formatNumber : formatExact)(value);
      },
    })),
  ];
  return (
    <>
      <DataTable
        label={`Points of ${lines.map(({ name }) => name).join(', ')}`}
        columns={columns}
        rows={rows.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={({ time }) => time}
      />
      <PageLinks page={page} pageSize={pageSize} total={rows.length} noun="rows" onChange={setPage} />
    </>
  );
}
