import { describe, expect, it } from 'vitest';
import { emptySeries } from '../series.ts';
import { type ChartLine, severalFrame, unitAxes } from './axes.ts';
import { severalCsv, severalRows, valueAt } from './rows.ts';

const line = (name: string, unit: string | null, samples: readonly [number, number | null][]): ChartLine => {
  const values = samples.map(([, value]) => value);
  const times = samples.map(([time]) => time);
  const series = { ...emptySeries, times, low: values, mean: values, high: values };
  return { id: 1, name, unit, color: '#000', dash: 'solid', resets: [], series };
};
const range = { from: 0, to: 100 };
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
  it('share an axis where they share a unit, left and right in turn', () => {
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

  it('are rows by time, and CSV', () => {
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

  it('are no formulas in a file', () => {
    expect(severalCsv([line('=1+1', null, [[0, 1]])], range)).toBe(
      "time,'=1+1\r\n1970-01-01T00:00:00.000Z,1\r\n",
    );
  });

  it('are read at the cursor all at once', () => {
    expect(lines.map((each) => valueAt(each, 60))).toEqual([3, 80, 9]);
  });
});
