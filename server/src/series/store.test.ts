import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import {
  appendPoints,
  compactTags,
  deletePoints,
  estimateCount,
  importPoints,
  latestPoints,
  oldestTimes,
  type Points,
  readBuckets,
  readPoints,
  readSeries,
  scanPoints,
} from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The expected content of a tag, as a plain map. */
type Model = Map<number, { value: number; quality: number }>;

const write = fc.record({
  kind: fc.constantFrom('append' as const, 'import' as const),
  first: fc.integer({ min: 0, max: 6000 }),
  count: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 3500 })),
  step: fc.integer({ min: 1, max: 5 }),
  value: fc.integer({ min: -3, max: 3 }),
  bad: fc.integer({ min: 2, max: 50 }),
});
const operation = fc.oneof(
  { weight: 4, arbitrary: write },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('compact' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      from: fc.integer({ min: 0, max: 12_000 }),
      length: fc.integer({ min: 0, max: 4000 }),
    }),
  },
);

function createPoints({
  first,
  count,
  step,
  value,
  bad,
}: typeof write extends fc.Arbitrary<infer T> ? T : never) {
  const times: number[] = [];
  const values: (number | null)[] = [];
  const qualities: number[] = [];
  for (let i = 0; i < count; i++) {
    times.push(first + i * step);
    const isBad = i % bad === 1;
    values.push(isBad && i % 4 === 1 ? null : (value + (i % 7)) / 4);
    qualities.push(isBad ? 2 : i % 11 === 5 ? 1 : 0);
  }
  return { times, values, qualities };
}

function applyWrite(model: Model, points: ReturnType<typeof createPoints>) {
  const counts = { stored: 0, replaced: 0, duplicate: 0, early: 0, changedFrom: null as number | null };
  for (const [i, time] of points.times.entries()) {
    const point = { value: points.values[i] ?? Number.NaN, quality: points.qualities[i]! };
    const before = model.get(time);
    if (before && Object.is(before.value, point.value) && before.quality === point.quality) {
      counts.duplicate++;
      continue;
    }
    if (before) counts.replaced++;
    else counts.stored++;
    counts.changedFrom = Math.min(counts.changedFrom ?? time, time);
    model.set(time, point);
  }
  return counts;
}

function sorted(model: Model) {
  return [...model].sort(([a], [b]) => a - b).map(([time, { value, quality }]) => ({ time, value, quality }));
}

function listed(points: Points) {
  return Array.from(points.times, (time, i) => ({
    time,
    value: points.values[i]!,
    quality: points.qualities?.[i] ?? 0,
  }));
}

async function deleteChanges(tagId: number): Promise<number | null> {
  const { rows } = await database.pool.query(
    'delete from point_change returning tag_ids, from_times::float8[]',
  );
  expect(rows.length).toBeLessThanOrEqual(1);
  if (rows.length === 0) return null;
  expect(rows[0].tag_ids).toEqual([tagId]);
  return rows[0].from_times[0];
}

let nextTag = 1;

