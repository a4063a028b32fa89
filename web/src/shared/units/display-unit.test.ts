import type { Unit } from '@twinward/contracts/system/unit';
import { describe, expect, it } from 'vitest';
import type { ChartSeries } from '../../ui/chart/series.ts';
import { chooseDisplayUnit, convertSeries, noChoice, shownValue, type UnitChoice } from './display-unit.ts';

const unit = (
  id: number,
  categoryId: number,
  code: string,
  abbreviation: string,
  factor: number,
  offset = 0,
) =>
  ({
    id,
    categoryId,
    code,
    abbreviation,
    name: code,
    description: '',
    isStandard: true,
    factor,
    offset,
  }) as Unit;
const celsius = unit(1, 1, 'Cel', '°C', 1, 273.15);
const fahrenheit = unit(2, 1, '[degF]', '°F', 5 / 9, 459.67);
const bar = unit(3, 2, 'bar', 'bar', 100_000);
const one = unit(4, 3, '1', '1', 1);
const percent = unit(5, 3, '%', '%', 0.01);
const byCode = new Map([celsius, fahrenheit, bar, one, percent].map((each) => [each.code, each]));
const choice: UnitChoice = {
  byCode,
  chosen: new Map([
    [1, fahrenheit],
    [3, percent],
  ]),
};

describe('the display unit', () => {
  it('is the one chosen for the category', () => {
    const shown = chooseDisplayUnit('Cel', choice);
    expect(shown).toMatchObject({ text: '°F', code: '[degF]', convertedFrom: 'Cel' });
    expect(shown.convert(100)).toBe(212);
    expect(chooseDisplayUnit('1', choice)).toMatchObject({ text: '%', code: '%', convertedFrom: '1' });
  });

  it.each([
    ['bar', 'bar', 'whose category has no chosen unit'],
    ['[degF]', '°F', 'that is the chosen one'],
    ['[lb_av]/s/[psi]', 'lb/s/psi', 'that is unknown'],
    [null, null, 'of a number without a unit'],
  ])('is %s itself, formatted as %s: a unit %s', (code, text, _) => {
    const shown = chooseDisplayUnit(code, choice);
    expect(shown).toMatchObject({ text, code, convertedFrom: null });
    expect(shown.convert(12.5)).toBe(12.5);
  });

  it('is not shown for a dimensionless value', () => {
    expect(chooseDisplayUnit('1', { byCode, chosen: new Map() }).text).toBeNull();
    expect(chooseDisplayUnit('%', { byCode, chosen: new Map([[3, one]]) })).toMatchObject({
      text: null,
      code: '1',
    });
  });

  it('is the measured unit while units are loading', () => {
    expect(chooseDisplayUnit('Cel', noChoice)).toMatchObject({ text: '°C', convertedFrom: null });
  });
});

describe('the columns of a chart', () => {
  const single = [0, null, 100];
  const points: ChartSeries = {
    merged: false,
    width: 0,
    times: [1, 2, 3],
    low: single,
    mean: single,
    high: single,
  };

  it('are converted, with missing values and shared columns preserved', () => {
    const shown = convertSeries(points, chooseDisplayUnit('Cel', choice));
    expect(shown.mean).toEqual([32, null, 212]);
    expect(shown.low).toBe(shown.mean);
    expect(shown.high).toBe(shown.mean);
  });

  it('are converted separately for buckets', () => {
    const buckets = { ...points, merged: true, low: [-40, null, 0], high: [10, null, 1000] };
    const shown = convertSeries(buckets, chooseDisplayUnit('Cel', choice));
    expect([shown.low, shown.mean, shown.high]).toEqual([
      [-40, null, 32],
      [32, null, 212],
      [50, null, 1832],
    ]);
  });

  it('are the same object without a conversion', () => {
    expect(convertSeries(points, chooseDisplayUnit('bar', choice))).toBe(points);
  });
});

describe('beside a chart', () => {
  it.each([
    ['Cel', 37, '98.6 °F'],
    ['bar', 3, '3 bar'],
    [null, 1200, '1,200'],
    [null, 12_345_733, '12,345,733'],
    ['Cel', 36.99, '98.582 °F'],
  ])('a value in %s, %d, is shown as %s', (code, value, text) => {
    expect(shownValue(value, chooseDisplayUnit(code, choice))).toBe(text);
  });
});
