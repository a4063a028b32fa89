import { describe, expect, it } from 'vitest';
import { DAY } from '../duration.ts';
import type { KnownEvent } from './known-events.ts';
import { ruleLogic, suggestRules } from './suggest-rules.ts';

const start = Date.UTC(2024, 0, 1);
const minute = 60_000;
const step = 10 * minute;
const count = 30 * 144;
const times = Float64Array.from({ length: count }, (_, i) => start + i * step);
const observed = { from: start, to: times.at(-1)!, knownUntil: times.at(-1)! + 365 * DAY, pfInterval: DAY };

const badDay = (day: number): KnownEvent => ({
  type: 'range',
  id: day,
  name: '',
  begin: start + day * DAY,
  time: start + (day + 1) * DAY,
  end: start + (day + 1) * DAY,
  isFailure: false,
});
const events = [badDay(5), badDay(20)];
const isBad = (time: number) => events.some(({ begin, time: end }) => time >= begin && time < end);
/** Deterministic noise. */
const noise = (i: number) => (Math.sin(i * 12.9898) * 43758.5453) % 1;

const suggest = (figure: (i: number) => number, known = events) =>
  suggestRules({ times, values: times.map((_, i) => figure(i)) }, known, observed);

describe('suggested rules', () => {
  it('have limits between the usual values and the values at events', () => {
    const [value, average] = suggest((i) => 60 + 5 * Math.sin(i / 30) + (isBad(times[i]!) ? 20 : 0));
    expect(value).toMatchObject({ shape: 'value', direction: '>' });
    expect(value!.limit).toBeGreaterThan(65);
    expect(value!.limit).toBeLessThan(76);
    expect(average).toMatchObject({ shape: 'average', direction: '>', window: '#1h' });
  });

  it('trigger below a limit if values fall', () => {
    const [value] = suggest((i) => (isBad(times[i]!) ? 2 : 8) + noise(i));
    expect(value).toMatchObject({ direction: '<' });
    expect(value!.limit).toBeGreaterThan(3);
    expect(value!.limit).toBeLessThan(8);
  });

  it('detect a variance that no limit of the value detects', () => {
    const [, , spread] = suggest((i) => 50 + (isBad(times[i]!) ? 20 : 2) * (i % 2 === 0 ? 1 : -1));
    expect(spread).toMatchObject({ shape: 'spread', direction: '>' });
    expect(spread!.limit).toBeGreaterThan(2.2);
    expect(spread!.limit).toBeLessThan(22);
  });

  it('are at the edge of the usual range without events', () => {
    const [value] = suggest((i) => i / count, []);
    expect(value).toMatchObject({ direction: '>', lowest: 0 });
    expect(value!.limit).toBeCloseTo(0.995, 2);
  });

  it.each([
    [{ times: [], values: [] }],
    [{ times: [start], values: [1] }],
    [{ times: [start, start + 1], values: [Number.NaN, 1] }],
  ])('require two points', (points) => {
    expect(suggestRules(points, events, observed)).toEqual([]);
  });

  it('exist for a constant signal', () => {
    expect(suggest(() => 7).map(({ limit, step }) => [limit, step])).toEqual([
      [7, 1],
      [7, 1],
      [0, 1],
    ]);
  });

  it('convert to logic with the name of the input', () => {
    const rule = { direction: '>', limit: 80.5, window: '#1h', lowest: 0, highest: 100, step: 0.5 } as const;
    expect(
      (['value', 'average', 'spread'] as const).map((shape) => ruleLogic('Bearing', { ...rule, shape })),
    ).toEqual(['[Bearing] > 80.5', 'AVERAGE([Bearing], #1h) > 80.5', 'STDDEV([Bearing], #1h) > 80.5']);
  });
});
