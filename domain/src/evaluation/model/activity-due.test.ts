import { describe, expect, test } from 'vitest';
import { DAY } from '../../duration.ts';
import { activityThresholds } from './activity.ts';
import { activityDue } from './activity-due.ts';
import type { IntervalSettings, ProtectionDefinition } from './definition.ts';
import type { PointBlock } from './points.ts';

function definition(
  settings: { service?: IntervalSettings; hours?: IntervalSettings },
  more: Partial<ProtectionDefinition> = {},
): ProtectionDefinition {
  return {
    type: 'activity',
    defaultLevel: 0,
    thresholds: [],
    startDate: 0,
    inputs: [
      { alias: 'Service', type: 'work', settings: settings.service },
      { alias: 'Hours', type: 'data_point', settings: settings.hours },
    ],
    ...more,
  };
}

function block(points: readonly (readonly [day: number, value: number])[]): PointBlock {
  return {
    times: Float64Array.from(points, ([day]) => day * DAY),
    values: Float64Array.from(points, ([, value]) => value),
    length: points.length,
  };
}

const hours: IntervalSettings = {
  intervalType: 'counter',
  counterInterval: 500,
  counterStart: 100,
  tolerance: 50,
};

describe('the next due work by counter', () => {
  const readings = block(Array.from({ length: 41 }, (_, day) => [day, 100 + 20 * day] as const));
  const blocks = new Map([
    ['Service', block([[27, 0]])],
    ['Hours', readings],
  ]);

  test('is due at 1140 after work at 640, in 12 days from 900 at 20 a day', () => {
    expect(activityDue(definition({ hours }), blocks, 40 * DAY)).toEqual([
      {
        alias: 'Hours',
        by: 'counter',
        state: 'not due',
        due: 1140,
        reading: 900,
        usePerDay: 20,
        date: 52 * DAY,
      },
    ]);
  });

  test('is due at 1100 by a fixed plan', () => {
    const [due] = activityDue(definition({ hours: { ...hours, schedule: 'fixed' } }), blocks, 40 * DAY);
    expect(due).toMatchObject({ due: 1100, date: 50 * DAY });
  });

  test('is due at counterStart + interval before any work, and from the tolerance before that', () => {
    const at = (day: number) =>
      activityDue(definition({ hours }), new Map([['Hours', readings]]), day * DAY)[0];
    expect(at(10)).toMatchObject({ due: 600, state: 'not due', reading: 300 });
    expect(at(22)).toMatchObject({ state: 'not due', reading: 540 });
    expect(at(23)).toMatchObject({ state: 'due', reading: 560 });
    expect(at(27)).toMatchObject({ state: 'due', reading: 640 });
    expect(at(28)).toMatchObject({ state: 'overdue', reading: 660, date: 25 * DAY });
  });

  test('continues from the previous reading after the meter is replaced', () => {
    const replaced = new Map([
      [
        'Hours',
        block([
          [0, 100],
          [10, 300],
          [11, 0],
          [20, 180],
        ]),
      ],
      ['Service', block([[10, 0]])],
    ]);
    expect(activityDue(definition({ hours }), replaced, 30 * DAY)[0]).toMatchObject({
      due: 800,
      reading: 480,
      usePerDay: 19,
    });
  });

  test('has no forecast without readings', () => {
    expect(activityDue(definition({ hours }), new Map(), 0)).toEqual([
      {
        alias: 'Hours',
        by: 'counter',
        state: 'not due',
        due: 600,
        reading: null,
        usePerDay: null,
        date: null,
      },
    ]);
  });
});

describe('the next due work by calendar', () => {
  const monthly: IntervalSettings = { intervalType: 'calendar', expectedInterval: 'P1M', tolerance: 'P3D' };
  const at = (text: string) => Date.parse(text);

  test('is due a month after the latest work, at the same time of day in the tenant’s time zone', () => {
    const berlin = definition(
      { service: monthly },
      { timeZone: 'Europe/Berlin', startDate: at('2024-01-01T00:00Z') },
    );
    const done = { times: Float64Array.of(at('2024-03-15T08:00Z')), values: new Float64Array(1), length: 1 };
    expect(activityDue(berlin, new Map([['Service', done]]), at('2024-04-12T06:59Z'))).toEqual([
      {
        alias: 'Service',
        by: 'calendar',
        state: 'not due',
        due: at('2024-04-15T07:00Z'),
        reading: null,
        usePerDay: null,
        date: at('2024-04-15T07:00Z'),
      },
    ]);
    const later = activityDue(berlin, new Map([['Service', done]]), at('2024-04-12T07:00Z'));
    expect(later[0]!.state).toBe('due');
  });

  test('follows a fixed plan at month ends', () => {
    const plan = definition(
      { service: { ...monthly, schedule: 'fixed' } },
      { startDate: at('2024-01-31T00:00Z') },
    );
    expect(activityDue(plan, new Map(), at('2024-02-10T00:00Z'))[0]!.due).toBe(at('2024-02-29T00:00Z'));
    const done = { times: Float64Array.of(at('2024-03-02T00:00Z')), values: new Float64Array(1), length: 1 };
    expect(activityDue(plan, new Map([['Service', done]]), at('2024-03-10T00:00Z'))[0]!.due).toBe(
      at('2024-03-31T00:00Z'),
    );
  });
});

test('a new activity protection has the default thresholds Due and Overdue', () => {
  const both = definition({
    service: { intervalType: 'calendar', expectedInterval: 'P30D', tolerance: 'P3D' },
    hours,
  });
  expect(activityThresholds(both.inputs)).toEqual([
    { name: 'Due', level: 250, logic: 'INTERVAL([Service]) >= #27d OR COUNTER([Hours]) >= 450' },
    { name: 'Overdue', level: 750, logic: 'INTERVAL([Service]) > #33d OR COUNTER([Hours]) > 550' },
  ]);
});
