import type { Excursion } from '@twinward/contracts/protections/protection';
import { describe, expect, it } from 'vitest';
import { foldChatter, type StoryParts, tellStory } from './story.ts';

const now = Date.parse('2024-02-10T12:00:00Z');
const hot: StoryParts = {
  twin: { level: 800, active: true, silentSince: null, outOfServiceAt: null },
  cause: {
    threshold: 'Hot',
    protection: 'Bearing',
    since: '2024-02-05T12:00:00Z',
    input: { name: 'Temperature', value: '93 °C', limit: '> 45 °C' },
  },
  advisory: { targetDate: '2024-02-14T12:00:00Z', overdue: false },
};
const tell = (parts: Partial<StoryParts>, twin: Partial<StoryParts['twin']> = {}) =>
  tellStory({ ...hot, ...parts, twin: { ...hot.twin, ...twin } }, now, 'UTC');

describe('the story of a twin', () => {
  it('says what is wrong, since when, and when the advisory is due', () => {
    const told = tell({});
    expect(told).toMatch(
      /^Hot \(Bearing\): Temperature at 93 °C \(limit: > 45 °C\)\. Level 800 for 5 d, advisory due 2024-02-14\.$/,
    );
    expect(tell({ advisory: { targetDate: '2024-02-09T12:00:00Z', overdue: true } })).toMatch(
      /, advisory overdue since 2024-02-09\.$/,
    );
  });

  it('says what is known of other logic, and of a level by default', () => {
    const cause = { ...hot.cause!, input: null, since: null };
    expect(tell({ cause, advisory: null })).toBe('Hot (Bearing). Level 800.');
    expect(tell({ cause: null, advisory: null })).toBe('Level 800, by default.');
  });

  it.each([
    [{ level: 0 }, /^Nothing is wrong: no threshold raises the level, advisory due/],
    [{ level: null }, /^Nothing has been evaluated yet\.$/],
    [{ active: false }, /^Inactive: its protections are not evaluated\.$/],
    [
      { silentSince: '2024-02-01T00:00:00Z' },
      /^No data in time since .*: the level is the last known, advisory/,
    ],
    [{ outOfServiceAt: '2024-02-01T00:00:00Z' }, /^Out of service: nothing is evaluated\.$/],
    [{ outOfServiceAt: '2024-03-01T00:00:00Z' }, /^Hot \(Bearing\)/],
  ])('for %j', (twin, story) => expect(tell({}, twin)).toMatch(story));
});

describe('chatter', () => {
  const excursion = (thresholdId: number, hour: number, minutes: number | null): Excursion => {
    const start = Date.parse('2024-02-01T00:00:00Z') + hour * 3_600_000;
    return {
      id: hour,
      twinId: 1,
      assetName: 'Pump',
      protectionId: 1,
      protectionName: 'Bearing',
      thresholdId,
      thresholdName: 'Hot',
      level: 500,
      start: new Date(start).toISOString(),
      end: minutes === null ? null : new Date(start + minutes * 60_000).toISOString(),
      evaluatedTo: null,
    };
  };
  const fold = (...all: Excursion[]) => foldChatter(all).map(({ newest, count }) => [newest.id, count]);

  it('is folded where three short ones of a threshold follow each other', () => {
    const folded = foldChatter([excursion(1, 9, 5), excursion(1, 8, 5), excursion(1, 7, 5)]);
    expect(folded).toMatchObject([{ newest: { id: 9 }, count: 3, from: '2024-02-01T07:00:00.000Z' }]);
  });

  it('leaves long, open and few excursions, and those of others between', () => {
    expect(fold(excursion(1, 9, 5), excursion(1, 8, 5))).toEqual([
      [9, 1],
      [8, 1],
    ]);
    expect(fold(excursion(1, 9, null), excursion(1, 8, 5), excursion(1, 7, 5), excursion(1, 6, 60))).toEqual([
      [9, 1],
      [8, 1],
      [7, 1],
      [6, 1],
    ]);
    expect(fold(excursion(1, 9, 5), excursion(1, 8, 5), excursion(2, 7, 5), excursion(1, 6, 5))).toHaveLength(
      4,
    );
    expect(fold()).toEqual([]);
  });
});
