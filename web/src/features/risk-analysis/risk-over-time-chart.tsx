import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useChosenPoint } from '../../shared/risk/use-chosen-point.ts';
import { DownloadPicture } from '../../ui/chart/download-picture.tsx';
import { timeTicks } from '../../ui/chart/time-ticks.ts';
import { useChartInk } from '../../ui/chart/use-chart-ink.ts';
import { useElementWidth } from '../../ui/chart/use-element-width.ts';
import { useSvgPicture } from '../../ui/chart/use-svg-picture.ts';
import { valueAxis } from '../../ui/chart/value-axis.ts';
import { formatDate, formatMoney } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { DataTable } from '../../ui/list/data-table.tsx';

const height = 200;
const margin = { left: 92, right: 12, top: 12, bottom: 28 };

interface Course {
  /** ISO 8601. */
  times: readonly string[];
  risk: readonly number[];
}

/** The total risk during an analysis, as a chart or a table. */
export function RiskOverTimeChart({ times, risk }: Course): ReactNode {
  const [asTable, setAsTable] = useState(false);
  const timeZone = useTimeZone();
  const picture = useSvgPicture('risk over time');
  if (times.length < 2) {
    return (
      <Typography role="status" sx={{ py: 3, color: 'text.secondary' }}>
        A chart needs a start date and a mission time.
      </Typography>
    );
  }
  return (
    <Box>
      {asTable ? (
        <DataTable
          label="Risk over time"
          columns={[
            { id: 'date', header: 'Date', cell: ({ time }) => formatDate(time, timeZone) },
            { id: 'risk', header: 'Risk', numeric: true, cell: ({ value }) => formatMoney(value) },
          ]}
          rows={times.flatMap((time, i) => (i % 4 === 0 ? [{ time, value: risk[i]! }] : []))}
          rowKey={({ time }) => time}
        />
      ) : (
        <div ref={picture.around}>
          <Drawn times={times} risk={risk} />
        </div>
      )}
      <Button size="small" onClick={() => setAsTable(!asTable)}>
        {asTable ? 'Show as chart' : 'Show as table'}
      </Button>
      {asTable ? null : <DownloadPicture of="risk over time" onDownload={picture.save} />}
    </Box>
  );
}

function Drawn({ times, risk }: Course): ReactNode {
  const [measure, width] = useElementWidth();
  const timeZone = useTimeZone();
  const ink = useChartInk();
  const from = Date.parse(times[0]!);
  const to = Date.parse(times.at(-1)!);
  const most = Math.max(...risk, 1);
  const plotWidth = Math.max(width - margin.left - margin.right, 1);
  const [at, handlers] = useChosenPoint(times.length, { left: margin.left, width: plotWidth });
  const plotHeight = height - margin.top - margin.bottom;
  const x = (time: number) => margin.left + ((time - from) / Math.max(to - from, 1)) * plotWidth;
  const y = (value: number) => margin.top + (1 - value / most) * plotHeight;
  const line = times
    .map((time, i) => `${i === 0 ? 'M' : 'L'}${x(Date.parse(time)).toFixed(1)},${y(risk[i]!).toFixed(1)}`)
    .join('');
  return (
    <Box ref={measure} sx={{ position: 'relative', height, fontSize: '0.75rem' }}>
      <Box
        component="svg"
        role="application"
        aria-roledescription="chart"
        aria-label="Risk over time"
        tabIndex={0}
        width={width}
        height={height}
        {...handlers}
        sx={{ display: 'block', color: 'text.secondary' }}
      >
        {valueAxis({ low: 0, high: most }, [], 4)
          .ticks.filter((tick) => tick >= 0 && tick <= most)
          .map((tick) => (
            <g key={tick}>
              <line
                x1={margin.left}
                x2={margin.left + plotWidth}
                y1={y(tick)}
                y2={y(tick)}
                stroke="currentColor"
                strokeOpacity={0.2}
              />
              <text x={margin.left - 8} y={y(tick) + 4} textAnchor="end" fill="currentColor">
                {formatMoney(tick)}
              </text>
            </g>
          ))}
        {timeTicks({ from, to }, timeZone, plotWidth / 90).map(({ time, label }) => (
          <text key={time} x={x(time)} y={height - 8} textAnchor="middle" fill="currentColor">
            {label}
          </text>
        ))}
        <path d={line} fill="none" stroke={ink.signal} strokeWidth={1.5} />
        {at === null ? null : (
          <line
            x1={x(Date.parse(times[at]!))}
            x2={x(Date.parse(times[at]!))}
            y1={margin.top}
            y2={margin.top + plotHeight}
            stroke="currentColor"
          />
        )}
      </Box>
      <Box
        role="status"
        sx={{
          position: 'absolute',
          top: margin.top,
          left: margin.left + 8,
          bgcolor: 'background.paper',
          px: at === null ? 0 : 2,
          borderRadius: 1,
          pointerEvents: 'none',
        }}
      >
        {at === null ? null : `${formatDate(times[at]!, timeZone)}: ${formatMoney(risk[at]!)}`}
      </Box>
    </Box>
  );
}
