import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useId, useState } from 'react';
import { DownloadPicture } from '../../ui/chart/download-picture.tsx';
import { timeTicks } from '../../ui/chart/time-ticks.ts';
import { useChartInk } from '../../ui/chart/use-chart-ink.ts';
import { useElementWidth } from '../../ui/chart/use-element-width.ts';
import { useSvgPicture } from '../../ui/chart/use-svg-picture.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { useChosenPoint } from './use-chosen-point.ts';

/** A chart that can be downloaded, and the same values as a table. */
export function ChartOrTable({
  of,
  chart,
  table,
}: {
  of: string;
  chart: ReactNode;
  table: ReactNode;
}): ReactNode {
  const [asTable, setAsTable] = useState(false);
  const picture = useSvgPicture(of);
  return (
    <Box>
      {asTable ? table : <div ref={picture.around}>{chart}</div>}
      <Button size="small" onClick={() => setAsTable(!asTable)}>
        {asTable ? 'Show as chart' : 'Show as table'}
      </Button>
      {asTable ? null : <DownloadPicture of={of} onDownload={picture.save} />}
    </Box>
  );
}

const margin = { right: 12, top: 12, bottom: 28 };

/** Values over time as a line. The pointer and the arrow keys choose a point, which is described. */
export function TimeCurve({
  label,
  height,
  left,
  times,
  values,
  most,
  ticks,
  tickText,
  colors,
  describe,
}: {
  label: string;
  height: number;
  /** Width of the value axis. */
  left: number;
  /** Unix milliseconds, ascending. */
  times: readonly number[];
  values: readonly number[];
  /** The upper end of the value axis, which starts at 0. */
  most: number;
  ticks: readonly number[];
  tickText: (value: number) => string;
  /** Colours of the area below the line, evenly spread over the time; without them, only the line is drawn. */
  colors?: readonly string[];
  describe: (index: number) => string;
}): ReactNode {
  const [measure, width] = useElementWidth();
  const timeZone = useTimeZone();
  const gradient = useId();
  const ink = useChartInk();
  const from = times[0]!;
  const to = times.at(-1)!;
  const plotWidth = Math.max(width - left - margin.right, 1);
  const [at, handlers] = useChosenPoint(times.length, { left, width: plotWidth });
  const plotHeight = height - margin.top - margin.bottom;
  const x = (time: number) => left + ((time - from) / Math.max(to - from, 1)) * plotWidth;
  const y = (value: number) => margin.top + (1 - value / most) * plotHeight;
  const line = times
    .map((time, i) => `${i === 0 ? 'M' : 'L'}${x(time).toFixed(1)},${y(values[i]!).toFixed(1)}`)
    .join('');
  const ground = y(0).toFixed(1);
  return (
    <Box ref={measure} sx={{ position: 'relative', height, fontSize: '0.75rem' }}>
      <Box
        component="svg"
        role="application"
        aria-roledescription="chart"
        aria-label={label}
        tabIndex={0}
        width={width}
        height={height}
        {...handlers}
        sx={{ display: 'block', color: 'text.secondary' }}
      >
        {colors === undefined ? null : (
          <defs>
            <linearGradient id={gradient} x1={0} x2={1} y1={0} y2={0}>
              {colors.map((color, i) => {
                const share = i / (colors.length - 1);
                return <stop key={share} offset={share} stopColor={color} />;
              })}
            </linearGradient>
          </defs>
        )}
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              x1={left}
              x2={left + plotWidth}
              y1={y(tick)}
              y2={y(tick)}
              stroke="currentColor"
              strokeOpacity={0.2}
            />
            <text x={left - 8} y={y(tick) + 4} textAnchor="end" fill="currentColor">
              {tickText(tick)}
            </text>
          </g>
        ))}
        {timeTicks({ from, to }, timeZone, plotWidth / 90).map(({ time, label: text }) => (
          <text key={time} x={x(time)} y={height - 8} textAnchor="middle" fill="currentColor">
            {text}
          </text>
        ))}
        {colors === undefined ? null : (
          <path d={`${line}L${x(to)},${ground}L${x(from)},${ground}Z`} fill={`url(#${gradient})`} />
        )}
        <path d={line} fill="none" stroke={ink.signal} strokeWidth={1.5} />
        {at === null ? null : (
          <line
            x1={x(times[at]!)}
            x2={x(times[at]!)}
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
          left: left + 8,
          bgcolor: 'background.paper',
          px: at === null ? 0 : 2,
          borderRadius: 1,
          pointerEvents: 'none',
        }}
      >
        {at === null ? null : describe(at)}
      </Box>
    </Box>
  );
}
