import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY } from '../../duration.ts';
import { activityDue } from './activity-due.ts';
import { counterStatus } from './counter.ts';
import type { PointBlock } from './points.ts';

const block = (values: readonly number[]): PointBlock => ({
  times: Float64Array.from(values, (_, index) => index * DAY),
  values: Float64Array.from(values),
  length: values.length,
});

it('adds the loss of each meter reset to later readings', () => {
  const status = counterStatus(block([10, 30, 5, 25, 0, 4]), { interval: 50, start: 0, completions: [] });
  expect([...status.readings]).toEqual([10, 30, 30, 50, 50, 54]);
  expect(status.resets).toEqual([
    { time: 2 * DAY, from: 30, to: 5 },
    { time: 4 * DAY, from: 25, to: 0 },
  ]);
  expect(status).toMatchObject({ due: 50, reached: 3 * DAY });
});

it('treats a first reading below the start as a reset', () => {
  const status = counterStatus(block([20, 60]), { interval: 50, start: 100, completions: [] });
  expect([...status.readings]).toEqual([100, 140]);
  expect(status.resets).toEqual([{ time: 0, from: 100, to: 20 }]);
});

it('returns no due date after the year 9999', () => {
  const dateAt = (interval: number) =>
    counterStatus(block([0, 1]), { interval, start: 0, completions: [] }).date;
  expect(dateAt(2)).toBe(2 * DAY);
  expect([dateAt(3_000_000), dateAt(2_147_483_648), dateAt(1e308)]).toEqual([null, null, null]);
});

it('calculates the due reading of work before the first reading from that reading', () => {
  const status = counterStatus(block([20, 60]), { interval: 50, start: 0, completions: [-DAY] });
  expect(status.completions).toEqual([{ time: -DAY, reading: 20, due: 70 }]);
});

it('agrees with the evaluation of an activity protection on the next due work', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 30 }),
      fc.array(fc.integer({ min: -2, max: 29 }), { maxLength: 5 }),
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 0, max: 500 }),
      (values, days, interval, start) => {
        const completions = [...new Set(days)].sort((a, b) => a - b).map((day) => day * DAY);
        const readings = block(values);
        const status = counterStatus(readings, { interval, start, completions });
        const [due] = activityDue(
          {
            type: 'activity',
            defaultLevel: 0,
            thresholds: [],
            inputs: [
              { alias: 'Service', type: 'work', settings: undefined },
              {
                alias: 'Hours',
                type: 'data_point',
                settings: { intervalType: 'counter', counterInterval: interval, counterStart: start },
              },
            ],
          },
          new Map([
            ['Hours', readings],
            [
              'Service',
              {
                times: Float64Array.from(completions),
                values: new Float64Array(completions.length),
                length: completions.length,
              },
            ],
          ]),
          100 * DAY,
        );
        const { due: at, usePerDay, date } = status;
        expect({ due: at, usePerDay, date, reading: status.readings.at(-1) ?? null }).toEqual({
          due: due!.due,
          usePerDay: due!.usePerDay,
          date: due!.date,
          reading: due!.reading,
        });
      },
    ),
  );
});
