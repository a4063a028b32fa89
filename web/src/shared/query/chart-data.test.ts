import { assignRoles, toChartData } from '@twinward/domain/queries/chart-data';
import { describe, expect, it } from 'vitest';
import { createColumn, createDisplay, twinResult } from '../../testing/queries.ts';
import { axisText, cellText, columnHeader } from './cell-text.ts';
import { findColor } from './conditional-color.ts';
import { describeChart } from './describe.ts';
import { toScatterData } from './scatter-option.ts';

const data = (part: Parameters<typeof createDisplay>[0], result = twinResult()) =>
  toChartData(result, createDisplay(part), (column, value) => cellText(column, value, 'UTC'));
const readValues = ({ series }: ReturnType<typeof data>) =>
  series.map(({ name, items }) => [name, items.map(({ value }) => value)]);

describe('values of a column', () => {
  it.each([
    [{ key: 'a', kind: 'money' as const }, 1_234_567, '$1,234,567'],
    [{ key: 'a', kind: 'money' as const }, -2.5, '-$2.50'],
    [{ key: 'a', kind: 'integer' as const }, 12_000, '12,000'],
    [{ key: 'a', kind: 'duration' as const }, 90_061, '1 d 1 h'],
    [{ key: 'a', kind: 'number' as const, width: 10 }, 20, '20 to 30'],
    [{ key: 'a', kind: 'boolean' as const }, true, 'yes'],
    [{ key: 'a', kind: 'date' as const, by: 'month' }, '2026-03-01', '2026-03'],
    [{ key: 'a', kind: 'date-time' as const, by: 'quarter' }, '2026-09-30T22:00:00.000Z', '2026 Q4'],
    [{ key: 'a', kind: 'date-time' as const }, '2026-03-01T22:00:00.000Z', '2026-03-02 12:00 AM'],
    [{ key: 'a' }, null, '–'],
  ])('are formatted: %j of %s is %s', (column, value, text) => {
    expect(cellText(createColumn(column), value, 'Etc/GMT-2')).toBe(text);
  });

  it('have their unit in the header', () => {
    expect(columnHeader(createColumn({ key: 'a', caption: 'Flow', kind: 'number', unit: 'm3/h' }))).toBe(
      'Flow (m3/h)',
    );
    expect(columnHeader(createColumn({ key: 'a', caption: 'Cost', kind: 'money' }))).toBe('Cost ($)');
  });

  it.each([
    [1_500_000, '$1.5M'],
    [-1200, '-$1.2K'],
  ])('are short on an axis: %s', (value, text) => {
    expect(axisText(createColumn({ key: 'a', kind: 'money' }), value)).toBe(text);
  });
});

