import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent } from 'echarts/components';
import { init, setPlatformAPI, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { Picture, PictureSeries } from './picture.ts';

/** The chart colors of the light theme. */
const ink = { axis: '#52606a', grid: '#dde2e5', background: '#ffffff' };
const fontFamily = 'Inter';
const pixelRatio = 2;

let isReady = false;

/** Registers the renderer and the font, once per thread. */
function prepare(): void {
  if (isReady) return;
  const { resolve } = createRequire(import.meta.url);
  GlobalFonts.registerFromPath(
    resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
    fontFamily,
  );
  // ECharts measures text on a canvas of its own.
  setPlatformAPI({ createCanvas: () => createCanvas(1, 1) as unknown as HTMLCanvasElement });
  use([BarChart, LineChart, GridComponent, LegendComponent, CanvasRenderer]);
  isReady = true;
}

/**
 * Draws a chart.
 * @returns PNG
 */
export function drawPicture(picture: Picture): Buffer {
  prepare();
  const { width, height } = picture;
  const canvas = createCanvas(width * pixelRatio, height * pixelRatio);
  const chart = init(canvas as unknown as HTMLElement, null, {
    renderer: 'canvas',
    width,
    height,
    devicePixelRatio: pixelRatio,
  });
  chart.setOption({ ...toChartOption(picture), animation: false });
  const png = canvas.toBuffer('image/png');
  chart.dispose();
  return png;
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

const shapes = {
  bars: ({ name, color, values }: PictureSeries) => ({
    type: 'bar',
    name,
    barMaxWidth: 32,
    itemStyle: { color },
    data: values,
  }),
  lines: ({ name, color, values }: PictureSeries) => ({
    type: 'line',
    name,
    // A line with one point is invisible without a symbol.
    showSymbol: values.length === 1,
    lineStyle: { color, width: 1.5 },
    itemStyle: { color },
    data: values,
  }),
};

function toChartOption({ kind, categories, series, isStacked = false, limit, prefix }: Picture) {
  const text = { color: ink.axis, fontFamily, fontSize: 12 };
  const withLegend = series.length > 1;
  return {
    backgroundColor: ink.background,
    textStyle: { fontFamily },
    legend: withLegend ? { top: 0, left: 'left', textStyle: text, itemWidth: 12, itemHeight: 12 } : [],
    grid: { left: 8, right: 16, top: withLegend ? 32 : 16, bottom: 8 },
    xAxis: {
      type: 'category',
      data: categories,
      axisLabel: { ...text, hideOverlap: true },
      axisLine: { lineStyle: { color: ink.axis } },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      // No fractional ticks for counts.
      ...(series.every(({ values }) => values.every((value) => Number.isInteger(value ?? 0)))
        ? { minInterval: 1 }
        : {}),
      axisLabel: {
        ...text,
        formatter: (value: number) => `${value < 0 ? '-' : ''}${prefix}${grouped.format(Math.abs(value))}`,
      },
      splitLine: { lineStyle: { color: ink.grid } },
    },
    series: [
      ...series.map((one) => ({ ...shapes[kind](one), ...(isStacked ? { stack: 'all' } : {}) })),
      ...(limit === null
        ? []
        : [
            {
              type: 'line',
              showSymbol: false,
              lineStyle: { color: ink.axis, width: 1.5, type: 'dashed' },
              data: categories.map(() => limit),
            },
          ]),
    ],
  };
}
