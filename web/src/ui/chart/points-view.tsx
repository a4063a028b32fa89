import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { QueryError } from '../feedback/loaded.tsx';
import { ChartTable } from './chart-table.tsx';
import { LimitList } from './limit-labels.tsx';
import { type ChartSeries, emptySeries } from './series.ts';
import { TimeChart } from './time-chart.tsx';
import type { ChartView } from './view-switch.tsx';

/** The result of a query of points. */
export type PointsQuery = Pick<
  UseQueryResult<ChartSeries>,
  'data' | 'error' | 'refetch' | 'isPlaceholderData'
>;

/** The points of a signal as a chart with labelled limits or as a table, or the error of the query. */
export function PointsView({
  name,
  unit,
  points,
  view,
  ...chart
}: {
  name: string;
  unit: string | null;
  points: PointsQuery;
  view: ChartView;
} & Omit<ComponentProps<typeof TimeChart>, 'label' | 'series' | 'busy'>): ReactNode {
  const series = points.data ?? emptySeries;
  const label = unit === null ? name : `${name} in ${unit}`;
  return (
    <>
      <QueryError query={points} fallback="The points could not be loaded." />
      {view === 'table' ? (
        <ChartTable label={`Points of ${label}`} series={series} range={chart.range} unit={unit} />
      ) : (
        <>
          <TimeChart {...chart} label={`Chart of ${label}`} series={series} busy={points.isPlaceholderData} />
          {chart.frame.hasLabels ? null : <LimitList limits={chart.limits} />}
        </>
      )}
    </>
  );
}
