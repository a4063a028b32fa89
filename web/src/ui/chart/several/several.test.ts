import { describe, expect, it } from 'vitest';
import { emptySeries } from '../series.ts';
import { chartHeight, plotAreas, wholePlot } from './areas.ts';
import { type ChartLine, severalFrame, unitAxes } from './axes.ts';
import { comparedShift, severalCsv, severalRows, valueAt } from './rows.ts';
import { severalOption } from './several-option.ts';

const line = (name: string, unit: string | null, samples: readonly [number, number | null][]): ChartLine => {
  const values = samples.map(([, value]) => value);
  const times = samples.map(([time]) => time);
  const series = { ...emptySeries, times, low: values, mean: values, high: values };
  return { id: 1, name, unit, color: '#000', dash: 'solid', resets: [], limits: [], series };
};
const range = { from: 0, to: 100 };
const ink = {
  signal: '#000',
  spread: '#111',
  axis: '#222',
  grid: '#333',
  text: '#444',
  fontFamily: 'Inter',
  bandOpacity: 0.2,
};
const lines = [
  line('Flow', 'm³/h', [
    [0, 1],
    [50, 3],
  ]),
  line('Heat, "inner"', '°C', [[50, 80]]),
  line('Return', 'm³/h', [
    [10, 9],
    [200, 5],
  ]),
];

