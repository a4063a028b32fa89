import { alpha } from '@mui/material/styles';
import type { CustomSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts/charts';
import { levelColor } from '../../format/scales.ts';
import { type ChartInk, type ChartOption, signalSeries, tickLabel, timeAxis } from '../chart-option.ts';
import { bottom, type PlotFrame, top } from '../plot.ts';
import type { Range } from '../range.ts';
import type { TimeTick } from '../time-ticks.ts';
import type { ChartLine, UnitAxis } from './axes.ts';

export interface SeveralDrawing {
  range: Range;
  lines: readonly ChartLine[];
  axes: readonly UnitAxis[];
  ticks: readonly TimeTick[];
  ink: ChartInk;
  frame: PlotFrame;
}

/** ECharts options for several signals: one line each, on the axis of its unit. */
export function severalOption(drawing: SeveralDrawing): ChartOption {
  const { frame, axes, ink, lines } = drawing;
  return {
    animation: false,
    grid: { left: frame.left, right: frame.right, top, bottom, outerBoundsMode: 'none' },
    xAxis: timeAxis(drawing),
    yAxis: axes.map(({ axis, side, offset, color }, index) => ({
      type: 'value',
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
    })),
    series: lines.flatMap((line) => seriesOf(line, drawing)),
  };
}

function seriesOf(
  line: ChartLine,
  drawing: SeveralDrawing,
): (CustomSeriesOption | LineSeriesOption | ScatterSeriesOption)[] {
  const { axes } = drawing;
  const axis = axes.findIndex(({ unit }) => unit === line.unit);
  if (axis < 0) return [];
  const { series, color, dash, resets } = line;
  const limits = line.limits.map(({ value, level }) => ({ value, color: levelColor(level) }));
  const spread = alpha(color, drawing.ink.bandOpacity);
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
      data: resets.map((time) => [time, axes[axis]!.axis.min]),
    } satisfies ScatterSeriesOption,
  ];
}