test('any sequence of writes, deletions and compactions yields the same points as a plain map', async () => {
  const db = database.db;
  const operations = fc.array(operation, { minLength: 1, maxLength: 8 });
  const check = async (sequence: typeof operations extends fc.Arbitrary<infer T> ? T : never) => {
    const tagId = nextTag++;
    const model: Model = new Map();
    for (const step of sequence) {
      if (step.kind === 'compact') {
        await compactTags(db, [tagId]);
        expect(await deleteChanges(tagId)).toBeNull();
      } else if (step.kind === 'delete') {
        const inside = sorted(model).filter(
          ({ time }) => time >= step.from && time < step.from + step.length,
        );
        expect(await deletePoints(db, tagId, step.from, step.from + step.length)).toBe(inside.length);
        for (const { time } of inside) model.delete(time);
        expect(await deleteChanges(tagId)).toBe(inside[0]?.time ?? null);
      } else {
        const points = createPoints(step);
        const { changedFrom, ...counts } = applyWrite(model, points);
        const store = step.kind === 'append' ? appendPoints : importPoints;
        expect(await store(db, [{ tagId, ...points }])).toEqual([{ tagId, ...counts }]);
        expect(await deleteChanges(tagId)).toBe(changedFrom);
      }
    }
    const expected = sorted(model);
    expect(listed(await readPoints(db, tagId))).toEqual(expected);
    const middle = expected.filter(({ time }) => time >= 1234 && time < 5678);
    expect(listed(await readPoints(db, tagId, 1234, 5678))).toEqual(middle);
    const scanned: Points[] = [];
    for await (const block of scanPoints(db, tagId, 1234, 5678)) scanned.push(block);
    expect(scanned.flatMap(listed)).toEqual(middle);
    expect(await estimateCount(db, tagId)).toBeGreaterThanOrEqual(expected.length);
    expect((await oldestTimes(db, [tagId])).get(tagId)).toBe(expected[0]?.time);
    await expectLatest(tagId, expected, undefined);
    await expectLatest(tagId, expected, 4000);
    for (const [from, to, most] of [
      [0, 20_000, 1],
      [1234, 5678, 7],
      [0, 30_011, 100],
      [3000, 3020, 1000],
    ] as const)
      expect(await listBuckets(tagId, from, to, most)).toEqual(plainBuckets(expected, from, to, most));
    await expectDisjointChunks(tagId);
  };
  await fc.assert(fc.asyncProperty(operations, check), { numRuns: 60 });
}, 120_000);

async function expectLatest(tagId: number, expected: ReturnType<typeof sorted>, before: number | undefined) {
  const last = expected.filter(({ time }) => before === undefined || time < before).at(-1);
  const latest = (await latestPoints(database.db, [tagId], before)).get(tagId);
  expect(latest).toEqual(last && { ...last, value: Number.isNaN(last.value) ? null : last.value });
}

async function expectDisjointChunks(tagId: number) {
  const { rows } = await database.pool.query(
    'select t0, t1, n, valid from data_point_chunk where tag_id = $1 order by t0',
    [tagId],
  );
  for (const [i, row] of rows.entries()) if (i > 0) expect(row.t0).toBeGreaterThan(rows[i - 1].t1);
}

async function listBuckets(tagId: number, from: number, to: number, most: number) {
  const buckets = await readBuckets(database.db, tagId, from, to, most);
  return Array.from(buckets.times, (time, i) => ({
    time,
    min: buckets.min[i],
    max: buckets.max[i],
    mean: buckets.mean[i],
    first: buckets.first[i],
    last: buckets.last[i],
    count: buckets.count[i],
  }));
}

function plainBuckets(points: ReturnType<typeof sorted>, from: number, to: number, most: number) {
  const width = Math.max(1, Math.ceil((to - from) / most));
  const groups = new Map<number, number[]>();
  for (const { time, value, quality } of points) {
    if (time < from || time >= to) continue;
    const start = from + Math.floor((time - from) / width) * width;
    const group = groups.get(start) ?? [];
    if (quality < 2) group.push(value);
    groups.set(start, group);
  }
  // The values are multiples of 0.25, so that their sums are exact in any order.
  return [...groups].map(([time, values]) => ({
    time,
    min: values.length > 0 ? Math.min(...values) : Number.NaN,
    max: values.length > 0 ? Math.max(...values) : Number.NaN,
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    first: values[0] ?? Number.NaN,
    last: values.at(-1) ?? Number.NaN,
    count: values.length,
  }));
}

test('the last bucket ends with the range, even if its length would extend past it', async () => {
  const tagId = nextTag++;
  await importPoints(database.db, [{ tagId, times: [8, 9, 10, 11], values: [1, 2, 3, 4] }]);
  const bucket = { time: 8, min: 1, max: 2, mean: 1.5, first: 1, last: 2, count: 2 };
  expect(await listBuckets(tagId, 0, 10, 3)).toEqual([bucket]);
});

