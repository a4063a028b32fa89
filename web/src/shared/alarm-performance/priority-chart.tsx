import type { AlarmPriority, AlarmReport } from '@twinward/contracts/protections/alarm-report';
import { type ReactNode, useMemo } from 'react';
import { Figure } from '../../ui/chart/figure.tsx';
import type { FigureOption } from '../../ui/chart/figure-canvas.tsx';
import { useChartInk } from '../../ui/chart/use-chart-ink.ts';
import { formatCount, formatPercent } from '../../ui/format/format.ts';
import { DataTable } from '../../ui/list/data-table.tsx';
import { formatShare } from './figures.tsx';

const labels: Record<AlarmPriority, string> = { low: 'Low', medium: 'Medium', high: 'High' };

/** The distribution of alarms by priority beside the target distribution. */
export function PriorityChart({
  report: { priorities, targets },
  height = 240,
}: {
  report: AlarmReport;
  /** Pixels. */
  height?: number;
}): ReactNode {
  const ink = useChartInk();
  const option = useMemo((): FigureOption => {
    const axisLabel = { color: ink.text, fontFamily: ink.fontFamily };
    const label = { show: true, position: 'top' as const, color: ink.text, fontFamily: ink.fontFamily };
    const bars = (name: string, color: string, values: number[]) => ({
      type: 'bar' as const,
      name,
      silent: true,
      barMaxWidth: 48,
      itemStyle: { color },
      label: { ...label, formatter: ({ value }: { value: unknown }) => formatShare(Number(value)) },
      data: values,
    });
    return {
      textStyle: { fontFamily: ink.fontFamily },
      grid: { left: 8, right: 8, top: 24, bottom: 8, containLabel: true },
      xAxis: {
        type: 'category',
        data: priorities.map(({ priority }) => labels[priority]),
        axisLabel,
        axisLine: { lineStyle: { color: ink.axis } },
        axisTick: { show: false },
      },
      yAxis: {
        type: 'value',
        min: 0,
        max: 100,
        axisLabel: { ...axisLabel, formatter: (value: number) => formatPercent(value) },
        splitLine: { lineStyle: { color: ink.grid } },
      },
      series: [
        bars(
          'Alarms',
          ink.signal,
          priorities.map(({ share }) => share),
        ),
        bars(
          'Target',
          ink.spread,
          priorities.map(({ priority }) => targets[priority]),
        ),
      ],
    };
  }, [priorities, targets, ink]);
  return (
    <Figure
      label={`Alarms by priority: ${priorities
        .map(
          ({ priority, share }) =>
            `${labels[priority]} ${formatShare(share)}, target ${formatShare(targets[priority])}`,
        )
        .join('; ')}`}
      option={option}
      height={height}
      fileName="alarm-priorities"
      table={
        <DataTable
          label="By priority"
          rows={priorities}
          rowKey={({ priority }) => priority}
          columns={[
            { id: 'priority', header: 'Priority', cell: ({ priority }) => labels[priority] },
            { id: 'alarms', header: 'Alarms', numeric: true, cell: ({ alarms }) => formatCount(alarms) },
            { id: 'share', header: 'Share', numeric: true, cell: ({ share }) => formatShare(share) },
            {
              id: 'target',
              header: 'Target',
              numeric: true,
              cell: ({ priority }) => formatShare(targets[priority]),
            },
            {
              id: 'thresholds',
              header: 'Thresholds',
              numeric: true,
              wide: true,
              cell: ({ thresholds }) => formatCount(thresholds),
            },
          ]}
        />
      }
    />
  );
}
