import { type ReactNode, useMemo } from 'react';
import { shortMoney } from '../../../shared/risk/matrix-bands.ts';
import { Figure } from '../../../ui/chart/figure.tsx';
import type { FigureOption } from '../../../ui/chart/figure-canvas.tsx';
import { useChartInk } from '../../../ui/chart/use-chart-ink.ts';
import { formatMoney } from '../../../ui/format/format.ts';
import { DataTable } from '../../../ui/list/data-table.tsx';
import type { CurvePoint } from './budget-curve.ts';

/** The remaining risk with the best set by budget, with the current budget marked. */
export function BudgetChart({
  curve,
  risk,
  budget,
  gain,
}: {
  curve: readonly CurvePoint[];
  /** Risk without any option. */
  risk: number;
  budget: number;
  /** Gain of the best set for the budget. */
  gain: number;
}): ReactNode {
  const ink = useChartInk();
  const option = useMemo((): FigureOption => {
    const axisLabel = {
      color: ink.text,
      formatter: (value: number) => shortMoney(value),
      hideOverlap: true,
    };
    return {
      textStyle: { fontFamily: ink.fontFamily },
      grid: { left: 8, right: 24, top: 16, bottom: 24, containLabel: true },
      xAxis: {
        type: 'value',
        max: curve.at(-1)?.budget ?? 1,
        name: 'Budget',
        nameLocation: 'middle',
        nameGap: 28,
        nameTextStyle: { color: ink.text },
        axisLabel,
        axisLine: { lineStyle: { color: ink.axis } },
        splitLine: { show: false },
      },
      yAxis: {
        type: 'value',
        min: 0,
        axisLabel,
        splitLine: { lineStyle: { color: ink.grid } },
      },
      series: [
        {
          type: 'line',
          step: 'end',
          silent: true,
          symbol: 'none',
          lineStyle: { color: ink.signal, width: 1.5 },
          data: curve.map((point) => [point.budget, risk - point.gain]),
        },
        {
          type: 'scatter',
          silent: true,
          symbolSize: 12,
          itemStyle: { color: ink.signal },
          data: [[Math.min(budget, curve.at(-1)?.budget ?? 0), risk - gain]],
        },
      ],
    };
  }, [curve, risk, budget, gain, ink]);
  return (
    <Figure
      label={`Remaining risk of the best set by budget: ${formatMoney(risk - gain)} for ${formatMoney(budget)}`}
      option={option}
      height={280}
      fileName="budget"
      table={
        <DataTable
          label="Risk by budget"
          rows={curve}
          rowKey={(point) => point.budget}
          columns={[
            { id: 'budget', header: 'Budget', numeric: true, cell: (point) => formatMoney(point.budget) },
            {
              id: 'risk',
              header: 'Remaining risk',
              numeric: true,
              cell: (point) => `${point.isExact ? '' : 'at most '}${formatMoney(risk - point.gain)}`,
            },
          ]}
        />
      }
    />
  );
}
