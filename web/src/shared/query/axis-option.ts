import type { ConditionalColor, QueryView } from '@twinward/contracts/questions/query-definition';
import type { ResultColumn } from '@twinward/contracts/questions/query-result';
import { type ChartColors, colorRound, seriesColor } from '@twinward/domain/dashboards/color-themes';
import type { ChartData, ResultSeries } from '@twinward/domain/queries/chart-types';
import { isNumeric, isTime } from '@twinward/domain/queries/column-kinds';
import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts';
import type { ChartInk } from '../../ui/chart/chart-option.ts';
import type { MarksOption } from '../../ui/chart/marks-canvas.tsx';
import { axisText, columnUnit } from './cell-text.ts';
import { findFill } from './conditional-color.ts';
import { valueText } from './describe.ts';

/** The input of a chart option. */
export interface Drawing {
  view: QueryView;
  data: ChartData;
  stacked: boolean;
  conditions: readonly ConditionalColor[];
  colors: ChartColors;
  ink: ChartInk;
  /** Colour of the surface behind the chart. */
  background: string;
  /** Whether the chart is narrow, so that names are truncated earlier. */
  isNarrow: boolean;
}

/** Parts of an option that all charts with axes share. */
export const grid = { left: 4, right: 16, top: 12, bottom: 4, outerBoundsMode: 'same' as const };

export const textStyle = (ink: ChartInk) => ({ fontFamily: ink.fontFamily, color: ink.text, fontSize: 12 });

/** A tooltip drawn on the canvas instead of HTML, so that names are never interpreted as markup. */
export const tooltip = (ink: ChartInk, background: string) => ({
  renderMode: 'richText' as const,
  confine: true,
  transitionDuration: 0,
  backgroundColor: background,
  borderColor: ink.grid,
  textStyle: { ...textStyle(ink), color: ink.signal },
});

export function categoryAxis(labels: readonly string[], ink: ChartInk, width?: number) {
  return {
    type: 'category' as const,
    data: [...labels],
    axisTick: { show: false },
    axisLine: { lineStyle: { color: ink.axis } },
    axisLabel: {
      ...textStyle(ink),
      hideOverlap: true,
      ...(width === undefined ? {} : { width, overflow: 'truncate' as const }),
    },
  };
}

export function valueAxis(column: ResultColumn, ink: ChartInk) {
  return {
    type: 'value' as const,
    ...(column.kind === 'integer' ? { minInterval: 1 } : {}),
    axisLabel: {
      ...textStyle(ink),
      hideOverlap: true,
      formatter: (value: number) => axisText(column, value),
    },
    splitLine: { lineStyle: { color: ink.grid } },
  };
}

const toScaleKey = (column: ResultColumn): string => `${column.kind === 'money'} ${columnUnit(column) ?? ''}`;

/** One axis per distinct unit of the series. */
export function buildAxes(series: readonly ResultSeries[]): {
  columns: ResultColumn[];
  of: (one: ResultSeries) => number;
} {
  const scales = [...new Map(series.map(({ column }) => [toScaleKey(column), column]))];
  return {
    columns: scales.map(([, column]) => column),
    of: ({ column }) => scales.findIndex(([scale]) => scale === toScaleKey(column)),
  };
}

/** Distance between two axes on the same side, in pixels. */
const axisWidth = 56;

/** Whether bars are horizontal: for categories with names, so that long names fit beside them. */
export const isLying = ({ view, data: { category } }: Pick<Drawing, 'view' | 'data'>): boolean =>
  view === 'bar' && category !== null && !isTime(category) && !isNumeric(category);

/** Width of names beside an axis in pixels. */
export const nameWidth = ({ isNarrow }: Pick<Drawing, 'isNarrow'>): number => (isNarrow ? 96 : 180);

