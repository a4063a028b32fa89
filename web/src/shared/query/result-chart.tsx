import { useTheme } from '@mui/material/styles';
import type { QueryDisplay, QueryView } from '@twinward/contracts/questions/query-definition';
import type { QueryResult } from '@twinward/contracts/questions/query-result';
import type { ChartData } from '@twinward/domain/queries/chart-types';
import type { ResultRow } from '@twinward/domain/queries/rows';
import { type ReactNode, useCallback, useMemo } from 'react';
import { FigureFrame, type FigureSize } from '../../ui/chart/figure.tsx';
import type { MarksOption } from '../../ui/chart/marks-canvas.tsx';
import { useChartColors } from '../../ui/chart/use-chart-colors.ts';
import { useChartInk } from '../../ui/chart/use-chart-ink.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { axisOption, type Drawing } from './axis-option.ts';
import { describeChart } from './describe.ts';
import { heatMapOption } from './heat-map-option.ts';
import { pieOption, treeMapOption } from './part-option.ts';
import { ResultLegend } from './result-legend.tsx';
import { createMark, type ResultMark } from './result-mark.ts';
import { ResultTable } from './result-table.tsx';
import { describeScatter, scatterOption, toScatterData } from './scatter-option.ts';
import { ValueTable } from './value-table.tsx';

const MarksCanvas = lazyComponent(async () => (await import('../../ui/chart/marks-canvas.tsx')).MarksCanvas);

/** The series type that a click on a view reports, which link templates need to find the row. */
export const seriesTypes: Readonly<Partial<Record<QueryView, string>>> = {
  bar: 'bar',
  line: 'line',
  area: 'line',
  pie: 'pie',
  scatter: 'scatter',
  'heat-map': 'heatmap',
  'tree-map': 'treemap',
};

const options: Readonly<Partial<Record<QueryView, (drawing: Drawing) => MarksOption>>> = {
  bar: axisOption,
  line: axisOption,
  area: axisOption,
  pie: pieOption,
  'heat-map': heatMapOption,
  'tree-map': treeMapOption,
};

interface ChartProps {
  title: string;
  display: QueryDisplay;
  height: number;
  onMark?: ((mark: ResultMark) => void) | undefined;
}

function useDrawing() {
  const ink = useChartInk();
  const background = useTheme().palette.background.default;
  return { ink, background };
}

/** A result as a chart of bars, lines, areas, slices or tree map fields. */
export function ResultChart({
  title,
  display,
  data,
  height,
  onMark,
}: ChartProps & { data: ChartData }): ReactNode {
  const { view, theme, stacked, conditionalColors } = display;
  const colors = useChartColors(theme);
  const { ink, background } = useDrawing();
  const buildOption = useCallback(
    (isNarrow: boolean) =>
      options[view]?.({
        view,
        data,
        stacked,
        conditions: conditionalColors,
        colors,
        ink,
        background,
        isNarrow,
      }) ?? {},
    [view, data, stacked, conditionalColors, colors, ink, background],
  );
  if (data.categories.length === 0 || data.series.length === 0) {
    return (
      <EmptyState
        title="No results found."
        hint={
          data.series.length === 0 && data.categories.length > 0
            ? 'A chart needs a column of numbers.'
            : 'No record meets the conditions of the query.'
        }
      />
    );
  }
  return (
    <>
      <ResultLegend view={view} data={data} colors={colors} />
      <Marks
        title={title}
        height={height}
        buildOption={buildOption}
        onMark={onMark}
        description={describeChart(view, data)}
        table={
          <ValueTable
            label={title}
            data={data}
            conditions={conditionalColors}
            maxHeight={height}
            seriesType={seriesTypes[view] ?? 'bar'}
            onMark={onMark}
          />
        }
      />
    </>
  );
}

/** A result as a scatter chart. */
export function ResultScatter({
  title,
  display,
  result,
  height,
  onMark,
}: ChartProps & { result: QueryResult }): ReactNode {
  const timeZone = useTimeZone();
  const colors = useChartColors(display.theme);
  const { ink, background } = useDrawing();
  const data = useMemo(() => toScatterData(result, display, timeZone), [result, display, timeZone]);
  const buildOption = useCallback(
    () => scatterOption(data, { colors, ink, background }, timeZone),
    [data, colors, ink, background, timeZone],
  );
  if (data.x === null || data.y === null || data.series.length === 0) {
    return <EmptyState title="No points." hint="A scatter chart needs two columns of numbers." />;
  }
  const shown: ChartData = {
    category: null,
    split: data.y,
    categories: [],
    notes: [],
    series: data.series.map(({ name }) => ({ name, column: data.y!, items: [] })),
  };
  return (
    <>
      {data.series.length > 1 ? <ResultLegend view="scatter" data={shown} colors={colors} /> : null}
      <Marks
        title={title}
        height={height}
        buildOption={buildOption}
        onMark={onMark}
        description={describeScatter(data)}
        table={
          <ResultTable label={title} result={result} display={display} maxHeight={height} onMark={onMark} />
        }
      />
    </>
  );
}

/** A chart with its description, its table and its download. A click reports the row of the mark. */
function Marks({
  title,
  description,
  height,
  buildOption,
  table,
  onMark,
}: {
  title: string;
  description: string;
  height: number;
  buildOption: (isNarrow: boolean) => MarksOption;
  table: ReactNode;
  onMark?: ((mark: ResultMark) => void) | undefined;
}): ReactNode {
  const click = useCallback(
    (seriesType: string, data: unknown) => {
      const row = (data as { row?: ResultRow | null } | null)?.row;
      const value = (data as { value?: unknown } | null)?.value;
      const [x, y] = Array.isArray(value) ? value : [null, value];
      if (row) onMark?.(createMark(seriesType, row, x, y));
    },
    [onMark],
  );
  return (
    <FigureFrame label={`${title}. ${description}`} height={height} fileName={title} table={table}>
      {(size) => (
        <FittedMarks {...size} buildOption={buildOption} onClick={click} isClickable={onMark !== undefined} />
      )}
    </FigureFrame>
  );
}

/** Charts below this width in pixels are narrow. */
const narrowWidth = 480;

function FittedMarks({
  buildOption,
  isClickable,
  ...canvas
}: FigureSize & {
  buildOption: (isNarrow: boolean) => MarksOption;
  isClickable: boolean;
  onClick: (seriesType: string, data: unknown) => void;
}): ReactNode {
  const isNarrow = canvas.width < narrowWidth;
  const option = useMemo(
    () => withCursor(buildOption(isNarrow), isClickable),
    [buildOption, isNarrow, isClickable],
  );
  return <MarksCanvas option={option} {...canvas} />;
}

/** Shows a pointer cursor over clickable marks. */
function withCursor(option: MarksOption, isClickable: boolean): MarksOption {
  const cursor = isClickable ? 'pointer' : 'default';
  const series = Array.isArray(option.series) ? option.series : [];
  return {
    ...option,
    // ECharts 6.1 fails to set the cursor of a tree map with fields that are too small to be drawn.
    series: series.map((one) => (one.type === 'treemap' ? one : { ...one, cursor })),
  } as MarksOption;
}
