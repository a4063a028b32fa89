import { type AlarmReport, alarmInterval } from '@twinward/contracts/protections/alarm-report';
import { type ReactNode, useMemo } from 'react';
import { Figure } from '../../ui/chart/figure.tsx';
import type { FigureOption } from '../../ui/chart/figure-canvas.tsx';
import { useChartInk } from '../../ui/chart/use-chart-ink.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount, formatDate, formatDateTime, formatSpan } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { DataTable } from '../../ui/list/data-table.tsx';

const day = 86_400_000;

/** Title of the chart with the period of its bars. */
export const rateTitle = ({ slices }: AlarmReport): string =>
  `Alarms per ${slices.length === day ? 'day' : formatSpan(slices.length)}`;

/** Alarms over time, with a line at the target rate. */
export function RateChart({
  report,
  height = 240,
}: {
  report: AlarmReport;
  /** Pixels. */
  height?: number;
}): ReactNode {
  const ink = useChartInk();
  const timeZone = useTimeZone();
  const { slices, targets, total } = report;
  const allowed = (targets.averageRate * total.areas * slices.length) / alarmInterval;
  const rows = useMemo(() => {
    const start = Date.parse(report.from);
    return report.slices.alarms.map((alarms, slice) => ({
      alarms,
      at: new Date(start + slice * report.slices.length).toISOString(),
    }));
  }, [report]);
  const format = slices.length < day ? formatDateTime : formatDate;
  const option = useMemo((): FigureOption => {
    const axisLabel = { color: ink.text, fontFamily: ink.fontFamily };
    return {
      textStyle: { fontFamily: ink.fontFamily },
      grid: { left: 8, right: 16, top: 16, bottom: 8, containLabel: true },
      xAxis: {
        type: 'category',
        data: rows.map(({ at }) => format(at, timeZone)),
        axisLabel: { ...axisLabel, hideOverlap: true },
        axisLine: { lineStyle: { color: ink.axis } },
        axisTick: { show: false },
      },
      yAxis: {
        type: 'value',
        minInterval: 1,
        axisLabel,
        splitLine: { lineStyle: { color: ink.grid } },
      },
      series: [
        {
          type: 'bar',
          silent: true,
          itemStyle: { color: ink.signal },
          data: rows.map(({ alarms }) => alarms),
        },
        {
          type: 'line',
          silent: true,
          showSymbol: false,
          lineStyle: { color: ink.axis, width: 1.5, type: 'dashed' },
          data: rows.map(() => allowed),
        },
      ],
    };
  }, [rows, allowed, ink, timeZone, format]);
  if (total.alarms === 0) {
    return (
      <EmptyState
        title="No alarms in this period."
        hint="An alarm is an excursion of a threshold with a level above 0, of an active protection."
      />
    );
  }
  const title = rateTitle(report);
  return (
    <Figure
      label={`${title}: ${formatCount(total.alarms)} in all, at most ${formatCount(Math.max(...slices.alarms))}. The dashed line is the target, ${formatCount(allowed)}`}
      option={option}
      height={height}
      fileName="alarms"
      table={
        <DataTable
          label={title}
          rows={rows}
          rowKey={({ at }) => at}
          columns={[
            { id: 'at', header: 'From', cell: ({ at }) => format(at, timeZone) },
            { id: 'alarms', header: 'Alarms', numeric: true, cell: ({ alarms }) => formatCount(alarms) },
          ]}
        />
      }
    />
  );
}
