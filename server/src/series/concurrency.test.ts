import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner, createTestDatabase, type TestDatabase } from '../testing/database.ts';
import {
  appendPoints,
  compactDue,
  compactTags,
  deletePoints,
  importPoints,
  readPoints,
  scanPoints,
} from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('readers see every acknowledged point once during appends and compactions', async () => {
  const { db } = database;
  const tagId = 1;
  const batches = 150;
  const pointsPerBatch = 7;
  let acknowledged = 0;
  let writing = true;
  const write = async () => {
    for (let batch = 0; batch < batches; batch++) {
      const times = Array.from({ length: pointsPerBatch }, (_, i) => (batch * pointsPerBatch + i) * 10);
      const [result] = await appendPoints(db, [{ tagId, times, values: times }]);
      expect(result).toEqual({ tagId, stored: pointsPerBatch, replaced: 0, duplicate: 0, early: 0 });
      acknowledged += pointsPerBatch;
    }
    writing = false;
  };
  const compact = async () => {
    while (writing) await compactTags(db, [tagId]);
  };
  const read = async () => {
    while (writing) {
      const before = acknowledged;
      const { times } = await readPoints(db, tagId);
      expect(times.length).toBeGreaterThanOrEqual(before);
      expect(times.every((time, i) => time === i * 10)).toBe(true);
    }
  };
  const scan = async () => {
    while (writing) {
      const before = acknowledged;
      let count = 0;
      for await (const { times } of scanPoints(db, tagId))
        for (const time of times) expect(time).toBe(count++ * 10);
      expect(count).toBeGreaterThanOrEqual(before);
    }
  };
  await Promise.all([write(), compact(), read(), scan()]);
  expect((await readPoints(db, tagId)).times.length).toBe(batches * pointsPerBatch);
});

test('points sent twice during compactions count as duplicates, or as replaced if they differ', async () => {
  const { db } = database;
  const tagIds = [4, 2, 3];
  const times = Array.from({ length: 50 }, (_, i) => i);
  const append = (values: number[]) =>
    appendPoints(
      db,
      tagIds.map((tagId) => ({ tagId, times, values })),
    );
  const all = (counts: object) =>
    tagIds.map((tagId) => ({ tagId, stored: 0, replaced: 0, duplicate: 0, early: 0, ...counts }));
  await append(times);
  let writing = true;
  const compact = async () => {
    while (writing) await compactTags(db, tagIds);
  };
  const write = async () => {
    for (let round = 1; round <= 100; round++) {
      const values = times.map((time) => time + round);
      expect(await append(values)).toEqual(all({ replaced: 50 }));
      expect(await append(values)).toEqual(all({ duplicate: 50 }));
    }
    writing = false;
  };
  await Promise.all([compact(), write()]);
  for (const tagId of tagIds)
    expect([...(await readPoints(db, tagId)).values]).toEqual(times.map((time) => time + 100));
});

test('concurrent imports of the same batch store it once', async () => {
  const { db } = database;
  const tagIds = Array.from({ length: 300 }, (_, i) => 100 + i);
  const times = Array.from({ length: 200 }, (_, i) => i * 1000);
  const batch = () => tagIds.map((tagId) => ({ tagId, times, values: times }));
  const results = await Promise.all([
    importPoints(db, batch()),
    importPoints(db, batch().reverse()),
    deletePoints(db, 99).then(() => []),
    importPoints(db, batch()),
  ]);
  const total = results.flat().reduce((sum, result) => sum + result.stored, 0);
  expect(total).toBe(tagIds.length * times.length);
  const { rows } = await database.pool.query(
    'select count(*) as chunks, sum(n) as points from data_point_chunk where tag_id >= 100',
  );
  expect(rows).toEqual([{ chunks: 300, points: 60_000 }]);
});

