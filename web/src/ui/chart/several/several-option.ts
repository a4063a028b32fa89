import { alpha } from '@mui/material/styles';
import type { CustomSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts/charts';
import { levelColor } from '../../format/scales.ts';
import { type ChartInk, type ChartOption, signalSeries, tickLabel, timeAxis } from '../chart-option.ts';
import type { PlotFrame } from '../plot.ts';
import type { Range } from '../range.ts';
import type { TimeTick } from '../time-ticks.ts';
import type { PlotArea } from './areas.ts';
import type { ChartLine } from './axes.ts';

export interface SeveralDrawing {
  range: Range;
  /** From top to bottom; only the last one has a labelled time axis. */
  areas: readonly PlotArea[];
  ticks: readonly TimeTick[];
  ink: ChartInk;
  frame: PlotFrame;
}

/** ECharts options for several signals: one line each, in its plot and on the axis of its unit. */
export function severalOption(drawing: SeveralDrawing): ChartOption {
  const { areas, frame } = drawing;
  const last = areas.length - 1;
  return {
    animation: false,
    grid: areas.map(({ top, height }) => ({
      left: frame.left,
      right: frame.right,
      top,
      height,
      outerBoundsMode: 'none',
    })),
    xAxis: areas.map((_, gridIndex) => ({
      ...timeAxis(drawing, gridIndex === last),
      gridIndex,
    })),
    yAxis: areas.flatMap((area, gridIndex) => unitAxisOptions(area, gridIndex, drawing)),
    series: areas.flatMap((area, index) => {
      const firstAxis = areas.slice(0, index).reduce((count, { axes }) => count + axes.length, 0);
      return area.lines.flatMap((line) =>
        toSeries(line, area, firstAxis, drawing).map((series) => ({ ...series, xAxisIndex: index })),
      );
    }),
  };
}

const unitAxisOptions = ({ axes }: PlotArea, gridIndex: number, { ink }: SeveralDrawing) =>
  axes.map(({ axis, side, offset, color }, index) => ({
    type: 'value' as const,
    gridIndex,
    position: side,
    offset,
    min: axis.min,
    max: axis.max,
    axisLine: { show: index > 0 || color !== null, lineStyle: { color: color ?? ink.axis } },
    axisTick: { show: false, customValues: axis.ticks },
    axisLabel: {
      customValues: axis.ticks,
      color: color ?? ink.text,
      fontFamily: ink.fontFamily,
      fontSize: 12,
      margin: 8,
      formatter: (value: number) => tickLabel(value, axis),
    },
    // Grid lines of one axis only; those of several would overlap.
    splitLine: { show: index === 0, lineStyle: { color: ink.grid, width: 1 } },
  }));

/** @param firstAxis index of the first value axis of the plot */
function toSeries(
  line: ChartLine,
  { axes }: PlotArea,
  firstAxis: number,
  drawing: SeveralDrawing,
): (CustomSeriesOption | LineSeriesOption | ScatterSeriesOption)[] {
  const own = axes.findIndex(({ unit }) => unit === line.unit);
  if (own < 0) return [];
  const axis = firstAxis + own;
  const { series, color, dash, resets } = line;
  const limits = line.limits.map(({ value, level }) => ({ value, color: levelColor(level) }));
  // Fainter for a comparison line, since its spread overlaps that of the other line.
  const spread = alpha(color, drawing.ink.bandOpacity / (line.compared === undefined ? 1 : 2));
  return [
    ...signalSeries(drawing, { series, limits, color, spread, width: 1.5, dash, axis }),
    {
      type: 'scatter',
      silent: true,
      z: 4,
      yAxisIndex: axis,
      symbol: 'triangle',
      symbolSize: 9,
      itemStyle: { color },
      data: resets.map((time) => [time, axes[own]!.axis.min]),
    } satisfies ScatterSeriesOption,
  ];
}
