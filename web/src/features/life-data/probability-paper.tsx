import type { LifeFit } from '@twinward/contracts/risk/life-data';
import { paperAxis } from '@twinward/domain/risk/median-ranks';
import { type ReactNode, useMemo } from 'react';
import { Figure } from '../../ui/chart/figure.tsx';
import type { FigureOption } from '../../ui/chart/figure-canvas.tsx';
import { useChartInk } from '../../ui/chart/use-chart-ink.ts';
import { formatNumber } from '../../ui/format/format.ts';
import { DataTable } from '../../ui/list/data-table.tsx';
import { ageTicks } from './age-axis.ts';

/** Labels of the probability axis, in percent. */
const named = [0.1, 1, 5, 10, 50, 90, 99, 99.9];
const least = paperAxis(0.001);
const most = paperAxis(0.999);

/**
 * The failures, the fitted line and its bounds on Weibull paper, on which a Weibull distribution is a straight line.
 */
export function ProbabilityPaper({ fit, name }: { fit: LifeFit; name: string }): ReactNode {
  const ink = useChartInk();
  const option = useMemo((): FigureOption => {
    const line = (of: (row: LifeFit['line'][number]) => number | null, type: 'solid' | 'dashed') => ({
      type: 'line' as const,
      showSymbol: false,
      silent: true,
      lineStyle: { color: ink.signal, width: type === 'solid' ? 1.5 : 1, type },
      data: fit.line.flatMap((row) => {
        const days = of(row);
        return days === null ? [] : [[Math.log10(days), paperAxis(row.share)]];
      }),
    });
    const days = fit.line.flatMap((row) => [row.days, row.lower ?? row.days, row.upper ?? row.days]);
    // A linear axis of logarithms, since a logarithmic axis labels only decades.
    const ages = ageTicks(Math.min(...days), Math.max(...days)).map(Math.log10);
    const axis = {
      nameTextStyle: { color: ink.text },
      axisLine: { lineStyle: { color: ink.axis } },
      splitLine: { lineStyle: { color: ink.grid } },
    };
    return {
      textStyle: { fontFamily: ink.fontFamily },
      grid: { left: 64, right: 24, top: 16, bottom: 48 },
      xAxis: {
        ...axis,
        // At the bottom of the chart, not at zero.
        axisLine: { ...axis.axisLine, onZero: false },
        type: 'value',
        name: 'Age in days',
        nameLocation: 'middle',
        nameGap: 28,
        min: ages[0]!,
        max: ages.at(-1)!,
        axisTick: { customValues: ages },
        axisLabel: {
          color: ink.text,
          customValues: ages,
          formatter: (value: number) => formatNumber(Number((10 ** value).toPrecision(1))),
        },
        splitLine: { show: false },
      },
      yAxis: {
        ...axis,
        type: 'value',
        min: least,
        max: most,
        axisTick: { customValues: named.map((percent) => paperAxis(percent / 100)) },
        axisLabel: {
          color: ink.text,
          customValues: named.map((percent) => paperAxis(percent / 100)),
          formatter: (value: number) => `${Number((-100 * Math.expm1(-Math.exp(value))).toPrecision(3))} %`,
        },
        splitLine: { show: false },
      },
      series: [
        line((row) => row.lower, 'dashed'),
        line((row) => row.upper, 'dashed'),
        line((row) => row.days, 'solid'),
        {
          type: 'scatter',
          symbolSize: 7,
          silent: true,
          itemStyle: { color: ink.axis },
          data: fit.points.map(({ days, share }) => [Math.log10(days), paperAxis(share)]),
        },
      ],
    };
  }, [fit, ink]);
  return (
    <Figure
      label={`Probability plot of ${name}`}
      option={option}
      height={360}
      fileName="probability plot"
      table={
        <DataTable
          label={`Fitted ages of ${name}`}
          rows={fit.line}
          rowKey={(row) => row.share}
          columns={[
            { id: 'share', header: 'Failed', cell: (row) => `${Number((100 * row.share).toPrecision(3))} %` },
            { id: 'days', header: 'Days', numeric: true, cell: (row) => formatNumber(row.days) },
            {
              id: 'lower',
              header: 'From',
              numeric: true,
              cell: (row) => (row.lower === null ? '–' : formatNumber(row.lower)),
            },
            {
              id: 'upper',
              header: 'To',
              numeric: true,
              cell: (row) => (row.upper === null ? '–' : formatNumber(row.upper)),
            },
          ]}
        />
      }
    />
  );
}
