import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import {
  appendPoints,
  dropStaged,
  importPoints,
  openStaging,
  type Points,
  readPoints,
  replacePoints,
  stagePoints,
  swapStaged,
} from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Model = ReadonlyMap<number, number>;

const series = (most: number) =>
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 3 })), {
      selector: ([time]) => time,
      maxLength: most,
    })
    .map((points): Model => new Map(points.sort(([a], [b]) => a - b)));

const toPoints = (model: Model): Points => ({
  times: Float64Array.from(model.keys()),
  values: Float64Array.from(model.values()),
  qualities: null,
});

const listed = ({ times, values }: Points) => Array.from(times, (time, i) => [time, values[i]!]);

/** The earliest time at which two series differ. */
function difference(a: Model, b: Model): number | null {
  const times = [...a.keys(), ...b.keys()].filter((time) => a.get(time) !== b.get(time));
  return times.length > 0 ? Math.min(...times) : null;
}

async function loggedFrom(tagId: number): Promise<number | null> {
  const { rows } = await database.pool.query(
    'delete from point_change returning tag_ids, from_times::float8[]',
  );
  if (rows.length === 0) return null;
  expect(rows).toEqual([{ tag_ids: [tagId], from_times: [expect.any(Number)] }]);
  return rows[0].from_times[0];
}

let nextTag = 1;

/** A tag with older points in chunks and newer ones in hot rows. */
async function store(chunked: Model, hot: Model): Promise<{ tagId: number; model: Model }> {
  const tagId = nextTag++;
  await importPoints(database.db, [{ tagId, ...toPoints(chunked) }]);
  await appendPoints(database.db, [{ tagId, ...toPoints(hot) }]);
  await database.pool.query('delete from point_change');
  return { tagId, model: new Map([...chunked, ...hot]) };
}

test('replaces points from a time on, and logs the earliest time that differs', async () => {
  await fc.assert(
    fc.asyncProperty(
      series(3000),
      series(20),
      series(1500),
      fc.nat(5000),
      async (chunked, hot, added, from) => {
        const { tagId, model } = await store(chunked, hot);
        const kept = [...model].filter(([time]) => time < from);
        const after = [...added].filter(([time]) => time >= from);
        const expected = new Map([...kept, ...after].sort(([a], [b]) => a - b));
        await replacePoints(database.db, tagId, from, toPoints(new Map(after)));
        expect(listed(await readPoints(database.db, tagId))).toEqual([...expected]);
        expect(await loggedFrom(tagId)).toBe(difference(model, expected));
      },
    ),
    { numRuns: 40 },
  );
});

test('staged points are invisible until they replace all points', async () => {
  await fc.assert(
    fc.asyncProperty(
      series(2500),
      series(20),
      series(2500),
      fc.nat(5000),
      async (chunked, hot, staged, cut) => {
        const { db } = database;
        const { tagId, model } = await store(chunked, hot);
        const before = listed(await readPoints(db, tagId));
        const owner = randomUUID();
        const staging = await openStaging(db, owner);
        const parts = [(time: number) => time < cut, (time: number) => time >= cut];
        for (const part of parts) {
          await stagePoints(db, staging, toPoints(new Map([...staged].filter(([time]) => part(time)))));
        }
        expect(listed(await readPoints(db, tagId))).toEqual(before);
        expect(await loggedFrom(tagId)).toBeNull();
        await db.transaction().execute((transaction) => swapStaged(transaction, tagId, staging));
        await dropStaged(db, owner);
        expect(listed(await readPoints(db, tagId))).toEqual([...staged]);
        expect(await loggedFrom(tagId)).toBe(difference(model, staged));
        await expectNothingStaged();
      },
    ),
    { numRuns: 25 },
  );
});

test('swaps in only the points of its own staging, and removes those of all runs', async () => {
  const { db } = database;
  const { tagId } = await store(new Map([[1, 1]]), new Map());
  const owner = randomUUID();
  const [dead, live] = [await openStaging(db, owner), await openStaging(db, owner)];
  await stagePoints(db, dead, toPoints(new Map([[2, 2]])));
  await stagePoints(db, live, toPoints(new Map([[3, 3]])));
  await db.transaction().execute((transaction) => swapStaged(transaction, tagId, live));
  expect(listed(await readPoints(db, tagId))).toEqual([[3, 3]]);
  await dropStaged(db, owner);
  await expectNothingStaged();
});

async function expectNothingStaged(): Promise<void> {
  const { rows } = await database.pool.query(
    'select id from staged_series union all select tag_id from data_point_chunk where tag_id < 0',
  );
  expect(rows).toEqual([]);
}
