import type { LineSeriesOption, ScatterSeriesOption } from 'echarts/charts';
import {
  type Band,
  bandSeries,
  type ChartInk,
  type ChartOption,
  tickLabel,
  timeAxis,
} from '../chart-option.ts';
import { bottom, type PlotFrame, top } from '../plot.ts';
import type { Range } from '../range.ts';
import { connectedRuns } from '../series.ts';
import type { TimeTick } from '../time-ticks.ts';
import type { ChartLine, UnitAxis } from './axes.ts';

export interface SeveralDrawing {
  range: Range;
  lines: readonly ChartLine[];
  axes: readonly UnitAxis[];
  ticks: readonly TimeTick[];
  bands: readonly Band[];
  ink: ChartInk;
  frame: PlotFrame;
}

/** What ECharts draws of several signals: a line each, on the axis of its unit. */
export function severalOption(drawing: SeveralDrawing): ChartOption {
  const { frame, axes, ink, lines } = drawing;
  return {
    animation: false,
    grid: { left: frame.left, right: frame.right, top, bottom, outerBoundsMode: 'none' },
    xAxis: timeAxis(drawing),
    yAxis: axes.map(({ axis, side, offset }, index) => ({
      type: 'value',
      position: side,
      offset,
      min: axis.min,
      max: axis.max,
      axisLine: { show: index > 0, lineStyle: { color: ink.axis } },
      axisTick: { show: false, customValues: axis.ticks },
      axisLabel: {
        customValues: axis.ticks,
        color: ink.text,
        fontFamily: ink.fontFamily,
        fontSize: 12,
        margin: 8,
        formatter: (value: number) => tickLabel(value, axis),
      },
      // The lines of one axis only: those of several would be a mesh.
      splitLine: { show: index === 0, lineStyle: { color: ink.grid, width: 1 } },
    })),
    series: [
      ...(drawing.bands.length > 0 ? [bandSeries(drawing)] : []),
      ...lines.flatMap((line) => seriesOf(line, axes)),
    ],
  };
}

function seriesOf(line: ChartLine, axes: readonly UnitAxis[]): (LineSeriesOption | ScatterSeriesOption)[] {
  const yAxisIndex = axes.findIndex(({ unit }) => unit === line.unit);
  if (yAxisIndex < 0) return [];
  const { series, color, dash, resets } = line;
  const data: [number, number | null][] = [];
  for (const [first, last] of connectedRuns(series)) {
    for (let index = first; index <= last; index++) data.push([series.times[index]!, series.mean[index]!]);
    data.push([series.times[last]!, null]);
  }
  const base = axes[yAxisIndex]!.axis.min;
  return [
    {
      type: 'line',
      silent: true,
      z: 3,
      yAxisIndex,
      data,
      // A single point has no neighbours to draw a line to.
      showSymbol: series.times.length === 1,
      lineStyle: { color, width: 1.5, type: dash, join: 'round' },
      itemStyle: { color },
    },
    {
      type: 'scatter',
      silent: true,
      z: 4,
      yAxisIndex,
      symbol: 'triangle',
      symbolSize: 9,
      itemStyle: { color },
      data: resets.map((time) => [time, base]),
    },
  ];
}
