import { scaleColor } from '@twinward/domain/dashboards/color-themes';
import type { ChartData } from '@twinward/domain/queries/chart-types';
import type { MarksOption } from '../../ui/chart/marks-canvas.tsx';
import { categoryAxis, type Drawing, grid, nameWidth, textStyle, tooltip } from './axis-option.ts';
import { axisText } from './cell-text.ts';
import { valueText } from './describe.ts';
import { inkOn } from './part-option.ts';

/** The lowest and the highest value of a chart; null without values. */
export function findExtent({ series }: ChartData): { low: number; high: number } | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { items } of series) {
    for (const { value } of items) {
      if (value === null) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  return low > high ? null : { low, high };
}

/** Maximum number of cells that show their values. */
const fewCells = 150;

/** A heat map: categories on the x axis, series on the y axis, values as colors. */
export function heatMapOption(drawing: Drawing): MarksOption {
  const { data, colors, ink, background } = drawing;
  const { categories, series } = data;
  const { low, high } = findExtent(data) ?? { low: 0, high: 1 };
  const isLabelled = categories.length * series.length <= fewCells;
  const cells = series.flatMap(({ items, column }, up) =>
    items.flatMap(({ value, row }, across) => {
      if (value === null) return [];
      const color = scaleColor(colors, high === low ? 1 : (value - low) / (high - low));
      return [
        { value: [across, up, value], row, label: { color: inkOn(color), text: axisText(column, value) } },
      ];
    }),
  );
  return {
    textStyle: textStyle(ink),
    grid,
    tooltip: {
      ...tooltip(ink, background),
      trigger: 'item',
      formatter: (shown) => {
        const [across, up, value] = (shown as unknown as { value: [number, number, number] }).value;
        return `${categories[across]}\n${series[up]!.name}: ${valueText(series[up]!, value)}`;
      },
    },
    xAxis: { ...categoryAxis(categories, ink), splitArea: { show: false } },
    yAxis: {
      ...categoryAxis(
        series.map(({ name }) => name),
        ink,
        nameWidth(drawing),
      ),
      inverse: true,
    },
    visualMap: { show: false, min: low, max: high, dimension: 2, inRange: { color: [...colors.scale] } },
    series: [
      {
        type: 'heatmap',
        itemStyle: { borderColor: background, borderWidth: 1 },
        label: {
          show: isLabelled,
          fontSize: 12,
          formatter: ({ data: cell }) => (cell as (typeof cells)[number]).label.text,
        },
        data: cells,
      },
    ],
  } as MarksOption;
}
