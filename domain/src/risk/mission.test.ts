import { describe, expect, it } from 'vitest';
import { linkMission, missionBetween, missionEnd } from './mission.ts';

const start = '2024-01-01T00:00:00.000Z';
const end = '2024-12-31T00:00:00.000Z';
const full = { startDate: start, missionTime: 'P365D', endDate: end };

describe('linkMission', () => {
  it('calculates the end from start and length', () => {
    const open = { startDate: start, missionTime: null, endDate: null };
    expect(linkMission(open, 'missionTime', 'P1Y')).toEqual({ ...full, missionTime: 'P1Y' });
    expect(linkMission({ ...full, startDate: null }, 'startDate', '2024-01-02T00:00:00.000Z')).toEqual({
      startDate: '2024-01-02T00:00:00.000Z',
      missionTime: 'P365D',
      endDate: '2025-01-01T00:00:00.000Z',
    });
  });

  it('calculates the length from a changed end', () => {
    expect(linkMission(full, 'endDate', '2024-01-31T12:00:00.000Z')).toEqual({
      startDate: start,
      missionTime: 'P30DT43200S',
      endDate: '2024-01-31T12:00:00.000Z',
    });
    const endOnly = { startDate: null, missionTime: null, endDate: end };
    expect(linkMission(endOnly, 'startDate', start)).toEqual(full);
  });

  it('has no end beyond the range of dates', () => {
    expect(missionEnd(start, 'P999999999Y')).toBeNull();
    const open = { startDate: start, missionTime: null, endDate: null };
    expect(linkMission(open, 'missionTime', 'P999999999Y')).toEqual({ ...open, missionTime: 'P999999999Y' });
  });

  it('keeps its length if the end would be before the start', () => {
    expect(linkMission(full, 'endDate', '2023-01-01T00:00:00.000Z')).toMatchObject({ missionTime: 'P365D' });
  });

  it('has no end without a length', () => {
    expect(linkMission(full, 'missionTime', null)).toEqual({ ...full, missionTime: null, endDate: null });
  });

  it('clears start and end if all three were set, otherwise only the start', () => {
    expect(linkMission(full, 'startDate', null)).toEqual({ ...full, startDate: null, endDate: null });
    const noLength = { ...full, missionTime: null };
    expect(linkMission(noLength, 'startDate', null)).toEqual({ ...noLength, startDate: null });
  });
});

it('a mission has no end or length without the other two values', () => {
  expect(missionEnd(null, 'P1D')).toBeNull();
  expect(missionEnd(start, null)).toBeNull();
  expect(missionBetween(start, null)).toBeNull();
});
