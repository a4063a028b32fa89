import { describe, expect, it } from 'vitest';
import { collectLives, type ObservedAsset } from './life-data.ts';

const day = 86_400_000;
let id = 0;
const work = (kind: 'corrective' | 'preventive', start: number, completed: number | null) => ({
  id: ++id,
  corrective: kind === 'corrective',
  preventive: kind === 'preventive',
  start: start * day,
  completed: completed === null ? null : completed * day,
  duration: null,
});
const collect = (asset: Partial<ObservedAsset>, preventiveRenews = false) =>
  collectLives(
    { assetId: 1, from: 0, until: 1000 * day, untilBy: 'now', work: [], ...asset },
    { preventiveRenews },
  );
const lives = (asset: Partial<ObservedAsset>, preventiveRenews = false) =>
  collect(asset, preventiveRenews).lives.map(({ days, failed }) => (failed ? days : `${days}+`));

describe('the lives of an asset', () => {
  it('last from its start and from each repair to the next failure; lives that still run are suspended', () => {
    const repairs = [work('corrective', 100, 110), work('corrective', 400, 405)];
    expect(lives({ work: repairs })).toEqual([100, 290, '595+']);
  });

  it('consist of one suspension without a failure, and are empty before the start', () => {
    expect(lives({})).toEqual(['1000+']);
    expect(lives({ from: 1000 * day })).toEqual([]);
  });

  it('exclude the first life if its start is unknown', () => {
    const repairs = [work('corrective', 100, 110), work('corrective', 400, 405)];
    expect(lives({ from: null, work: repairs })).toEqual([290, '595+']);
    expect(lives({ from: null })).toEqual([]);
  });

  it('end at the last observation, without a suspension after the removal of a running asset', () => {
    expect(lives({ until: 400 * day, work: [work('corrective', 400, 400)] })).toEqual([400]);
  });

  it('merge failures less than 24 hours apart into one, and exclude incomplete work', () => {
    const repairs = [
      work('corrective', 100, 100.5),
      work('corrective', 100.9, 103),
      work('corrective', 500, null),
    ];
    expect(lives({ work: repairs })).toEqual([100, '897+']);
  });

  it('are suspended by preventive work only if it is a renewal', () => {
    const done = [work('preventive', 300, 301), work('corrective', 500, 510)];
    expect(lives({ work: done })).toEqual([500, '490+']);
    expect(lives({ work: done }, true)).toEqual(['300+', 199, '490+']);
  });

  it('contain the work that ended them', () => {
    const done = [work('preventive', 300, 301), work('corrective', 500, 510)];
    const ends = (asset: Partial<ObservedAsset>) =>
      collect({ work: done, ...asset }, true).lives.map(({ end }) => end);
    expect(ends({})).toEqual(['renewal', 'failure', 'now']);
    expect(ends({ untilBy: 'until' }).at(-1)).toBe('until');
  });

  it.each([
    ['unknown-start', { from: null, work: [work('corrective', 100, 101)] }, 1],
    ['not-observed', { from: 1000 * day }, 1],
    [
      'before-start',
      { from: 300 * day, work: [work('corrective', 100, 101), work('corrective', 200, 201)] },
      2,
    ],
    ['no-length', { work: [work('corrective', 0, 1)] }, 1],
  ] as const)('are excluded with the reason %s', (reason, asset, count) => {
    expect(collect(asset).leftOut).toEqual([{ assetId: 1, reason, count }]);
  });

  it('are all included if no data are missing', () => {
    expect(collect({ work: [work('corrective', 100, 101)] }).leftOut).toEqual([]);
  });
});