describe('the values of a chart', () => {
  it('are selected automatically if the display selects none', () => {
    const { category, split, values } = assignRoles(twinResult(), createDisplay({ view: 'bar' }));
    expect([category?.key, split, values.map(({ key }) => key)]).toEqual(['twin', null, ['count']]);
  });

  it('are grouped by category, and equal names stay separate', () => {
    const shown = data({ view: 'bar', category: 'twin', values: ['count'] });
    expect(shown.categories).toEqual(['Pump', 'Fan', 'Pump', 'Idle']);
    expect(readValues(shown)).toEqual([['Count', [12, 3, 1, null]]]);
    expect(shown.series[0]!.items[2]!.row).toMatchObject({ 'twin.id': 9 });
  });

  it('are split into series, with gaps', () => {
    const shown = data({ view: 'bar', category: 'twin', series: 'class', values: ['count'] });
    expect(readValues(shown)).toEqual([
      ['Pumps', [12, null, 1, null]],
      ['Fans', [null, 3, null, null]],
    ]);
    expect(shown.notes).toEqual([]);
  });

  it('are summed if rows share a mark, with a note', () => {
    const shown = data({ view: 'bar', category: 'class', series: 'class', values: ['count'] });
    expect(shown.split).toBeNull();
    const both = data(
      { view: 'heat-map', category: 'class', series: 'twin', values: ['count'] },
      {
        ...twinResult(),
        rows: [
          ['Pump', 7, 'Pumps', 12],
          ['Pump', 7, 'Pumps', 30],
        ],
      },
    );
    expect(readValues(both)).toEqual([['Pump', [42]]]);
    expect(both.series[0]!.items[0]!.row).toBeNull();
    expect(both.notes).toEqual(['Several rows have the same category. Their values are added up.']);
  });

  it('are limited to the largest and Other', () => {
    const shown = data({ view: 'bar', values: ['count'], topCount: 1 });
    expect([shown.categories, readValues(shown)]).toEqual([['Pump', 'Other'], [['Count', [12, 4]]]]);
    expect(shown.notes).toEqual(['Other: 3 more.']);
  });

  it('have no Other if they cannot be summed', () => {
    const result = twinResult();
    result.columns[3] = { ...result.columns[3]!, aggregate: 'mean' };
    const shown = data({ view: 'bar', values: ['count'], topCount: 2 }, result);
    expect([shown.categories, readValues(shown)]).toEqual([['Pump', 'Fan'], [['Count', [12, 3]]]]);
    expect(shown.notes).toEqual(['The largest 2 of 4 are shown.']);
  });

  it.each([
    ['running' as const, [12, 15, 16, null]],
    ['share' as const, [75, 18.75, 6.25, null]],
    ['change' as const, [null, -9, -2, null]],
  ])('are converted to %s', (total, values) => {
    const [series] = data({ view: 'bar', values: ['count'], total }).series;
    expect(series!.items.map(({ value }) => value)).toEqual(values);
    expect(series!.column.unit).toBe(total === 'share' ? '%' : undefined);
  });

  it('are described in words', () => {
    expect(describeChart('bar', data({ view: 'bar' }))).toBe(
      'Bar chart of Count by Twin: 4 values. Highest: Pump, 12. Lowest: Pump, 1.',
    );
  });

  it('are limited to a number of series', () => {
    const rows = Array.from({ length: 25 }, (_, place) => [`T${place}`, place, 'Pumps', place]);
    const shown = data({ view: 'line', category: 'class', series: 'twin' }, twinResult({ rows }));
    expect([shown.series.length, shown.notes]).toEqual([20, ['The first 20 of 25 series are shown.']]);
    expect(
      data({ view: 'pivot', category: 'class', series: 'twin' }, twinResult({ rows })).series,
    ).toHaveLength(25);
  });
});

it('scatter data has points of two numbers, and counts rows with a missing number', () => {
  const result = twinResult({
    columns: [
      createColumn({ key: 'name', kind: 'text' }),
      createColumn({ key: 'risk', kind: 'money' }),
      createColumn({ key: 'age', kind: 'number' }),
    ],
    rows: [
      ['Pump', 100, 3],
      ['Fan', null, 2],
    ],
  });
  const shown = toScatterData(result, createDisplay({ view: 'scatter' }), 'UTC');
  expect([shown.x?.key, shown.y?.key, shown.label?.key, shown.missing]).toEqual(['risk', 'age', 'name', 1]);
  expect(shown.series).toMatchObject([{ points: [{ x: 100, y: 3 }] }]);
});

it('colours a value by the first range that contains it, excluding its end', () => {
  const conditions = createDisplay({
    conditionalColors: [
      { column: 'count', from: 10, to: null, color: 'red' },
      { column: 'count', from: 3, to: 10, color: 'amber' },
    ],
  }).conditionalColors;
  expect([2, 3, 9.9, 10, null, 'x'].map((value) => findColor(conditions, 'count', value))).toEqual([
    ...[null, 'amber', 'amber', 'red', null, null],
  ]);
  expect(findColor(conditions, 'other', 10)).toBeNull();
});
