import type { Excursion } from '@twinward/contracts/protections/protection';
import type { Threshold } from '@twinward/contracts/protections/threshold';
import { describe, expect, it } from 'vitest';
import { levelGroups, thresholdLanes } from './lanes.ts';

const minute = 60_000;
const noon = Date.UTC(2014, 1, 7, 12);
const at = (minutes: number) => new Date(noon + minutes * minute).toISOString();
const threshold = (id: number, level: number | null): Threshold => ({
  id,
  name: `T${id}`,
  alias: null,
  logic: '[A] > 1',
  type: 'expression',
  level,
  logExcursion: true,
  onDelay: 0,
  offDelay: 0,
  deadband: 0,
  actions: [],
});
const excursion = (thresholdId: number, start: string, end: string | null): Excursion => ({
  id: Date.parse(start),
  twinId: 1,
  assetName: 'Machine',
  protectionId: 1,
  protectionName: 'P',
  thresholdId,
  thresholdName: `T${thresholdId}`,
  level: 250,
  start,
  end,
});
const range = { from: noon, to: noon + 60 * minute };

describe('the time lines of thresholds', () => {
  const lanes = thresholdLanes(
    [threshold(1, 250), threshold(2, 1000), threshold(3, null)],
    [
      excursion(1, at(50), null),
      excursion(1, at(-10), at(5)),
      excursion(1, at(-30), at(-20)),
      excursion(2, at(10), at(20)),
    ],
    range,
    noon + 70 * minute,
  );

  it('hold their own excursions in order of time, in the colour of the level', () => {
    expect(lanes.map(({ groups }) => groups)).toEqual([
      [
        {
          color: '#ffc107',
          spans: [
            { from: noon - 10 * minute, to: noon + 5 * minute },
            { from: noon + 50 * minute, to: noon + 70 * minute },
          ],
        },
      ],
      [{ color: '#e5393a', spans: [{ from: noon + 10 * minute, to: noon + 20 * minute }] }],
      [{ color: '#9E9E9E', spans: [] }],
    ]);
  });

  it('say how many there are and how long they last inside the range', () => {
    expect(lanes.map(({ summary }) => summary)).toEqual([
      '2 excursions, 15 min, open',
      '1 excursion, 10 min',
      'no excursions',
    ]);
  });
});

describe('the level over time', () => {
  it('holds from each change to the next, the last to the latest data', () => {
    const groups = levelGroups(
      [
        { time: at(0), level: 0, drivingThresholdId: null },
        { time: at(10), level: 250, drivingThresholdId: 1 },
        { time: at(20), level: 1000, drivingThresholdId: 2 },
        { time: at(30), level: 250, drivingThresholdId: 1 },
      ],
      noon + 40 * minute,
    );
    expect(groups).toEqual([
      {
        color: '#ffc107',
        spans: [
          { from: noon + 10 * minute, to: noon + 20 * minute },
          { from: noon + 30 * minute, to: noon + 40 * minute },
        ],
      },
      { color: '#e5393a', spans: [{ from: noon + 20 * minute, to: noon + 30 * minute }] },
    ]);
  });
});
