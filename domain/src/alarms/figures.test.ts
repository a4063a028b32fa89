import { type AlarmReport, defaultAlarmTargets } from '@twinward/contracts/protections/alarm-report';
import { expect, it } from 'vitest';
import { alarmFigures } from './figures.ts';

const shares = (low: number, medium: number, high: number): AlarmReport['priorities'] => [
  { priority: 'low', thresholds: 1, alarms: 1, share: low },
  { priority: 'medium', thresholds: 1, alarms: 1, share: medium },
  { priority: 'high', thresholds: 1, alarms: 1, share: high },
];

const report = (priorities = shares(80, 15, 5), total: Partial<AlarmReport['total']> = {}): AlarmReport => ({
  from: '2024-01-01T00:00:00.000Z',
  to: '2024-01-31T00:00:00.000Z',
  targets: defaultAlarmTargets,
  total: {
    alarms: 100,
    areas: 1,
    averageRate: 1,
    peakRate: 10,
    floods: 0,
    floodShare: 1,
    worstShare: 5,
    standingPeak: 5,
    stalePeak: 0,
    shelvedPeak: 10,
    ...total,
  },
  areas: [],
  priorities,
  worst: [],
  slices: { length: 86_400_000, alarms: [] },
  standing: { count: 0, records: [] },
  stale: 0,
  chattering: { count: 0, records: [] },
  shelved: { count: 10, records: [] },
  statesSince: '2024-01-01T00:00:00.000Z',
});

const missed = (one: AlarmReport) => alarmFigures(one).flatMap(({ key, meets }) => (meets ? [] : [key]));

it('omits figures that are unknown for the range', () => {
  const before = { ...report(), statesSince: '2024-01-31T00:00:00.000Z' };
  const keys = alarmFigures(before).map(({ key }) => key);
  expect(keys).not.toContain('stale');
  expect(keys).not.toContain('shelved');
  expect(keys).toHaveLength(7);
});

it('a value equal to its target meets the target', () => expect(missed(report())).toEqual([]));

it.each([
  ['averageRate', { averageRate: 1.01 }],
  ['peakRate', { peakRate: 11 }],
  ['floodShare', { floodShare: 1.1 }],
  ['worstShare', { worstShare: 5.2 }],
  ['standing', { standingPeak: 6 }],
  ['stale', { stalePeak: 1 }],
  ['shelved', { shelvedPeak: 11 }],
] as const)('reports only %s as missed if only that is above its target', (key, total) => {
  expect(missed(report(undefined, total))).toEqual([key]);
});

it.each([
  [shares(100, 0, 0), true],
  [shares(94, 0, 6), false],
  [shares(79, 16, 5), false],
  [shares(79, 21, 0), false],
  [shares(0, 0, 0), true],
])('compares the priority distribution %# with both of its targets', (priorities, meets) => {
  expect(alarmFigures(report(priorities)).find(({ key }) => key === 'priorities')!.meets).toBe(meets);
});
