import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { makeTag } from '../testing/factories.ts';
import { appendPoints, compactTags, deletePoints, importPoints, latestPoints, readPoints } from './index.ts';
import { holdStored, releaseEarly } from './release-early.ts';

const minute = 60_000;
const now = Date.UTC(2024, 0, 1);
const far = Date.UTC(2099, 0, 1);
let test: TestDatabase;
let tagId: number;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  tagId = await makeTag(test.db);
  for (const table of ['point_change', 'data_point_early', 'data_point_hot', 'data_point_chunk']) {
    await sql`delete from ${sql.table(table)}`.execute(test.db);
  }
});

const append = (times: number[], values = times.map(() => 1)) =>
  appendPoints(test.db, [{ tagId, times, values }], { now });
const visible = async () => [...(await readPoints(test.db, tagId)).times];
const logged = async () =>
  (await sql<{ from: number }>`select from_times[1] as from from point_change order by id`.execute(test.db))
    .rows;

it('holds back points that are more than ten minutes ahead, and stores the others', async () => {
  const [result] = await append([now - minute, now + 10 * minute, now + 10 * minute + 1, far]);
  expect(result).toEqual({ tagId, stored: 4, replaced: 0, duplicate: 0, early: 2 });
  expect(await visible()).toEqual([now - minute, now + 10 * minute]);
  expect((await latestPoints(test.db, [tagId])).get(tagId)?.time).toBe(now + 10 * minute);
});

it("holds back points ahead of the clock that are newer than a held one, so that they don't overtake it", async () => {
  await append([now + 11 * minute]);
  const later = now + 5 * minute;
  const times = [later, later + minute, later + 6 * minute, later + 7 * minute];
  const [result] = await appendPoints(test.db, [{ tagId, times, values: [1, 1, 1, 1] }], { now: later });
  expect(result).toMatchObject({ stored: 3, duplicate: 1, early: 2 });
  expect(await visible()).toEqual(times.slice(0, 2));
});

it('counts held points like other points', async () => {
  await append([far, far + 1]);
  const [again] = await append([far, far + 1, far + 2], [1, 2, 3]);
  expect(again).toEqual({ tagId, stored: 1, replaced: 1, duplicate: 1, early: 3 });
  expect(await logged()).toEqual([]);
});

it('holds back points of an import, and does not move them in a compaction', async () => {
  const [result] = await importPoints(test.db, [{ tagId, times: [now, far], values: [1, 2] }], { now });
  expect(result).toMatchObject({ stored: 2, early: 1 });
  await compactTags(test.db, [tagId]);
  expect(await visible()).toEqual([now]);
});

it('uses the tolerance of the caller', async () => {
  const inputs = [{ tagId, times: [now, now + 1], values: [1, 1] }];
  const [result] = await appendPoints(test.db, inputs, { now, readTolerance: async () => 0 });
  expect(result).toMatchObject({ stored: 2, early: 1 });
});

it('writes held points when they are due, and logs the change for evaluation', async () => {
  await append([now + 60 * minute, now + 120 * minute]);
  expect(await releaseEarly(test.db, now + 60 * minute - 1)).toBe(0);
  expect(await releaseEarly(test.db, now + 60 * minute)).toBe(1);
  expect(await releaseEarly(test.db, now + 60 * minute)).toBe(0);
  expect(await visible()).toEqual([now + 60 * minute]);
  expect(await logged()).toEqual([{ from: now + 60 * minute }]);
});

it('releases each point once, also with concurrent releases', async () => {
  await append([now + 60 * minute, now + 61 * minute]);
  const released = await Promise.all([1, 2, 3].map(() => releaseEarly(test.db, now + 120 * minute)));
  expect(released.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(await visible()).toEqual([now + 60 * minute, now + 61 * minute]);
});

it('releases nothing while an earlier release is not committed', async () => {
  const [first, second] = [now + 60 * minute, now + 61 * minute];
  await append([first, second]);
  await test.db.transaction().execute(async (transaction) => {
    expect(await releaseEarly(transaction, first)).toBe(1);
    expect(await releaseEarly(test.db, second)).toBe(0);
  });
  expect(await releaseEarly(test.db, second)).toBe(1);
  expect(await visible()).toEqual([first, second]);
});

it('does not replace a point that was written later with the same time', async () => {
  const time = now + 60 * minute;
  await append([time], [1]);
  await appendPoints(test.db, [{ tagId, times: [time], values: [2] }], { now: time });
  expect(await releaseEarly(test.db, time)).toBe(1);
  expect([...(await readPoints(test.db, tagId)).values]).toEqual([2]);
});

it('deletes held points of a deleted range', async () => {
  await append([now, far]);
  expect(await deletePoints(test.db, tagId, far)).toBe(1);
  expect(await releaseEarly(test.db, far)).toBe(0);
  expect(await visible()).toEqual([now]);
});

it('holds back points that an earlier version stored directly, in rows and in chunks', async () => {
  const stored = { tagId, times: [now, far], values: [1, 2] };
  await importPoints(test.db, [stored], { now: far });
  await appendPoints(test.db, [{ tagId, times: [far + 1], values: [3] }], { now: far });
  await sql`delete from point_change`.execute(test.db);
  await holdStored(test.db, now);
  expect(await visible()).toEqual([now]);
  expect(await logged()).toEqual([{ from: far }]);
  await holdStored(test.db, now);
  expect(await logged()).toHaveLength(1);
  await releaseEarly(test.db, far + 1);
  expect(await visible()).toEqual([now, far, far + 1]);
});
