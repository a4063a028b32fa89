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
import { type ReactNode, useMemo } from 'react';
import { formatDate, formatMoney, formatPercent } from '../../ui/format/format.ts';
import { riskColor } from '../../ui/format/scales.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { calculatePercent, type RiskDraft, toParameters } from './draft.ts';
import { ChartOrTable, TimeCurve } from './time-curve.tsx';
import type { ShownMission } from './why-probability.tsx';

/** Probability over the mission, coloured by risk; or the reason why there is no chart. */
export function RiskChart({ risk, mission }: { risk: RiskDraft; mission: ShownMission }): ReactNode {
  const cost = risk.consequence?.value ?? null;
  const source = useMemo(() => {
    const parameters = chartParameters(risk, mission);
    return { parameters, hasConsequence: cost !== null, ...mission };
  }, [risk, mission, cost]);
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
    <ChartOrTable
      of="probability over time"
      chart={<Drawn series={series} cost={cost!} />}
      table={<ChartTable series={series} cost={cost!} />}
    />
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

const shares = [0, 0.25, 0.5, 0.75, 1];

function Drawn({ series, cost }: { series: ChartSeries; cost: number }): ReactNode {
  const timeZone = useTimeZone();
  const { times, values, kind } = series;
  const most = kind === 'cdf' ? 100 : Math.max(...values) || 1;
  return (
    <TimeCurve
      label={kind === 'cdf' ? 'Probability over time' : 'Density of failures over time'}
      height={220}
      left={44}
      times={times}
      values={values}
      most={most}
      ticks={shares.map((share) => share * most)}
      tickText={(value) => (kind === 'cdf' ? formatPercent(value) : value.toPrecision(2))}
      colors={shares.map((share) => riskColor(riskAt(series, share, cost)))}
      describe={(at) => describe(series, at, cost, timeZone)}
    />
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