/** Bars, lines and areas over categories. */
export function axisOption(drawing: Drawing): MarksOption {
  const { data, ink, background } = drawing;
  const lying = isLying(drawing);
  const axes = buildAxes(data.series);
  const width = lying ? nameWidth(drawing) : undefined;
  const categories = { ...categoryAxis(data.categories, ink, width), inverse: lying };
  const values = axes.columns.map((column, place) => ({
    ...valueAxis(column, ink),
    ...(place === 0
      ? {}
      : {
          position: lying ? ('top' as const) : ('right' as const),
          offset: (place - 1) * axisWidth,
          splitLine: { show: false },
        }),
  }));
  return {
    textStyle: textStyle(ink),
    grid,
    tooltip: {
      ...tooltip(ink, background),
      trigger: 'axis',
      axisPointer: { type: drawing.view === 'bar' ? 'shadow' : 'line' },
      formatter: (shown) => tooltipText(data, shown),
    },
    xAxis: lying ? values : { ...categories, boundaryGap: drawing.view === 'bar' },
    yAxis: lying ? categories : values,
    series: data.series.map((series, place) => {
      const axis = axes.of(series);
      const own = lying ? { xAxisIndex: axis } : { yAxisIndex: axis };
      return drawing.view === 'bar'
        ? { ...barSeries(drawing, series, place), ...own }
        : { ...lineSeries(drawing, series, place), ...own };
    }),
  };
}

/** All values of the category under the pointer. */
function tooltipText({ categories, series }: ChartData, shown: unknown): string {
  const place = (Array.isArray(shown) ? shown[0] : shown)?.dataIndex as number;
  const lines = series.map((one) => `${one.name}: ${valueText(one, one.items[place]?.value ?? null)}`);
  return [categories[place] ?? '', ...lines].filter((line) => line !== '').join('\n');
}

/** Conditional colors, used only for a single series, since the colors of several series identify them. */
export const usedConditions = ({ data, conditions }: Pick<Drawing, 'data' | 'conditions'>) =>
  data.series.length > 1 ? [] : conditions;

const toStack = ({ stacked }: Drawing, { column }: ResultSeries) =>
  stacked ? { stack: toScaleKey(column) } : {};

function barSeries(drawing: Drawing, series: ResultSeries, place: number): BarSeriesOption {
  const { colors, background } = drawing;
  const conditions = usedConditions(drawing);
  const round = colorRound(colors, place);
  return {
    type: 'bar',
    name: series.name,
    ...toStack(drawing, series),
    barMaxWidth: 28,
    barMinHeight: 1,
    itemStyle: {
      color: seriesColor(colors, place),
      // From the seventh series on, stripes distinguish those of one color.
      ...(round === 0
        ? {}
        : {
            decal: {
              symbol: 'rect',
              color: background,
              dashArrayX: [1, 0],
              dashArrayY: [2, 3 + round],
              rotation: Math.PI / 4,
            },
          }),
    },
    data: series.items.map(({ value, row }) => {
      const color = findFill(conditions, series.column.key, value);
      return { value: value ?? '-', row, ...(color === undefined ? {} : { itemStyle: { color } }) };
    }),
  } as BarSeriesOption;
}

const dashes = ['solid', 'dashed', 'dotted'] as const;
const symbols = ['circle', 'rect', 'triangle', 'diamond'] as const;

/** The symbol of a series, so that series differ by more than color. */
export const symbolAt = (place: number): string => symbols[place % symbols.length]!;
export const dashAt = (round: number): (typeof dashes)[number] => dashes[round % dashes.length]!;

/** Maximum number of values of a line whose symbols are always shown. */
const fewValues = 60;

function lineSeries(drawing: Drawing, series: ResultSeries, place: number): LineSeriesOption {
  const { colors, view } = drawing;
  const color = seriesColor(colors, place);
  return {
    type: 'line',
    name: series.name,
    ...toStack(drawing, series),
    ...(view === 'area' ? { areaStyle: { opacity: drawing.stacked ? 0.6 : 0.25 } } : {}),
    symbol: symbolAt(place),
    symbolSize: 6,
    showSymbol: series.items.length <= fewValues,
    connectNulls: false,
    lineStyle: { color, width: 1.75, type: dashAt(colorRound(colors, place)) },
    itemStyle: { color },
    data: series.items.map(({ value, row }) => ({ value: value ?? '-', row })),
  } as LineSeriesOption;
}
