import { expect, it } from 'vitest';
import { chartOption, type Drawing } from './chart-option.ts';
import { plotFrame } from './plot.ts';
import { emptySeries } from './series.ts';
import { valueAxis } from './value-axis.ts';

const drawing: Drawing = {
  range: { from: 0, to: 1000 },
  series: emptySeries,
  ticks: [],
  axis: valueAxis(null, [0, 1], 4),
  limits: [],
  bands: [],
  ink: {
    signal: '#000',
    spread: '#111',
    axis: '#888',
    grid: '#ccc',
    text: '#222',
    fontFamily: 'sans-serif',
    bandOpacity: 0.2,
  },
  frame: plotFrame(600, false),
};
const columns = (more: Partial<Drawing>) =>
  (chartOption({ ...drawing, ...more }).series as { type: string; data?: unknown[] }[]).filter(
    ({ type }) => type === 'custom',
  );

it('draws unrecorded ranges as columns, also behind excursions', () => {
  const without = columns({}).length;
  const gaps = [
    { from: 100, to: 200 },
    { from: 400, to: 900 },
  ];
  const drawn = columns({ gaps });
  expect(drawn).toHaveLength(without + 1);
  expect(drawn[0]!.data).toHaveLength(2);
  const bands = [{ from: 150, to: 500, color: '#f00' }];
  expect(columns({ gaps, bands })).toHaveLength(without + 2);
});
