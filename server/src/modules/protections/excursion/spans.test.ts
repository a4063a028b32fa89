import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeProtection, makeSession, makeTwin, makeViewerSession } from '../../../testing/factories.ts';

const hour = 3_600_000;
const start = Date.UTC(2024, 2, 1);
/** One minute long, every ten minutes, for fifty days. */
const many = 7200;
const minute = 60_000;

let server: TestApp;
let viewer: Record<string, string>;
let twinId: number;
let protectionId: number;
let otherId: number;
let high: number;
let silent: number;

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  viewer = await makeViewerSession(db);
  twinId = await makeTwin(db);
  const threshold = { name: 'High', logic: '1 > 2', level: 500 };
  protectionId = await makeProtection(db, {
    twinId,
    thresholds: [threshold, { ...threshold, name: 'Silent', level: null }],
  });
  otherId = await makeProtection(db, { twinId, name: 'Other', thresholds: [threshold] });
  const thresholds = await db.selectFrom('threshold').select(['id', 'protection_id']).orderBy('id').execute();
  [high, silent] = thresholds.filter((one) => one.protection_id === protectionId).map(({ id }) => id) as [
    number,
    number,
  ];
  await db.updateTable('threshold').set({ log_excursion: false }).where('id', '=', silent).execute();
  const other = thresholds.find((one) => one.protection_id === otherId)!.id;
  const row = (protection_id: number, threshold_id: number, from: number, to: number | null) => ({
    protection_id,
    threshold_id,
    start_at: new Date(from),
    end_at: to === null ? null : new Date(to),
    start_known_at: new Date(from),
    end_known_at: null,
    announced: true,
  });
  const rows = Array.from({ length: many }, (_, index) => start + index * 10 * minute).map((from) =>
    row(protectionId, high, from, from + minute),
  );
  await db.insertInto('excursion').values(rows).execute();
  await db
    .insertInto('excursion')
    .values(row(otherId, other, start + hour, null))
    .execute();
  await db
    .updateTable('protection')
    .set({ evaluated_at: new Date(start + 3 * hour) })
    .where('id', '=', otherId)
    .execute();
  await sql`
    insert into unlogged_excursion (protection_id, threshold_id, start_at, end_at, start_known_at, announced)
    select ${protectionId}, ${silent}, at, at + interval '5 minutes', at, true
    from generate_series(${new Date(start)}::timestamptz, ${new Date(start + 2 * hour)}, '1 hour') as at`.execute(
    db,
  );
  await db
    .insertInto('level_change')
    .values(
      [0, 500, 0, 900].map((level, index) => ({
        protection_id: protectionId,
        at: new Date(start + index * hour),
        level,
        driving_threshold_id: null,
      })),
    )
    .execute();
});
afterAll(() => server.close());

const spans = (query: string, headers = viewer, id = twinId) =>
  server.ask('GET', `/api/twins/${id}/excursions/spans?${query}`, headers);
const tallies = (query: string, headers = viewer, id = twinId) =>
  server.ask('GET', `/api/twins/${id}/excursions/tallies?${query}`, headers);
const levels = (query: string, headers = viewer, id = protectionId) =>
  server.ask('GET', `/api/indicators/${id}/levels/spans?${query}`, headers);
const window = (from: number, to: number) => `from=${from}&to=${to}`;

describe('GET /api/twins/:id/excursions/tallies', () => {
  test('counts and sums all excursions of a range', async () => {
    const all = await tallies(window(start, start + 50 * 24 * hour));
    expect(all.json()).toEqual([
      {
        protectionId,
        thresholdId: high,
        isKept: true,
        count: many,
        duration: many * minute,
        isOpen: false,
      },
      { protectionId, thresholdId: silent, isKept: false, count: 3, duration: 15 * minute, isOpen: false },
      // Open until the last evaluation.
      expect.objectContaining({ protectionId: otherId, count: 1, duration: 2 * hour, isOpen: true }),
    ]);
  });

  test('counts those that overlap the range, and clips them to it', async () => {
    const from = start + 10 * minute + 30_000;
    const answer = await tallies(`${window(from, from + 10 * minute)}&protectionId=${protectionId}`);
    expect(answer.json()).toEqual([
      { protectionId, thresholdId: high, isKept: true, count: 2, duration: minute, isOpen: false },
    ]);
  });
});

describe('GET /api/twins/:id/excursions/spans', () => {
  test('merges excursions that start in one column, including the oldest of a range', async () => {
    const answer = await spans(`${window(start, start + 50 * 24 * hour)}&columns=50`);
    const [first] = answer.json();
    expect(first).toMatchObject({ protectionId, thresholdId: high, level: 500 });
    expect(first.spans).toHaveLength(50);
    expect(first.spans[0]).toEqual({ start, end: start + 24 * hour - 9 * minute, count: 144 });
    expect(first.spans.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(many);
  });

  test('returns only the given protections, and no thresholds that are not logged', async () => {
    const query = window(start, start + 4 * hour);
    expect((await spans(`${query}&protectionId=${otherId}`)).json()).toEqual([
      {
        protectionId: otherId,
        thresholdId: expect.any(Number),
        level: 500,
        spans: [{ start: start + hour, end: start + 3 * hour, count: 1 }],
      },
    ]);
    const all = (await spans(query)).json() as { thresholdId: number }[];
    expect(all.some(({ thresholdId }) => thresholdId === silent)).toBe(false);
  });
});

describe('GET /api/indicators/:id/levels/spans', () => {
  test('returns the periods of each level above 0, starting with the one in effect at the start', async () => {
    const query = `${window(start + 1.5 * hour, start + 9 * hour)}&until=${start + 5 * hour}`;
    expect((await levels(query)).json()).toEqual([
      { level: 500, start: start + hour, end: start + 2 * hour, count: 1 },
      { level: 900, start: start + 3 * hour, end: start + 5 * hour, count: 1 },
    ]);
  });
});

test('all calls of tallies and spans answer 400, 401, 403 and 404', async () => {
  const stranger = await makeSession(server.tenant.db);
  for (const call of [spans, tallies, levels]) {
    const turned = await call('from=2000&to=1000');
    expect(turned.statusCode).toBe(400);
    expect(turned.json().message).toBe('The end of the range must be after its start.');
    expect((await call('from=0')).statusCode).toBe(400);
    expect((await call('from=0&to=1', {})).statusCode).toBe(401);
    expect((await call('from=0&to=1', stranger)).statusCode).toBe(403);
    expect((await call('from=0&to=1', viewer, 999_999)).statusCode).toBe(404);
  }
  expect((await spans('from=0&to=1&columns=5000')).json().message).toBe(
    'columns: Please enter a number between 1 and 4000.',
  );
});
