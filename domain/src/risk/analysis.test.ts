import { describe, expect, it } from 'vitest';
import {
  datesInService,
  daysInAnalysis,
  isSameDate,
  linkDates,
  markSize,
  signedDuration,
  twinMissionState,
} from './analysis.ts';

const at = (days: number) => new Date(Date.UTC(2024, 0, 1) + days * 86_400_000).toISOString();
const nothing = { startDate: null, missionTime: null, endDate: null };
const year = { startDate: at(0), missionTime: 'P1Y', endDate: at(365) };

describe('changed dates of an analysis', () => {
  it.each([
    ['a start and a length', nothing, { startDate: at(0), missionTime: 'P1Y', endDate: null }, year],
    [
      'a start and an end',
      nothing,
      { startDate: at(0), endDate: at(10) },
      { ...year, missionTime: 'P10D', endDate: at(10) },
    ],
    ['all three that agree', nothing, year, year],
    [
      'an end that disagrees',
      nothing,
      { ...year, endDate: at(30) },
      { ...year, missionTime: 'P30D', endDate: at(30) },
    ],
    ['another start', year, { startDate: at(5) }, { ...year, startDate: at(5), endDate: at(370) }],
    ['another end', year, { endDate: at(73) }, { ...year, missionTime: 'P73D', endDate: at(73) }],
    ['no length', year, { missionTime: null }, { ...year, missionTime: null, endDate: null }],
    ['no start', year, { startDate: null }, { ...year, startDate: null, endDate: null }],
    [
      'another start, with the rest as it was',
      year,
      { ...year, startDate: at(5) },
      { ...year, startDate: at(5), endDate: at(370) },
    ],
    [
      'another length, with the rest as it was',
      year,
      { ...year, missionTime: 'P2Y' },
      { ...year, missionTime: 'P2Y', endDate: at(730) },
    ],
    [
      'another end, with the rest as it was',
      year,
      { ...year, endDate: at(73) },
      { ...year, missionTime: 'P73D', endDate: at(73) },
    ],
    [
      'no length, with the rest as it was',
      year,
      { ...year, missionTime: null },
      { ...year, missionTime: null, endDate: null },
    ],
    [
      'no start, with the others unchanged',
      year,
      { ...year, startDate: null },
      { ...year, startDate: null, endDate: null },
    ],
    [
      'the same dates in another format',
      year,
      { ...year, startDate: '2024-01-01T00:00:00Z', endDate: at(365) },
      year,
    ],
    ['nothing', year, {}, year],
  ])('are linked: %s', (_, before, given, after) => expect(linkDates(before, given)).toEqual(after));

  it('are equal if they differ by less than a minute', () => {
    expect(isSameDate('2024-01-01T00:00:59Z', '2024-01-01T00:00:00Z')).toBe(true);
    expect(isSameDate('2024-01-01T00:01:01Z', '2024-01-01T00:00:00Z')).toBe(false);
    expect(isSameDate(null, at(0))).toBe(false);
    expect(isSameDate(null, null)).toBe(true);
  });
});

describe('days in an analysis', () => {
  it.each([
    ['without a twin', null, 365],
    ['with a twin that started before', at(-730), 1095],
    ['with a twin that starts within it', at(265), 100],
    ['with a twin that starts at its end', at(365), 0],
    ['with a twin that starts after it', at(366), null],
  ])('are counted: %s', (_, start, days) => expect(daysInAnalysis(year, start)).toBe(days));

  it('are unknown if a date is missing', () => {
    expect(daysInAnalysis({ ...year, missionTime: null }, null)).toBeNull();
    expect(daysInAnalysis({ ...year, endDate: null }, at(0))).toBeNull();
  });
});

it('formats a negative duration with a minus', () => {
  expect([signedDuration(-120), signedDuration(0), signedDuration(1.5)]).toEqual([
    '-P120D',
    'P0D',
    'P1DT43200S',
  ]);
});

it.each([
  [{ startDate: at(0), endDate: at(100) }, 'ends-before'],
  [{ startDate: at(366), endDate: at(900) }, 'starts-after'],
  [{ startDate: at(0), endDate: at(365) }, 'within'],
  [{ startDate: null, endDate: null }, 'within'],
  [{ startDate: at(0), endDate: at(365), outOfServiceAt: at(100) }, 'out-of-service'],
  [{ startDate: at(-100), endDate: at(365), outOfServiceAt: at(-1) }, 'retired-before'],
  [{ startDate: at(0), endDate: at(365), outOfServiceAt: at(365) }, 'within'],
])('returns the state of a twin %j in the analysis', (twin, state) =>
  expect(twinMissionState(twin, year)).toBe(state),
);

it.each([
  [null, 365],
  [at(500), 365],
  [at(100), 100],
  [at(0), 0],
  [at(-1), null],
])('counts no days after an asset went out of service at %s', (outOfServiceAt, days) => {
  expect(daysInAnalysis(datesInService(year, outOfServiceAt), null)).toBe(days);
});

it('counts no days for an asset that went out of service before the analysis, regardless of its age', () => {
  const days = (outOfServiceAt: string) => daysInAnalysis(datesInService(year, outOfServiceAt), at(-1000));
  expect([days(at(-1)), days(at(0)), days(at(100))]).toEqual([null, 1000, 1100]);
});

it('scales a mark by its cost relative to the largest, with a minimum of 5', () => {
  expect([
    markSize(100, 100),
    markSize(50, 100),
    markSize(1, 100),
    markSize(null, 100),
    markSize(0, 0),
  ]).toEqual([50, 25, 5, 5, 5]);
});
