import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { ChartOrTable, TimeCurve } from '../../shared/risk/time-curve.tsx';
import { valueAxis } from '../../ui/chart/value-axis.ts';
import { formatDate, formatMoney } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { DataTable } from '../../ui/list/data-table.tsx';

/** The total risk during an analysis, as a chart or a table. */
export function RiskOverTimeChart({
  times,
  risk,
}: {
  /** ISO 8601. */
  times: readonly string[];
  risk: readonly number[];
}): ReactNode {
  const timeZone = useTimeZone();
  if (times.length < 2) {
    return (
      <Typography role="status" sx={{ py: 3, color: 'text.secondary' }}>
        A chart needs a start date and a mission time.
      </Typography>
    );
  }
  const most = Math.max(...risk, 1);
  return (
    <ChartOrTable
      of="risk over time"
      chart={
        <TimeCurve
          label="Risk over time"
          height={200}
          left={92}
          times={times.map((time) => Date.parse(time))}
          values={risk}
          most={most}
          ticks={valueAxis({ low: 0, high: most }, [], 4).ticks.filter((tick) => tick >= 0 && tick <= most)}
          tickText={formatMoney}
          describe={(at) => `${formatDate(times[at]!, timeZone)}: ${formatMoney(risk[at]!)}`}
        />
      }
      table={
        <DataTable
          label="Risk over time"
          columns={[
            { id: 'date', header: 'Date', cell: ({ time }) => formatDate(time, timeZone) },
            { id: 'risk', header: 'Risk', numeric: true, cell: ({ value }) => formatMoney(value) },
          ]}
          rows={times.flatMap((time, i) => (i % 4 === 0 ? [{ time, value: risk[i]! }] : []))}
          rowKey={({ time }) => time}
        />
      }
    />
  );
}
