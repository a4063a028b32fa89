import type { Portfolio } from '@twinward/contracts/risk/portfolio';
import { type ReactNode, useMemo } from 'react';
import { analysisAssetsPath } from '../../../shared/address/paths.ts';
import { shortMoney } from '../../../shared/risk/matrix-bands.ts';
import { Figure } from '../../../ui/chart/figure.tsx';
import type { FigureOption } from '../../../ui/chart/figure-canvas.tsx';
import { useChartInk } from '../../../ui/chart/use-chart-ink.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { formatMoney, formatPercent } from '../../../ui/format/format.ts';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';

const shown = 20;

/** The assets with the highest risk, and their cumulative share of the total. */
export function ParetoChart({
  analysisId,
  portfolio: { pareto },
}: {
  analysisId: number;
  portfolio: Portfolio;
}): ReactNode {
  const ink = useChartInk();
  const option = useMemo((): FigureOption => {
    const rows = pareto.slice(0, shown);
    const axisLabel = { color: ink.text };
    return {
      textStyle: { fontFamily: ink.fontFamily },
      grid: { left: 8, right: 8, top: 16, bottom: 8, containLabel: true },
      xAxis: {
        type: 'category',
        data: rows.map((_, place) => String(place + 1)),
        axisLabel,
        axisLine: { lineStyle: { color: ink.axis } },
      },
      yAxis: [
        {
          type: 'value',
          axisLabel: { ...axisLabel, formatter: (value: number) => shortMoney(value) },
          splitLine: { lineStyle: { color: ink.grid } },
        },
        {
          type: 'value',
          min: 0,
          max: 100,
          axisLabel: { ...axisLabel, formatter: (value: number) => formatPercent(value) },
          splitLine: { show: false },
        },
      ],
      series: [
        { type: 'bar', silent: true, itemStyle: { color: ink.spread }, data: rows.map(({ risk }) => risk) },
        {
          type: 'line',
          yAxisIndex: 1,
          silent: true,
          symbolSize: 5,
          lineStyle: { color: ink.signal, width: 1.5 },
          itemStyle: { color: ink.signal },
          data: rows.map(({ cumulative }) => cumulative),
        },
      ],
    };
  }, [pareto, ink]);
  return (
    <Section title="Pareto of the risk">
      {pareto.length === 0 ? (
        <EmptyState title="No risk" hint="No asset has a probability and a cost of failure." />
      ) : (
        <Figure
          label="Assets with the highest risk and their cumulative share"
          option={option}
          height={280}
          fileName="pareto"
          table={
            <DataTable
              label="Pareto of the risk"
              rows={pareto.slice(0, shown)}
              rowKey={(row) => row.assetId}
              columns={[
                {
                  id: 'name',
                  header: 'Asset',
                  cell: (row) => (
                    <TextLink to={analysisAssetsPath(analysisId, { name: row.assetName })}>
                      {row.assetName}
                    </TextLink>
                  ),
                },
                { id: 'risk', header: 'Risk', numeric: true, cell: (row) => formatMoney(row.risk) },
                {
                  id: 'sum',
                  header: 'Cumulative',
                  numeric: true,
                  cell: (row) => formatPercent(row.cumulative, 1),
                },
              ]}
            />
          }
        />
      )}
    </Section>
  );
}
