import { getContrastRatio } from '@mui/material/styles';
import { scaleColor, seriesColor } from '@twinward/domain/dashboards/color-themes';
import type { ChartItem, ResultSeries } from '@twinward/domain/queries/chart-types';
import type { MarksOption } from '../../ui/chart/marks-canvas.tsx';
import { formatNumber } from '../../ui/format/format.ts';
import { type Drawing, textStyle, tooltip, usedConditions } from './axis-option.ts';
import { findFill } from './conditional-color.ts';
import { valueText } from './describe.ts';

/** Charts without axes that show parts of a whole. Values of zero and below are omitted. */

interface Part {
  name: string;
  item: ChartItem & { value: number };
  place: number;
}

const toParts = (categories: readonly string[], { items }: ResultSeries): Part[] =>
  items.flatMap((item, place) =>
    item.value !== null && item.value > 0
      ? [{ name: categories[place]!, item: { ...item, value: item.value }, place }]
      : [],
  );

/** A pie of the first series. */
export function pieOption({ data, conditions, colors, ink, background, isNarrow }: Drawing): MarksOption {
  const series = data.series[0];
  const parts = series === undefined ? [] : toParts(data.categories, series);
  const whole = parts.reduce((sum, { item }) => sum + item.value, 0);
  const share = ({ item }: Part): string => formatNumber(Math.round((1000 * item.value) / whole) / 10);
  const text = (part: Part): string =>
    `${part.name}\n${valueText(series!, part.item.value)} (${share(part)} %)`;
  return {
    textStyle: textStyle(ink),
    tooltip: {
      ...tooltip(ink, background),
      trigger: 'item',
      formatter: (shown) => text(parts[(shown as { dataIndex: number }).dataIndex]!),
    },
    series: [
      {
        type: 'pie',
        radius: ['38%', '68%'],
        itemStyle: { borderColor: background, borderWidth: 2 },
        label: {
          ...textStyle(ink),
          width: isNarrow ? 88 : 150,
          lineHeight: 15,
          overflow: 'truncate',
          formatter: ({ dataIndex }) => text(parts[dataIndex]!),
        },
        labelLine: { lineStyle: { color: ink.axis } },
        data: parts.map(({ name, item, place }) => ({
          name,
          value: item.value,
          row: item.row,
          itemStyle: {
            color: findFill(conditions, series!.column.key, item.value) ?? seriesColor(colors, place),
          },
        })),
      },
    ],
  };
}

/** Black or white, whichever is easier to read on a color. */
export const inkOn = (color: string): string =>
  getContrastRatio('#FFFFFF', color) >= getContrastRatio('#101010', color) ? '#FFFFFF' : '#101010';

/** A tree map with areas by value, nested if there is a second group. Larger values have stronger colors. */
export function treeMapOption(drawing: Drawing): MarksOption {
  const { data, colors, ink, background } = drawing;
  const conditions = usedConditions(drawing);
  const isNested = data.split !== null;
  const largest = Math.max(...data.series.flatMap(({ items }) => items.map(({ value }) => value ?? 0)), 0);
  const groups = (isNested ? data.series : data.series.slice(0, 1)).map((series, group) => ({
    series,
    parts: toParts(data.categories, series),
    group,
  }));
  const leaves = groups.map(({ series, parts, group }) => ({
    name: series.name,
    children: parts.map(({ name, item }) => {
      const color =
        findFill(conditions, series.column.key, item.value) ??
        (isNested ? seriesColor(colors, group) : scaleColor(colors, 0.35 + (0.65 * item.value) / largest));
      return {
        name,
        value: item.value,
        row: item.row,
        text: `${name}\n${valueText(series, item.value)}`,
        itemStyle: { color },
        label: { color: inkOn(color) },
      };
    }),
  }));
  return {
    textStyle: textStyle(ink),
    tooltip: {
      ...tooltip(ink, background),
      trigger: 'item',
      formatter: (shown) => {
        const { data: part, name } = shown as { data?: { text?: string }; name: string };
        return part?.text ?? name;
      },
    },
    series: [
      {
        type: 'treemap',
        roam: false,
        nodeClick: false,
        breadcrumb: { show: false },
        left: 0,
        right: 0,
        top: 0,
        bottom: 0,
        itemStyle: { borderColor: background, borderWidth: 1, gapWidth: 1 },
        label: {
          overflow: 'truncate',
          fontSize: 12,
          lineHeight: 14,
          formatter: ({ data: part }) => (part as { text?: string }).text ?? '',
        },
        upperLabel: {
          show: isNested,
          height: 20,
          color: ink.signal,
          fontSize: 12,
          formatter: '{b}',
        },
        levels: [{ upperLabel: { show: false }, itemStyle: { borderWidth: 0, gapWidth: 4 } }],
        data: isNested ? leaves : (leaves[0]?.children ?? []),
      },
    ],
  } as MarksOption;
}
