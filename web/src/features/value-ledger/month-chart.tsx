import type { ValueSummary } from '@twinward/contracts/questions/value-ledger';
import { type ReactNode, useMemo } from 'react';
import { formatRange } from '../../shared/value/money-range.ts';
import { Figure } from '../../ui/chart/figure.tsx';
import type { FigureOption } from '../../ui/chart/figure-canvas.tsx';
import { useChartInk } from '../../ui/chart/use-chart-ink.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount, formatMoney } from '../../ui/format/format.ts';
import { DataTable } from '../../ui/list/data-table.tsx';
import { Section } from '../../ui/page/section.tsx';

/** Lower and upper bound of the net value by the month in which advisories were closed. */
export function MonthChart({ months }: Pick<ValueSummary, 'months'>): ReactNode {
  const ink = useChartInk();
  const option = useMemo((): FigureOption => {
    const axisLabel = { color: ink.text, fontFamily: ink.fontFamily };
    const bars = (name: string, color: string, values: number[]) => ({
      type: 'bar' as const,
      name,
      silent: true,
      barMaxWidth: 32,
      itemStyle: { color },
      data: values,
    });
    return {
      textStyle: { fontFamily: ink.fontFamily },
      grid: { left: 8, right: 8, top: 16, bottom: 8, containLabel: true },
      xAxis: {
        type: 'category',
        data: months.map(({ month }) => month),
        axisLabel: { ...axisLabel, hideOverlap: true },
        axisLine: { lineStyle: { color: ink.axis } },
        axisTick: { show: false },
      },
      yAxis: {
        type: 'value',
        axisLabel: { ...axisLabel, formatter: (value: number) => formatMoney(value) },
        splitLine: { lineStyle: { color: ink.grid } },
      },
      series: [
        bars(
          'At least',
          ink.signal,
          months.map(({ net }) => net.low),
        ),
        bars(
          'At most',
          ink.spread,
          months.map(({ net }) => net.high),
        ),
      ],
    };
  }, [months, ink]);
  return (
    <Section title="Net value by month">
      {months.every(({ approved }) => approved === 0) ? (
        <EmptyState
          title="No approved values yet."
          hint="Open a closed advisory below and approve its value."
        />
      ) : (
        <Figure
          label={`Net value by month, at least (dark) and at most (light): ${months
            .map(({ month, net }) => `${month} ${formatRange(net)}`)
            .join('; ')}`}
          option={option}
          height={240}
          fileName="value"
          table={
            <DataTable
              label="Net value by month"
              rows={months}
              rowKey={({ month }) => month}
              columns={[
                { id: 'month', header: 'Month', cell: ({ month }) => month },
                {
                  id: 'approved',
                  header: 'Approved',
                  numeric: true,
                  wide: true,
                  cell: ({ approved, advisories }) =>
                    `${formatCount(approved)} of ${formatCount(advisories)}`,
                },
                {
                  id: 'avoided',
                  header: 'Avoided failure cost',
                  numeric: true,
                  wide: true,
                  cell: ({ avoided }) => formatRange(avoided),
                },
                {
                  id: 'false',
                  header: 'False alarms',
                  numeric: true,
                  wide: true,
                  cell: ({ falseAlarmCost }) => formatMoney(falseAlarmCost),
                },
                { id: 'net', header: 'Net value', numeric: true, cell: ({ net }) => formatRange(net) },
              ]}
            />
          }
        />
      )}
    </Section>
  );
}
