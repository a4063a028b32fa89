import { alpha } from '@mui/material/styles';
import type { CustomSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts/charts';
import type { GridComponentOption } from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import { laneBlocks } from './blocks.ts';
import { bottom, type PlotFrame, plotWidth, top } from './plot.ts';
import type { Range } from './range.ts';
import { type ChartSeries, connectedRuns, questionableTimes } from './series.ts';
import { samplesIn } from './table.ts';
import type { TimeTick } from './time-ticks.ts';
import type { ValueAxis } from './value-axis.ts';

export type ChartOption = ComposeOption<
  GridComponentOption | LineSeriesOption | CustomSeriesOption | ScatterSeriesOption
>;

type TimeAxisOption = Exclude<NonNullable<ChartOption['xAxis']>, readonly unknown[]>;

/** A time range drawn behind the signal, in the colour of its level. */
export interface Band {
  from: number;
  to: number;
  color: string;
}

/** A value drawn as a thin horizontal line. */
export interface LimitLine {
  value: number;
  color: string;
}

/** The colours of a chart, taken from the theme. */
export interface ChartInk {
  signal: string;
  spread: string;
  axis: string;
  grid: string;
  text: string;
  fontFamily: string;
  /** Opacity of a band, 0 to 1. */
  bandOpacity: number;
}

export interface Drawing {
  range: Range;
  series: ChartSeries;
  ticks: readonly TimeTick[];
  axis: ValueAxis;
  limits: readonly LimitLine[];
  /** In order of time; they do not overlap. */
  bands: readonly Band[];
  /** Ranges that were not recorded, drawn as grey columns. */
  gaps?: readonly Range[] | undefined;
  /** Expected values of the signal, drawn behind it as a band with its mean. */
  expected?: ChartSeries | undefined;
  ink: ChartInk;
  frame: PlotFrame;
}

/** Options of ECharts. Interactive parts (cursor, labels, selection) are HTML on top of the canvas. */
export function chartOption(drawing: Drawing): ChartOption {
  const { left, right } = drawing.frame;
  return {
    animation: false,
    grid: { left, right, top, bottom, outerBoundsMode: 'none' },
    xAxis: timeAxis(drawing),
    yAxis: valueAxisOption(drawing),
    series: [
      ...(drawing.bands.length > 0 ? [bandSeries(drawing)] : []),
      ...(drawing.gaps?.length
        ? [bandSeries({ ...drawing, bands: gapBands(drawing.gaps, drawing.ink) })]
        : []),
      ...expectedSeries(drawing),
      ...signalSeries(drawing, {
        series: drawing.series,
        limits: drawing.limits,
        color: drawing.ink.signal,
        spread: drawing.ink.spread,
        width: 1.25,
        dash: 'solid',
        axis: 0,
      }),
      ...qualitySeries(drawing),
    ],
  };
}

const gapBands = (gaps: readonly Range[], ink: ChartInk): Band[] =>
  gaps.map(({ from, to }) => ({ from, to, color: ink.axis }));

/** The time axis with the given ticks, which are drawn with or without labels. */
export function timeAxis(
  { range, ticks, ink }: Pick<Drawing, 'range' | 'ticks' | 'ink'>,
  hasLabels = true,
): TimeAxisOption {
  const customValues = ticks.map(({ time }) => time);
  const byTime = new Map(ticks.map((tick) => [tick.time, tick]));
  return {
    type: 'value',
    min: range.from,
    max: range.to,
    axisLine: { onZero: false, lineStyle: { color: ink.axis } },
    axisTick: { customValues, lineStyle: { color: ink.axis }, length: 4 },
    axisLabel: {
      show: hasLabels,
      customValues,
      color: ink.text,
      fontFamily: ink.fontFamily,
      fontSize: 12,
      hideOverlap: true,
      margin: 8,
      formatter: (time: number) => {
        const tick = byTime.get(time);
        return tick?.major ? `{major|${tick.label}}` : (tick?.label ?? '');
      },
      rich: { major: { fontWeight: 600, fontSize: 12, fontFamily: ink.fontFamily, color: ink.text } },
    },
    splitLine: { show: false },
  };
}

function valueAxisOption({ axis, ink }: Drawing): NonNullable<ChartOption['yAxis']> {
  return {
    type: 'value',
    min: axis.min,
    max: axis.max,
    axisLine: { show: false },
    axisTick: { show: false, customValues: axis.ticks },
    axisLabel: {
      customValues: axis.ticks,
      color: ink.text,
      fontFamily: ink.fontFamily,
      fontSize: 12,
      margin: 8,
      formatter: (value: number) => tickLabel(value, axis),
    },
    splitLine: { lineStyle: { color: ink.grid, width: 1 } },
  };
}

/** Larger values are labelled in powers of ten, since the gutter fits eight digits. */
const largest = 1e8;

/** Formats a tick with as many digits as distinguish the ticks: grouped by thousands, or in powers of ten. */
export function tickLabel(value: number, { step, digits }: Pick<ValueAxis, 'step' | 'digits'>): string {
  if (value !== 0 && (Math.abs(value) >= largest || digits > 5)) {
    const power = (number: number) => Math.floor(Math.log10(Math.abs(number)) + 1e-9);
    return value.toExponential(Math.min(15, Math.max(1, power(value) - power(step))));
  }
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * Translucent blocks over the height of the plot, with a solid top edge that stays visible on thin blocks. Touching
 * blocks are merged, so that overlapping edges do not darken the chart.
 */
export function bandSeries({
  bands,
  range,
  frame,
  ink,
}: Pick<Drawing, 'bands' | 'range' | 'frame' | 'ink'>): CustomSeriesOption {
  const colors = [...new Set(bands.map(({ color }) => color))];
  const blocks = colors.flatMap((color) => {
    const spans = bands.filter((band) => band.color === color);
    return laneBlocks(spans, range, frame).map((block) => ({ ...block, color }));
  });
  return {
    type: 'custom',
    silent: true,
    z: 0,
    data: blocks.map((_, index) => [range.from, index]),
    encode: { x: 0, y: [] },
    renderItem: (parameters) => {
      const block = blocks[parameters.dataIndex];
      const area = parameters.coordSys as unknown as { y: number; height: number };
      if (!block) return null;
      const { left: x, width, color } = block;
      return {
        type: 'group',
        children: [
          {
            type: 'rect',
            shape: { x, y: area.y, width, height: area.height },
            style: { fill: color, opacity: ink.bandOpacity },
          },
          { type: 'rect', shape: { x, y: area.y, width, height: 3 }, style: { fill: color } },
        ],
      };
    },
  };
}

/** The band of expected values, and a dashed line in its middle. */
function expectedSeries({ expected, ink }: Drawing): (CustomSeriesOption | LineSeriesOption)[] {
  if (!expected) return [];
  const color = ink.axis;
  const style = {
    color,
    spread: alpha(color, ink.bandOpacity),
    width: 1,
    dash: 'dashed',
    limits: [],
    axis: 0,
  } as const;
  return [spreadSeries({ series: expected, ...style }), lineSeries({ series: expected, ...style })];
}

/** The style of one signal. */
export interface SignalStyle {
  series: ChartSeries;
  limits: readonly LimitLine[];
  color: string;
  /** Opacity of the area between minimum and maximum of merged points. */
  spread: string;
  /** Line width in pixels. */
  width: number;
  dash: 'solid' | 'dashed' | 'dotted';
  /** Index of the value axis. */
  axis: number;
}

/** The series of one signal: the area between minimum and maximum, the line of means with its limits, and the dots. */
export function signalSeries(
  drawing: Pick<Drawing, 'range' | 'frame'>,
  signal: SignalStyle,
): (CustomSeriesOption | LineSeriesOption | ScatterSeriesOption)[] {
  return [
    ...(signal.series.merged ? [spreadSeries(signal)] : []),
    lineSeries(signal),
    dotSeries(drawing, signal),
  ];
}

/** The area between minimum and maximum of merged points. */
function spreadSeries({ series, spread, axis }: SignalStyle): CustomSeriesOption {
  const runs = connectedRuns(series);
  return {
    type: 'custom',
    silent: true,
    clip: true,
    z: 1,
    yAxisIndex: axis,
    data: runs.map(([first, last]) => [series.times[first]!, series.times[last]!]),
    renderItem: (parameters, api) => {
      const [first, last] = runs[parameters.dataIndex] ?? [0, -1];
      const upper: number[][] = [];
      const lower: number[][] = [];
      for (let index = first; index <= last; index++) {
        upper.push(api.coord([series.times[index]!, series.high[index] ?? 0]));
        lower.push(api.coord([series.times[index]!, series.low[index] ?? 0]));
      }
      return {
        type: 'polygon',
        shape: { points: [...upper, ...lower.reverse()] },
        style: { fill: spread },
      };
    },
  };
}

function lineSeries({ series, limits, color, width, dash, axis }: SignalStyle): LineSeriesOption {
  const data: [number, number | null][] = [];
  for (const [first, last] of connectedRuns(series)) {
    for (let index = first; index <= last; index++) data.push([series.times[index]!, series.mean[index]!]);
    data.push([series.times[last]!, null]);
  }
  return {
    type: 'line',
    silent: true,
    z: 3,
    yAxisIndex: axis,
    data,
    showSymbol: false,
    lineStyle: { color, width, type: dash, join: 'round' },
    markLine: {
      silent: true,
      symbol: 'none',
      animation: false,
      label: { show: false },
      data: limits.map((limit) => ({
        yAxis: limit.value,
        lineStyle: { color: limit.color, width: 1, type: [6, 3] },
      })),
    },
  };
}

/** Draws a dot for each sample while there are few, and always for a sample without neighbours to connect to. */
function dotSeries(
  { range, frame }: Pick<Drawing, 'range' | 'frame'>,
  { series, color, axis }: SignalStyle,
): ScatterSeriesOption {
  const few = samplesIn(series, range).count * 10 < plotWidth(frame);
  const data: [number, number][] = [];
  for (const [first, last] of connectedRuns(series)) {
    if (!few && last > first) continue;
    for (let index = first; index <= last; index++) data.push([series.times[index]!, series.mean[index]!]);
  }
  return {
    type: 'scatter',
    silent: true,
    z: 4,
    yAxisIndex: axis,
    symbolSize: 4,
    itemStyle: { color, opacity: 1 },
    data,
  };
}

/** Marks on the time axis: a cross for a bad point, an open triangle for an uncertain one. */
function qualitySeries({ series, axis, ink }: Drawing): ScatterSeriesOption[] {
  const { bad, uncertain } = questionableTimes(series);
  const marks = (times: number[], symbol: string): ScatterSeriesOption => ({
    type: 'scatter',
    silent: true,
    z: 5,
    symbol,
    symbolSize: 7,
    symbolOffset: [0, -6],
    itemStyle: { color: 'transparent', borderColor: ink.text, borderWidth: 1.5, opacity: 1 },
    data: times.map((time) => [time, axis.min]),
  });
  return [
    ...(bad.length > 0 ? [marks(bad, cross)] : []),
    ...(uncertain.length > 0 ? [marks(uncertain, 'triangle')] : []),
  ];
}

const cross = 'path://M0,0L10,10M10,0L0,10';