test('a failed write leaves nothing of its batch', async () => {
  const { db } = database;
  await expect(
    db.transaction().execute(async (trx) => {
      await importPoints(trx, [{ tagId: 500, times: [1, 2, 3], values: [1, 2, 3] }]);
      await appendPoints(trx, [{ tagId: 500, times: [4], values: [4] }]);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect((await readPoints(db, 500)).times.length).toBe(0);
  const { rows } = await database.pool.query('select from point_change where 500 = any(tag_ids)');
  expect(rows).toEqual([]);
});

test('tags with many hot rows are compacted, others are not', async () => {
  const { db, pool } = database;
  await pool.query('delete from data_point_hot');
  const times = Array.from({ length: 1000 }, (_, i) => i);
  await appendPoints(db, [
    { tagId: 600, times, values: times },
    { tagId: 601, times: times.slice(1), values: times.slice(1) },
  ]);
  expect(await compactDue(db)).toBe(1000);
  const hot = await pool.query('select tag_id, count(*) as count from data_point_hot group by tag_id');
  expect(hot.rows).toEqual([{ tag_id: 601, count: 999 }]);
});

test('many hot rows of one tag are compacted in pieces, each of which is committed', async () => {
  const { db, pool } = database;
  await pool.query('delete from data_point_hot');
  const times = Array.from({ length: 25_000 }, (_, i) => i);
  const tags = [610, 611, 612].map((tagId) => ({
    tagId,
    times: times.slice(0, 15_000),
    values: times.slice(0, 15_000),
  }));
  await appendPoints(db, [{ tagId: 609, times, values: times }, ...tags]);
  const moves: number[] = [];
  const counting = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.length > 0 && 'quality' in result.rows[0]!) moves.push(result.rows.length);
      return result;
    },
  });
  expect(await compactDue(counting)).toBe(70_000);
  expect(moves).toEqual([20_000, 5_000, 15_000, 15_000, 15_000]);
  expect((await readPoints(db, 609)).times).toEqual(Float64Array.from(times));
  expect((await pool.query('select from data_point_hot')).rows).toEqual([]);
});

test('many hot rows are moved and deleted by index if the statistics are those of an empty table', async () => {
  const { db, pool } = database;
  await pool.query('delete from data_point_hot');
  await asOwner(database, 'vacuum data_point_hot');
  await appendPoints(db, [{ tagId: 620, times: [0], values: [0] }]);
  await pool.query('delete from data_point_hot');
  await asOwner(database, 'analyze data_point_hot');
  const times = Array.from({ length: 70_000 }, (_, i) => i);
  const writes = [{ tagId: 621, times, values: times }];
  await appendPoints(db, writes);
  // A join that reads the table for each row would take minutes here.
  expect(await compactDue(db)).toBe(70_000);
  await appendPoints(db, writes);
  expect((await pool.query('select from data_point_hot')).rows).toEqual([]);
  expect((await readPoints(db, 621)).times).toEqual(Float64Array.from(times));
});

test('points that cannot be stored are rejected with the reason', async () => {
  const { db } = database;
  const append = (times: number[], values: (number | null)[], qualities?: number[]) =>
    appendPoints(db, [{ tagId: 700, times, values, qualities }]);
  await expect(append([1.5], [1])).rejects.toThrow(
    'point 0: the time 1.5 is not a whole millisecond from 1970 to 2100',
  );
  await expect(append([0, Date.UTC(9999, 0)], [1, 2])).rejects.toThrow(
    'point 1: the time 253370764800000 is not a whole millisecond from 1970 to 2100',
  );
  await expect(append([1], [Number.NaN])).rejects.toThrow(
    'point 0: only a bad point may lack a finite value',
  );
  await expect(append([1], [null], [1])).rejects.toThrow('point 0: only a bad point may lack a finite value');
  await expect(append([1], [1], [3])).rejects.toThrow('point 0: the quality 3 is not 0, 1 or 2');
  await expect(append([1, 2], [1])).rejects.toThrow('2 times came with 1 values');
  await expect(
    appendPoints(db, [
      { tagId: 1, times: [], values: [] },
      { tagId: 1, times: [], values: [] },
    ]),
  ).rejects.toThrow('each tag may come once in a write');
});
