import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnownEvent } from './known-events.ts';
import { type ScoredExcursion, type ScoreOptions, scoreExcursions } from './score.ts';

const day = 86_400_000;
const excursion = (threshold: number, start: number, end: number | null = start): ScoredExcursion => ({
  threshold,
  start: start * day,
  end: end === null ? null : end * day,
});
const failure = (time: number, { begin = time - 10, repair = 1 } = {}): KnownEvent => ({
  type: 'work',
  id: time,
  name: '',
  begin: begin * day,
  time: time * day,
  end: (time + repair) * day,
  isFailure: true,
});
const range = (begin: number, end: number): KnownEvent => ({
  type: 'range',
  id: begin,
  name: '',
  isFailure: false,
  begin: begin * day,
  time: end * day,
  end: end * day,
});
const score = (
  found: ScoredExcursion[],
  events: KnownEvent[],
  { thresholds = 1, from = 0, to = 365, knownUntil = 10_000, pf = 10, gap = 1 } = {},
) =>
  scoreExcursions(found, events, {
    thresholds,
    from: from * day,
    to: to * day,
    knownUntil: knownUntil * day,
    pfInterval: pf * day,
    gap: gap * day,
  });

describe('the score of excursions against known events', () => {
  it('counts failures caught and missed, with notices, and false episodes per year', () => {
    const scored = score(
      [5, 93, 95, 250].map((start) => excursion(0, start)),
      [failure(100), failure(200)],
    );
    expect(scored).toMatchObject({
      hits: 1,
      misses: 1,
      excursions: 4,
      episodes: 4,
      falseEpisodes: 2,
      falseEpisodesPerYear: 2,
      undecided: 0,
      notices: [7 * day],
    });
    expect(scored.outcomes.map(({ isCaught, notice, thresholds }) => [isCaught, notice, thresholds])).toEqual(
      [
        [true, 7 * day, [0]],
        [false, null, []],
      ],
    );
  });

  it('joins excursions into an episode if the next begins within the gap after the latest end', () => {
    const episodes = (...found: ScoredExcursion[]) => score(found, [failure(300)]).episodes;
    expect(episodes(excursion(0, 10, 11), excursion(0, 11.999))).toBe(1);
    expect(episodes(excursion(0, 10, 11), excursion(0, 12))).toBe(2);
    expect(episodes(excursion(0, 10, 20), excursion(0, 12, 13), excursion(0, 20.5))).toBe(1);
    expect(episodes(excursion(0, 10, null), excursion(0, 200))).toBe(1);
  });

  it('counts an episode once, and splits it at a restoration', () => {
    const standing = [excursion(0, 95, 140), excursion(0, 104, 105)];
    expect(score(standing, [failure(100)])).toMatchObject({ episodes: 2, hits: 1, falseEpisodes: 1 });
    const chatter = Array.from({ length: 41 }, (_, index) => excursion(0, 10 + index / 10));
    expect(score(chatter, [failure(300)])).toMatchObject({ excursions: 41, episodes: 1, falseEpisodes: 1 });
  });

  it('ignores excursions that begin during a repair', () => {
    expect(score([excursion(0, 100), excursion(0, 102)], [failure(100, { repair: 3 })])).toMatchObject({
      hits: 0,
      misses: 1,
      excursions: 2,
      episodes: 0,
      falseEpisodes: 0,
    });
  });

  it('measures notice from the start of the window, and none at the failure itself', () => {
    const one = (start: number) => score([excursion(0, start)], [failure(100)]);
    expect(one(90)).toMatchObject({ hits: 1, falseEpisodes: 0, notices: [10 * day] });
    expect(one(89.9)).toMatchObject({ hits: 0, misses: 1, falseEpisodes: 1 });
    expect(one(101)).toMatchObject({ hits: 0, falseEpisodes: 1 });
  });

  it('counts one alarm for only one of two failures around a restoration', () => {
    const events = [failure(100), failure(105, { begin: 101 })];
    expect(score([excursion(0, 95)], events)).toMatchObject({ hits: 1, misses: 1, notices: [5 * day] });
  });

  it('does not count a permanent alarm as a catch', () => {
    expect(score([excursion(0, 0, null)], [failure(100), failure(200)])).toMatchObject({
      hits: 0,
      misses: 2,
      falseEpisodes: 1,
    });
  });

  it('does not decide on episodes that may still precede a failure', () => {
    const found = [excursion(0, 200), excursion(0, 355), excursion(0, 356)];
    const options = { knownUntil: 365 };
    expect(score(found, [failure(100)], options)).toMatchObject({ falseEpisodes: 2, undecided: 1 });
    expect(score(found, [failure(100)], { ...options, pf: 9 })).toMatchObject({
      falseEpisodes: 3,
      undecided: 0,
    });
  });

  it('is null without known events', () => {
    const scored = score([excursion(0, 5), excursion(0, 50)], [], { from: 10, to: 83 });
    expect(scored).toMatchObject({
      hits: 0,
      misses: 0,
      excursions: 1,
      episodes: 1,
      falseEpisodes: null,
      falseEpisodesPerYear: null,
      undecided: null,
      outcomes: [],
    });
    expect(score([], [failure(400)], {}).falseEpisodes).toBeNull();
  });

  it('measures no notice for a range without a failure', () => {
    const scored = score([excursion(0, 40)], [range(10, 50), range(60, 70)]);
    expect(scored).toMatchObject({ hits: 1, misses: 1, falseEpisodes: 0, notices: [] });
    expect(scored.outcomes.map(({ isCaught, notice }) => [isCaught, notice])).toEqual([
      [true, null],
      [false, null],
    ]);
  });

  it('scores each threshold by its own episodes, and the protection by the earliest notice', () => {
    const found = [excursion(0, 92), excursion(1, 95), excursion(0, 96), excursion(1, 195)];
    const scored = score(found, [failure(100), failure(200)], { thresholds: 3, gap: 5 });
    expect(scored).toMatchObject({ hits: 2, notices: [5 * day, 8 * day], episodes: 2 });
    expect(
      scored.thresholds.map(({ hits, misses, episodes, notices }) => [hits, misses, episodes, notices]),
    ).toEqual([
      [1, 1, 1, [8 * day]],
      [2, 0, 2, [5 * day, 5 * day]],
      [0, 2, 0, []],
    ]);
    expect(scored.outcomes.map(({ thresholds }) => thresholds)).toEqual([[0, 1], [1]]);
  });

  it('agrees with a reference implementation over random histories', () => {
    const found = fc
      .array(
        fc.record({
          threshold: fc.integer({ min: 0, max: 1 }),
          start: fc.integer({ min: 0, max: 120 }),
          length: fc.option(fc.integer({ min: 0, max: 20 }), { freq: 12 }),
        }),
        { maxLength: 25 },
      )
      .map((all) =>
        all
          .map(({ threshold, start, length }) => ({
            threshold,
            start,
            end: length === null ? null : start + length,
          }))
          .sort((one, other) => one.start - other.start),
      );
    const events = fc
      .array(fc.record({ wait: fc.integer({ min: 0, max: 40 }), repair: fc.integer({ min: 0, max: 5 }) }), {
        maxLength: 6,
      })
      .map((gaps) => {
        let restored = -50;
        return gaps.map(({ wait, repair }, id): KnownEvent => {
          const time = restored + wait + 1;
          const begin = Math.max(time - 15, restored);
          restored = time + repair;
          return { type: 'work', id, name: '', begin, time, end: restored, isFailure: true };
        });
      });
    const options: ScoreOptions = {
      thresholds: 2,
      from: 5,
      to: 110,
      knownUntil: 115,
      pfInterval: 15,
      gap: 4,
    };
    fc.assert(
      fc.property(found, events, (all, known) => {
        const { hits, episodes, falseEpisodes, undecided, notices } = scoreExcursions(all, known, options);
        expect({ hits, episodes, falseEpisodes, undecided, notices }).toEqual(
          plainScore(all, known, options),
        );
      }),
    );
  });
});