test('appending points that are already in a chunk leaves no hot rows', async () => {
  const tagId = nextTag++;
  const points = { tagId, times: [1, 2, 3], values: [1, 2, 3] };
  await importPoints(database.db, [points]);
  expect(await appendPoints(database.db, [{ ...points, values: [1, 5, 3] }])).toEqual([
    { tagId, stored: 0, replaced: 1, duplicate: 2, early: 0 },
  ]);
  const { rows } = await database.pool.query('select time from data_point_hot where tag_id = $1', [tagId]);
  expect(rows).toEqual([{ time: 2 }]);
});

test('a range is returned as points up to the limit, and as buckets above it', async () => {
  const tagId = nextTag++;
  const times = Array.from({ length: 101 }, (_, i) => i * 10);
  await importPoints(database.db, [{ tagId, times, values: times }]);
  expect((await readSeries(database.db, tagId, 0, 1000, 100)).kind).toBe('points');
  expect((await readSeries(database.db, tagId, 0, 1001, 100)).kind).toBe('buckets');
  expect((await readSeries(database.db, tagId, 500, 500, 100)).kind).toBe('points');
  expect((await readBuckets(database.db, tagId, 1000, 0, 100)).times.length).toBe(0);
});

test.each(['append', 'import'])('-0 and 0 are two values, in rows and in chunks: %s', async (way) => {
  const { db } = database;
  const tagId = nextTag++;
  const store = way === 'append' ? appendPoints : importPoints;
  const times = [1, 2];
  await store(db, [{ tagId, times, values: [0, -0] }]);
  const counts = { tagId, stored: 0, replaced: 1, duplicate: 1, early: 0 };
  expect(await store(db, [{ tagId, times, values: [-0, -0] }])).toEqual([counts]);
  expect([...(await readPoints(db, tagId)).values]).toEqual([-0, -0]);
  await compactTags(db, [tagId]);
  expect([...(await readPoints(db, tagId)).values]).toEqual([-0, -0]);
  expect(await appendPoints(db, [{ tagId, times, values: [0, -0] }])).toEqual([counts]);
  expect([...(await readPoints(db, tagId)).values]).toEqual([0, -0]);
});

test.each([
  ['append', [1, 2], 1, 1],
  ['append', [2, 1], 1, 1],
  ['append', [1, 1, 2], 1, 2],
  ['append', [3, 2], 2, 0],
  ['import', [1, 2], 1, 1],
  ['import', [2, 1], 1, 1],
])(
  'duplicate times within a write are counted against the stored value: %s %j',
  async (way, values, replaced, duplicate) => {
    const { db } = database;
    const tagId = nextTag++;
    const store = way === 'append' ? appendPoints : importPoints;
    await store(db, [{ tagId, times: [5], values: [1] }]);
    const times = values.map(() => 5);
    expect(await store(db, [{ tagId, times, values }])).toEqual([
      { tagId, stored: 0, replaced, duplicate, early: 0 },
    ]);
    expect([...(await readPoints(db, tagId)).values]).toEqual([values.at(-1)]);
  },
);

test.each(['rows', 'chunks'])('computes the mean of huge values without overflow: %s', async (place) => {
  const tagId = nextTag++;
  const values = [1.5e308, 1.7e308, 1.6e308, -1e308, 1e10];
  const times = values.map((_, i) => i);
  await appendPoints(database.db, [{ tagId, times, values }]);
  if (place === 'chunks') await compactTags(database.db, [tagId]);
  for (const to of [5, 100]) {
    const [bucket] = await listBuckets(tagId, 0, to, 1);
    expect(bucket!.mean! / 1e308).toBeCloseTo((1.5 + 1.7 + 1.6 - 1) / 5, 12);
    expect(bucket).toMatchObject({ min: -1e308, max: 1.7e308, count: 5 });
  }
});

test('the sum of chunks of huge values overflows, but not their mean', async () => {
  const tagId = nextTag++;
  for (const start of [0, 10_000]) {
    const times = Array.from({ length: 600 }, (_, i) => start + i);
    await importPoints(database.db, [{ tagId, times, values: times.map(() => 1.7e305) }]);
  }
  const [bucket] = await listBuckets(tagId, 0, 20_000, 1);
  expect(bucket).toMatchObject({ mean: 1.7e305, count: 1200 });
});
