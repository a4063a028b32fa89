import { expect, it } from 'vitest';
import { caughtText, episodesText, noticeBuckets, noticeText, standingText } from './score-text.ts';

const hour = 3_600_000;
const standing = (given: object) => ({
  hits: 0,
  misses: 1,
  excursions: 0,
  episodes: 0,
  falseEpisodes: 0,
  falseEpisodesPerYear: 0,
  undecided: 0,
  notices: [],
  ...given,
});

it('describes caught failures and false episodes', () => {
  expect(caughtText(standing({ hits: 3 }))).toBe('3 of 4 caught');
  expect(episodesText(standing({ falseEpisodes: 24, falseEpisodesPerYear: 111.2 }))).toBe(
    '24 false episodes, 111 a year',
  );
  expect(episodesText(standing({ falseEpisodes: 1, falseEpisodesPerYear: 0.25, undecided: 2 }))).toBe(
    '1 false episode, 0.3 a year, 2 undecided',
  );
  expect(episodesText(standing({}))).toBe('0 false episodes');
});

it('returns no score without recorded failures', () => {
  const unscored = { misses: 0, falseEpisodes: null, falseEpisodesPerYear: null, undecided: null };
  expect(standingText(standing({ ...unscored, excursions: 41, episodes: 7 }))).toBe(
    'Not scored: no failures recorded, 7 episodes of 41 excursions',
  );
});

it('calculates the median notice, and its distribution over fifths of the interval', () => {
  expect(noticeText([])).toBe('–');
  expect(noticeText([hour, 3 * hour, 90 * hour])).toBe('3 h');
  expect(noticeText([hour, 3 * hour])).toBe('2 h');
  expect(noticeBuckets([0, 1, 2, 5, 9, 10, 25], 10)).toEqual([2, 1, 1, 0, 3]);
});
