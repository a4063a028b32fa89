import { describe, expect, it } from 'vitest';
import { type StoryParts, twinStory } from './story.ts';

const now = Date.parse('2024-02-10T12:00:00Z');
const hot: StoryParts = {
  twin: { level: 800, active: true, silentSince: null, outOfServiceAt: null },
  cause: {
    threshold: 'Hot',
    protection: 'Bearing',
    since: '2024-02-05T12:00:00Z',
    input: { name: 'Temperature', value: '93 °C', limit: '> 45 °C', isStatistic: false },
  },
  advisory: { targetDate: '2024-02-14T12:00:00Z', overdue: false },
};
const createStory = (parts: Partial<StoryParts>, twin: Partial<StoryParts['twin']> = {}) =>
  twinStory({ ...hot, ...parts, twin: { ...hot.twin, ...twin } }, now, 'UTC');

describe('the story of a twin', () => {
  it('describes the problem, its start, and the target date of the advisory', () => {
    expect(createStory({})).toMatch(
      /^Hot \(Bearing\): Temperature at 93 °C \(limit: > 45 °C\)\. Level 800 for 5 d, advisory due 2024-02-14\.$/,
    );
    expect(createStory({ advisory: { targetDate: '2024-02-09T12:00:00Z', overdue: true } })).toMatch(
      /, advisory overdue since 2024-02-09\.$/,
    );
  });

  it('marks the latest value as such if the limit is one of a statistic', () => {
    const input = { name: 'Temperature', value: '93 °C', limit: 'mean over 8 h < 60 °C', isStatistic: true };
    expect(createStory({ cause: { ...hot.cause!, input } })).toMatch(
      /^Hot \(Bearing\): Temperature at 93 °C now \(limit: mean over 8 h < 60 °C\)\./,
    );
  });

  it('describes other logic and default levels', () => {
    const cause = { ...hot.cause!, input: null, since: null };
    expect(createStory({ cause, advisory: null })).toBe('Hot (Bearing). Level 800.');
    expect(createStory({ cause: null, advisory: null })).toBe('Level 800, by default.');
  });

  it.each([
    [{ level: 0 }, /^Nothing is wrong: no threshold raises the level, advisory due/],
    [{ level: null }, /^Nothing has been evaluated yet\.$/],
    [{ active: false }, /^Inactive: its protections are not evaluated\.$/],
    [
      { silentSince: '2024-02-01T00:00:00Z' },
      /^No recent data since .*: the level is the last known, advisory/,
    ],
    [{ outOfServiceAt: '2024-02-01T00:00:00Z' }, /^Out of service: nothing is evaluated\.$/],
    [{ outOfServiceAt: '2024-03-01T00:00:00Z' }, /^Hot \(Bearing\)/],
  ])('describes %j', (twin, story) => expect(createStory({}, twin)).toMatch(story));
});
