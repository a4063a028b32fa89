import { protectionDefinition } from '@twinward/contracts/protections/protection';
import { describe, expect, it } from 'vitest';
import { compileProtection, computeReach, createDefinition, FindingsLog, findInputs } from '../index.ts';

const ofTwin = [
  { id: 1, name: 'Flow', type: 'data_point' as const },
  { id: 2, name: 'Hours', type: 'data_point' as const },
  { id: 3, name: 'Service', type: 'work' as const },
  { id: 4, name: 'Overhaul', type: 'work' as const },
];
const written = (change: object) => protectionDefinition.parse(change);
const named = (logic: string) => [{ name: 'T', logic }];

describe('the inputs of a protection', () => {
  it('are the selected ones, those with settings, and those used by its logic', () => {
    const protection = written({
      tagAliasIds: [1],
      aliases: [{ tagAliasId: 2, expectedInterval: 'PT1H' }],
      thresholds: named('INTERVAL([Service]) > #1d // [Overhaul]'),
    });
    expect(findInputs(protection, ofTwin).map(({ name }) => name)).toEqual(['Flow', 'Hours', 'Service']);
  });

  it('are converted with their settings, and exclude work that is not selected', () => {
    const protection = written({
      type: 'activity',
      aliases: [
        { tagAliasId: 3, intervalType: 'calendar', expectedInterval: 'P30D' },
        { tagAliasId: 2, intervalType: 'counter', counterInterval: 500, counterStart: 0, schedule: 'fixed' },
      ],
    });
    const definition = createDefinition(protection, ofTwin, { startDate: 1000, timeZone: 'Europe/Berlin' });
    expect(definition.startDate).toBe(1000);
    expect(definition.timeZone).toBe('Europe/Berlin');
    expect(definition.inputs).toEqual([
      { alias: 'Flow', type: 'data_point', settings: undefined },
      {
        alias: 'Hours',
        type: 'data_point',
        settings: { intervalType: 'counter', counterInterval: 500, counterStart: 0, schedule: 'fixed' },
      },
      {
        alias: 'Service',
        type: 'work',
        settings: { intervalType: 'calendar', expectedInterval: 'P30D', schedule: 'floating' },
      },
    ]);
    expect(
      createDefinition(written({ startDate: '2024-01-01T00:00:00Z' }), ofTwin, { startDate: 1000 }).startDate,
    ).toBe(Date.UTC(2024, 0, 1));
  });
});

describe('the look-back of a protection', () => {
  it.each([
    ['[Flow] > 1', {}, 0],
    ['AVERAGE([Flow], #2h) > 1', { onDelay: 60_000 }, 2 * 3_600_000 + 60_000],
    ['LASTINTERVAL([Flow]) > #1h', {}, Number.POSITIVE_INFINITY],
  ])('is computed for %s', (logic, change, reach) => {
    const protection = written({ thresholds: [{ name: 'T', logic, ...change }] });
    const compiled = compileProtection(createDefinition(protection, ofTwin, { startDate: null }));
    expect(compiled.ok && computeReach(compiled.program)).toBe(reach);
  });
});

describe('findings in a range', () => {
  const compiled = compileProtection(
    createDefinition(written({ thresholds: named('[Flow] > 1') }), ofTwin, { startDate: null }),
  );
  if (!compiled.ok) throw new Error(compiled.errors[0]!.message);
  const status = {
    level: 0,
    driving: null,
    lastEvaluated: 50,
    noCalculation: false,
    isOutOfService: false,
    answer: null,
  };
  const output = (excursions: { start: number; end: number | null }[]) => ({
    excursions: excursions.map((one) => ({
      threshold: 0,
      recordedAt: one.end ?? one.start,
      live: true,
      ...one,
    })),
    levels: [],
    driving: [],
    actions: [],
    stale: [],
    answers: [],
    evaluations: 1,
  });

  it('include excursions open at its start, and count only the part inside the range', () => {
    const log = new FindingsLog(100, 200);
    log.begin([output([{ start: 10, end: 20 }]), output([{ start: 30, end: null }])], status);
    log.add(output([{ start: 30, end: 120 }]));
    log.add(output([{ start: 150, end: null }]));
    expect(log.finish(compiled.program)).toEqual({
      answers: [],
      excursions: [
        { threshold: 0, start: 30, end: 120 },
        { threshold: 0, start: 150, end: null },
      ],
      levels: [{ time: 100, level: 0, driving: null }],
      counts: [2],
      durations: [70],
      truncated: false,
      evaluations: 2,
    });
  });

  it('are limited to the latest ones', () => {
    const log = new FindingsLog(0, 100_000);
    log.add(output(Array.from({ length: 5001 }, (_, index) => ({ start: 2 * index, end: 2 * index + 1 }))));
    const { excursions, counts, truncated } = log.finish(compiled.program);
    expect([excursions.length, excursions[0]!.start, counts, truncated]).toEqual([5000, 2, [5001], true]);
  });
});
