import { describe, expect, it } from 'vitest';
import { isWanted, nextTry, type WebhookFilter } from './webhook.ts';

const hour = 3_600_000;

describe('the next attempt of a message', () => {
  it('has increasing delays within a day, and is null after the last one', () => {
    const waits = Array.from({ length: 10 }, (_, i) => nextTry(i + 1, null, () => 0));
    expect(waits.slice(0, 3)).toEqual([5000, 30_000, 120_000]);
    expect(waits.at(-1)).toBeNull();
    const known = waits.filter((wait) => wait !== null);
    expect(known).toEqual(known.toSorted((one, other) => one - other));
    expect(known.reduce((sum, wait) => sum + wait) / hour).toBeCloseTo(22.7, 1);
  });

  it('is delayed at random by up to a fifth more', () => {
    expect(nextTry(1, null, () => 0.5)).toBe(5500);
    expect(nextTry(1, null, () => 1)).toBe(6000);
  });

  it('is delayed as requested by the receiver, by at most a day', () => {
    expect(nextTry(1, 60_000, () => 0)).toBe(60_000);
    expect(nextTry(8, 60_000, () => 0)).toBe(6 * hour);
    expect(nextTry(1, 1000 * hour, () => 0)).toBe(24 * hour);
  });
});

describe('a webhook', () => {
  const filter: WebhookFilter = { events: ['level.changed'], minimumLevel: null, twinIds: [], assetIds: [] };
  const fact = { type: 'level.changed', twinId: 3, path: '/1/17/', level: 500 };

  it.each([
    [{}, true],
    [{ events: ['excursion.began'] }, false],
    [{ minimumLevel: 500 }, true],
    [{ minimumLevel: 501 }, false],
    [{ twinIds: [3] }, true],
    [{ twinIds: [4] }, false],
    [{ assetIds: [1] }, true],
    [{ assetIds: [7] }, false],
    [{ twinIds: [4], assetIds: [17] }, true],
  ])('with the filter %j matches the event: %s', (change, wanted) => {
    expect(isWanted({ ...filter, ...change }, fact)).toBe(wanted);
  });

  it('treats a missing level as level 0', () => {
    expect(isWanted({ ...filter, minimumLevel: 1 }, { ...fact, level: null })).toBe(false);
    expect(isWanted({ ...filter, minimumLevel: 0 }, { ...fact, level: null })).toBe(true);
  });
});
