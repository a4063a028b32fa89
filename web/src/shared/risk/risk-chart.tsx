import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { daysToDuration, durationToDays } from '@twinward/domain/duration';
import {
  type ChartSeries,
  chartProblem,
  percentText,
  probabilityOverTime,
} from '@twinward/domain/risk/chart';
import { meanTimeBetweenFailures } from '@twinward/domain/risk/constant-rate';
import { truncatePercent } from '@twinward/domain/risk/probability';
import { calculateRisk } from '@twinward/domain/risk/risk';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { DownloadPicture } from '../../ui/chart/download-picture.tsx';
import { timeTicks } from '../../ui/chart/time-ticks.ts';
import { useChartInk } from '../../ui/chart/use-chart-ink.ts';
import { useElementWidth } from '../../ui/chart/use-element-width.ts';
import { useSvgPicture } from '../../ui/chart/use-svg-picture.ts';
import { formatDate, formatMoney, formatPercent } from '../../ui/format/format.ts';
import { riskColor } from '../../ui/format/scales.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { calculatePercent, type RiskDraft, toParameters } from './draft.ts';
import { useChosenPoint } from './use-chosen-point.ts';
import type { ShownMission } from './why-probability.tsx';

const height = 220;
const margin = { left: 44, right: 12, top: 12, bottom: 28 };

/** Probability over the mission, coloured by risk; or the reason why there is no chart. */
export function RiskChart({ risk, mission }: { risk: RiskDraft; mission: ShownMission }): ReactNode {
  const cost = risk.consequence?.value ?? null;
  const source = useMemo(() => {
    const parameters = chartParameters(risk, mission);
    return { parameters, hasConsequence: cost !== null, ...mission };
  }, [risk, mission, cost]);
  const [asTable, setAsTable] = useState(false);
  const picture = useSvgPicture('probability over time');
  const problem = chartProblem(source);
  if (problem !== null) {
    return (
      <Typography role="status" sx={{ py: 3, color: 'text.secondary' }}>
        {problem}
      </Typography>
    );
  }
  const series = probabilityOverTime(source);
  return (
    <Box>
      {asTable ? (
        <ChartTable series={series} cost={cost!} />
      ) : (
        <div ref={picture.around}>
          <Drawn series={series} cost={cost!} />
        </div>
      )}
      <Button size="small" onClick={() => setAsTable(!asTable)}>
        {asTable ? 'Show as chart' : 'Show as table'}
      </Button>
      {asTable ? null : <DownloadPicture of="probability over time" onDownload={picture.save} />}
    </Box>
  );
}

/** Distribution parameters of the curve; a typed percentage is reached at the end of the mission. */
function chartParameters({ probability }: RiskDraft, mission: ShownMission) {
  const parameters = toParameters(probability);
  if (parameters?.distribution !== 'none' || parameters.scale !== null) return parameters;
  const percent = calculatePercent(probability, mission);
  return percent === null || mission.missionTime === null
    ? parameters
    : {
        ...parameters,
        scale: daysToDuration(meanTimeBetweenFailures(percent, durationToDays(mission.missionTime))),
      };
}