/** The definitions implemented literally: each failure searches its excursions, each episode its events. */
function plainScore(
  found: readonly ScoredExcursion[],
  failures: readonly KnownEvent[],
  { from, to, knownUntil, pfInterval, gap }: ScoreOptions,
) {
  const seen = found.filter(({ start }) => start >= from && start <= to);
  const catches = ({ start }: ScoredExcursion) =>
    failures.some(({ begin, time }) => begin <= start && start < time);
  const inRepair = ({ start }: ScoredExcursion) =>
    failures.some(({ time, end }) => time <= start && start < end);
  const episodes: ScoredExcursion[][] = [];
  for (const one of seen.filter((each) => catches(each) || !inRepair(each))) {
    const last = episodes.at(-1);
    const latest = Math.max(...(last ?? []).map(({ end }) => end ?? Number.POSITIVE_INFINITY));
    const isCut = failures.some(({ end }) => last && last.at(-1)!.start < end && end <= one.start);
    if (last && one.start < latest + gap! && !isCut) last.push(one);
    else episodes.push([one]);
  }
  const within = failures.filter(({ time }) => time >= from && time <= to);
  const others = episodes.filter((episode) => !episode.some(catches));
  const isOpen = (episode: ScoredExcursion[]) => episode.at(-1)!.start > knownUntil - pfInterval;
  const notices = within.flatMap(({ begin, time }) => {
    const first = seen.find(({ start }) => begin <= start && start < time);
    return first ? [time - first.start] : [];
  });
  return {
    hits: notices.length,
    episodes: episodes.length,
    falseEpisodes: within.length === 0 ? null : others.filter((episode) => !isOpen(episode)).length,
    undecided: within.length === 0 ? null : others.filter(isOpen).length,
    notices: notices.sort((one, other) => one - other),
  };
}