describe('several signals', () => {
  it('share an axis per unit, alternating left and right', () => {
    expect(unitAxes(lines, range).map(({ unit, side, offset }) => [unit, side, offset])).toEqual([
      ['m³/h', 'left', 0],
      ['°C', 'right', 0],
    ]);
    expect(unitAxes(lines, range)[0]!.axis.max).toBeGreaterThanOrEqual(9);
    const many = ['a', 'b', 'c', 'd', 'e'].map((unit) => line(unit, unit, [[1, 1]]));
    expect(unitAxes(many, range).map(({ side, offset }) => [side, offset])).toEqual([
      ['left', 0],
      ['right', 0],
      ['left', 76],
      ['right', 76],
    ]);
    expect(severalFrame(1000, 3)).toMatchObject({ left: 152, right: 76 });
  });

  it('are converted to rows by time, and to CSV', () => {
    expect(severalRows(lines, range)).toEqual([
      { time: 0, values: [1, null, null] },
      { time: 10, values: [null, null, 9] },
      { time: 50, values: [3, 80, null] },
    ]);
    expect(severalCsv(lines.slice(0, 2), range)).toBe(
      'time,Flow (m³/h),"Heat, ""inner"" (°C)"\r\n' +
        '1970-01-01T00:00:00.000Z,1,\r\n1970-01-01T00:00:00.050Z,3,80\r\n',
    );
  });

  it('have formulas escaped in CSV', () => {
    expect(severalCsv([line('=1+1', null, [[0, 1]])], range)).toBe(
      "time,'=1+1\r\n1970-01-01T00:00:00.000Z,1\r\n",
    );
  });

  it('show the latest sample at or before the cursor', () => {
    expect(lines.map((each) => valueAt(each, 60))).toEqual([3, 80, 9]);
    expect(lines.map((each) => valueAt(each, 5))).toEqual([1, null, null]);
    expect(lines.map((each) => valueAt(each, 10))).toEqual([1, null, 9]);
  });

  it('show nothing if the latest sample is too old', () => {
    const sparse = line('Flow', null, [
      [0, 1],
      [10, 2],
      [20, 3],
    ]);
    expect([115, 120, 125].map((cursor) => valueAt(sparse, cursor))).toEqual([3, 3, null]);
  });

  it('show the bucket under the cursor', () => {
    const merged = {
      ...lines[0]!,
      series: { ...lines[0]!.series, merged: true, width: 20, times: [10, 30] },
    };
    expect([-1, 0, 19, 20].map((cursor) => valueAt(merged, cursor))).toEqual([null, 1, 1, 3]);
  });

  it('have spread, limits, and axes in the colours of their lines', () => {
    const pressure = line('Pressure', 'bar', [
      [0, 50],
      [10, 51],
    ]);
    const merged: ChartLine = {
      ...pressure,
      color: '#123456',
      series: { ...pressure.series, merged: true, width: 10, low: [30, 30], high: [72, 71] },
      limits: [
        {
          protectionId: 1,
          protectionName: 'P',
          thresholdId: 1,
          thresholdName: 'High',
          level: 500,
          operator: '>',
          value: 80,
          unit: null,
        },
      ],
    };
    const shown = [merged, lines[0]!, { ...lines[2]!, color: '#654321' }];
    const areas = plotAreas('one', shown, range);
    const axes = areas.flatMap((area) => area.axes);
    expect(axes.map(({ color }) => color)).toEqual(['#123456', null]);
    expect(axes[0]!.axis.min).toBeLessThan(30);
    expect(axes[0]!.axis.max).toBeGreaterThan(80);
    const option = severalOption({ range, areas, ticks: [], ink, frame: severalFrame(390, 2) });
    const series = option.series as { type: string; yAxisIndex: number; markLine?: { data: unknown[] } }[];
    expect(series.filter(({ type }) => type === 'custom').map(({ yAxisIndex }) => yAxisIndex)).toEqual([0]);
    expect(series.flatMap(({ markLine }) => markLine?.data ?? [])).toMatchObject([{ yAxis: 80 }]);
    expect(option.yAxis).toMatchObject([
      { axisLabel: { color: '#123456' } },
      { axisLabel: { color: ink.text } },
    ]);
  });

  it('have one lane each, with its own value axis and a shared time axis', () => {
    const areas = plotAreas('lanes', lines, range);
    expect(areas.map(({ lines: [only], axes }) => [only?.name, axes.length, axes[0]!.side])).toEqual(
      lines.map(({ name }) => [name, 1, 'left']),
    );
    const edges = areas.flatMap(({ top, height }) => [top, top + height]);
    expect(edges.toSorted((one, other) => one - other)).toEqual(edges);
    expect(wholePlot(areas)).toEqual({ top: edges[0], height: edges.at(-1)! - edges[0]! });
    expect(chartHeight(areas)).toBeGreaterThan(edges.at(-1)!);

    const option = severalOption({ range, areas, ticks: [], ink, frame: severalFrame(1000, 1) });
    expect(option.grid).toMatchObject(areas.map(({ top, height }) => ({ top, height })));
    expect(option.xAxis).toMatchObject(
      [false, false, true].map((show, gridIndex) => ({ gridIndex, min: 0, max: 100, axisLabel: { show } })),
    );
    expect(option.yAxis).toMatchObject([{ gridIndex: 0 }, { gridIndex: 1 }, { gridIndex: 2 }]);
    const series = option.series as { type: string; xAxisIndex: number; yAxisIndex: number }[];
    expect(
      series
        .filter(({ type }) => type === 'line')
        .map(({ xAxisIndex, yAxisIndex }) => [xAxisIndex, yAxisIndex]),
    ).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
  });

  it('keep an empty plot if all are hidden', () => {
    expect(plotAreas('lanes', [], range)).toEqual(plotAreas('one', [], range));
  });

  it('share a lane with their compared lines, unless the units differ', () => {
    const [flow, heat] = [lines[0]!, { ...lines[1]!, id: 2 }];
    const before = { ...flow, name: 'Flow before', compared: { of: 1, shift: 50 } };
    const foreign = { ...heat, id: 9, name: 'Foreign', unit: 'K', compared: { of: 2, shift: 0 } };
    const areas = plotAreas('lanes', [flow, before, heat, foreign], range);
    expect(areas.map((area) => area.lines.map(({ name }) => name))).toEqual([
      ['Flow', 'Flow before'],
      [heat.name],
      ['Foreign'],
    ]);
    expect(areas[0]!.axes.map(({ color }) => color)).toEqual([flow.color]);
  });

  it('include the times of compared points in CSV', () => {
    const before = line('Flow before', null, [[50, 2]]);
    const compared = { ...before, compared: { of: 1, shift: 40 } };
    expect([comparedShift(lines), comparedShift([...lines, compared])]).toEqual([0, 40]);
    expect(severalCsv([lines[0]!, compared], range)).toBe(
      'time,time compared,Flow (m³/h),Flow before\r\n' +
        '1970-01-01T00:00:00.000Z,1969-12-31T23:59:59.960Z,1,\r\n' +
        '1970-01-01T00:00:00.050Z,1970-01-01T00:00:00.010Z,3,2\r\n',
    );
  });
});