function Drawn({ series, cost }: { series: ChartSeries; cost: number }): ReactNode {
  const [measure, width] = useElementWidth();
  const timeZone = useTimeZone();
  const gradient = useId();
  const ink = useChartInk();
  const { times, values, kind } = series;
  const from = times[0]!;
  const to = times.at(-1)!;
  const most = kind === 'cdf' ? 100 : Math.max(...values) || 1;
  const plotWidth = Math.max(width - margin.left - margin.right, 1);
  const [at, handlers] = useChosenPoint(times.length, { left: margin.left, width: plotWidth });
  const plotHeight = height - margin.top - margin.bottom;
  const x = (time: number) => margin.left + ((time - from) / Math.max(to - from, 1)) * plotWidth;
  const y = (value: number) => margin.top + (1 - value / most) * plotHeight;
  const line = times.map(
    (time, i) => `${i === 0 ? 'M' : 'L'}${x(time).toFixed(1)},${y(values[i]!).toFixed(1)}`,
  );
  const ground = y(0).toFixed(1);
  const described = at === null ? null : describe(series, at, cost, timeZone);
  return (
    <Box ref={measure} sx={{ position: 'relative', height, fontSize: '0.75rem' }}>
      <Box
        component="svg"
        role="application"
        aria-roledescription="chart"
        aria-label={kind === 'cdf' ? 'Probability over time' : 'Density of failures over time'}
        tabIndex={0}
        width={width}
        height={height}
        {...handlers}
        sx={{ display: 'block', color: 'text.secondary' }}
      >
        <defs>
          <linearGradient id={gradient} x1={0} x2={1} y1={0} y2={0}>
            {[0, 0.25, 0.5, 0.75, 1].map((share) => (
              <stop key={share} offset={share} stopColor={riskColor(riskAt(series, share, cost))} />
            ))}
          </linearGradient>
        </defs>
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <g key={share}>
            <line
              x1={margin.left}
              x2={margin.left + plotWidth}
              y1={y(share * most)}
              y2={y(share * most)}
              stroke="currentColor"
              strokeOpacity={0.2}
            />
            <text x={margin.left - 8} y={y(share * most) + 4} textAnchor="end" fill="currentColor">
              {kind === 'cdf' ? formatPercent(share * 100) : (share * most).toPrecision(2)}
            </text>
          </g>
        ))}
        {timeTicks({ from, to }, timeZone, plotWidth / 90).map(({ time, label }) => (
          <text key={time} x={x(time)} y={height - 8} textAnchor="middle" fill="currentColor">
            {label}
          </text>
        ))}
        <path d={`${line.join('')}L${x(to)},${ground}L${x(from)},${ground}Z`} fill={`url(#${gradient})`} />
        <path d={line.join('')} fill="none" stroke={ink.signal} strokeWidth={1.5} />
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
          left: margin.left + 8,
          bgcolor: 'background.paper',
          px: described === null ? 0 : 2,
          borderRadius: 1,
          pointerEvents: 'none',
        }}
      >
        {described}
      </Box>
    </Box>
  );
}

/** The risk at a fraction of the mission, from the cumulative probability. */
function riskAt({ kind, values }: ChartSeries, share: number, cost: number): number {
  const at = Math.round(share * (values.length - 1));
  if (kind === 'cdf') return (values[at]! / 100) * cost;
  const sum = values.slice(0, at).reduce((total, value) => total + value, 0);
  const all = values.reduce((total, value) => total + value, 0) || 1;
  return (sum / all) * cost;
}

function describe({ kind, times, values }: ChartSeries, at: number, cost: number, timeZone: string): string {
  const date = formatDate(times[at]!, timeZone);
  const value = values[at]!;
  if (kind === 'pdf') return `${date}: ${value.toPrecision(3)} % per day`;
  return `${date}: ${percentText(value)}, risk ${formatMoney(wholePercentRisk(value, cost))}`;
}

/** Risk of a probability rounded down to a whole percent, as in the headline. */
const wholePercentRisk = (percent: number, cost: number): number =>
  calculateRisk(truncatePercent(percent), cost) ?? (percent / 100) * cost;

function ChartTable({ series, cost }: { series: ChartSeries; cost: number }): ReactNode {
  const timeZone = useTimeZone();
  const rows = series.times.flatMap((time, i) => (i % 20 === 0 ? [{ time, value: series.values[i]! }] : []));
  const columns: readonly Column<{ time: number; value: number }>[] = [
    { id: 'date', header: 'Date', cell: ({ time }) => formatDate(time, timeZone) },
    {
      id: 'value',
      header: series.kind === 'cdf' ? 'Probability' : '% per day',
      numeric: true,
      cell: ({ value }) => (series.kind === 'cdf' ? percentText(value) : value.toPrecision(3)),
    },
    ...(series.kind === 'cdf'
      ? [
          {
            id: 'risk',
            header: 'Risk',
            numeric: true,
            cell: ({ value }: { value: number }) => formatMoney(wholePercentRisk(value, cost)),
          },
        ]
      : []),
  ];
  return (
    <DataTable label="Probability over time" columns={columns} rows={rows} rowKey={({ time }) => time} />
  );
}
