import { notInStore } from '@twinward/contracts/core/error';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { diskRefusals, toServerAddress } from '../../../platform/database/disk-refusals.ts';
import { mostParsedBytes } from '../../../platform/http/unparsed-body.ts';
import { appendPoints, importPoints } from '../../../series/index.ts';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { asOwner } from '../../../testing/database.ts';
import { makeSession, makeTag, makeViewerSession } from '../../../testing/factories.ts';

let server: TestApp;
let viewer: Record<string, string>;
let writer: Record<string, string>;
let tag: number;

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
  writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['tag'] });
});
afterAll(() => server.close());
beforeEach(async () => {
  tag = await makeTag(server.tenant.db);
});

const call = (method: Method, url: string, body?: unknown, headers = writer) =>
  server.ask(method, url, headers, body);
const path = (rest = '', id = tag) => `/api/tags/${id}/data-points${rest}`;
const point = (time: number | string, value: number) => ({ time, value });

describe('POST /api/tags/:id/data-points', () => {
  test('stores points and returns the counts', async () => {
    const first = await call('POST', path(), [point('2024-01-01T00:00:00Z', 1), point(1_704_067_260_000, 2)]);
    expect(first.statusCode).toBe(200);
    expect(first.json()).toEqual({ tagId: tag, stored: 2, replaced: 0, duplicate: 0, early: 0 });
    const again = await call('POST', path(), [
      point('2024-01-01T01:00:00+01:00', 1),
      point('2024-01-01T00:01:00Z', 3),
      { time: '2024-01-01T00:02:00Z', value: null, quality: 'bad' },
    ]);
    expect(again.json()).toEqual({ tagId: tag, stored: 1, replaced: 1, duplicate: 1, early: 0 });
    const trail = await server.tenant.db
      .selectFrom('audit_entry')
      .select(['action', 'entity_id', 'new'])
      .where('entity_type', '=', 'data points')
      .execute();
    // Points that are new, or already stored, are not audited.
    expect(trail).toEqual([
      {
        action: 'update',
        entity_id: String(tag),
        new: { replaced: 1, from: expect.any(String), to: expect.any(String) },
      },
    ]);
    const read = await call('GET', path());
    expect(read.json()).toEqual({
      tagId: tag,
      from: 1_704_067_200_000,
      to: 1_704_067_320_001,
      points: {
        times: [1_704_067_200_000, 1_704_067_260_000, 1_704_067_320_000],
        values: [1, 3, null],
        qualities: ['good', 'good', 'bad'],
      },
    });
  });

  test.each([
    ['no points', [], 'Please give at least one point.'],
    ['a time of year 9999', [point('9999-01-01T00:00:00Z', 1)], 'Please give a time from 1970 to 2100'],
    ['half a millisecond', [point(0.5, 1)], 'Please give a time from 1970 to 2100'],
    ['text as value', [{ time: 0, value: 'hot' }], 'Please enter a number.'],
    ['no value of a good point', [{ time: 0, value: null }], 'Please enter a number.'],
    ['an unknown quality', [{ time: 0, value: 1, quality: 'fair' }], ''],
    ['a field too many', [{ time: 0, value: 1, unit: 'K' }], ''],
  ])('rejects %s', async (_, body, message) => {
    const response = await call('POST', path(), body);
    expect(response.statusCode).toBe(400);
    expect(response.json().id).toBe('invalid-request');
    expect(JSON.stringify(response.json())).toContain(message);
  });

  test('rejects JSON with NaN', async () => {
    const headers = { ...writer, 'content-type': 'application/json' };
    const response = await server.app.inject({
      method: 'POST',
      url: path(),
      headers,
      payload: '[{"time":0,"value":NaN}]',
    });
    expect(response.statusCode).toBe(400);
  });

  test('rejects more points or bytes than the maximum per call', async () => {
    const many = await call(
      'POST',
      path(),
      Array.from({ length: 100_001 }, (_, i) => point(i, i)),
    );
    expect(many.statusCode).toBe(400);
    expect(JSON.stringify(many.json())).toContain(
      'At most 100,000 points in one call; import larger amounts as a file.',
    );
    const headers = { ...writer, 'content-type': 'application/json' };
    const payload = `[${' '.repeat(16 * 1024 * 1024)}]`;
    const large = await server.app.inject({ method: 'POST', url: path(), headers, payload });
    expect(large.statusCode).toBe(413);
    expect(large.json()).toMatchObject({ id: 'too-large' });
  });

  test('answers 507 when a task finds the disk full, which is recorded', async () => {
    const { connectionString, ownerUrl } = server.tenant;
    const disk = toServerAddress(connectionString);
    await asOwner(
      { ownerUrl },
      `create function report_full_disk() returns trigger language plpgsql as
          $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
        create trigger full_disk before insert on data_point_hot for each row execute function report_full_disk()`,
    );
    const headers = { ...writer, 'content-type': 'application/json' };
    const payload = `[{"time":0,"value":1}]${' '.repeat(mostParsedBytes)}`;
    const refused = await server.app.inject({ method: 'POST', url: path(), headers, payload });
    await asOwner({ ownerUrl }, 'drop trigger full_disk on data_point_hot');
    expect(refused.statusCode).toBe(507);
    const period = diskRefusals.get(disk);
    expect(period).toBeDefined();
    diskRefusals.forget(disk, period!);
  });

  test('rejects points for work and calculated tags', async () => {
    const work = await makeTag(server.tenant.db, { type: 'work', name: 'Overhaul' });
    const response = await call('POST', path('', work), [point(0, 1)]);
    expect(response.statusCode).toBe(409);
    expect(response.json().message).toBe('The tag Overhaul records work: it has no points.');
    const calculated = await makeTag(server.tenant.db, { type: 'calculated', name: 'Efficiency' });
    expect((await call('POST', path('', calculated), [point(0, 1)])).json().message).toBe(
      "The tag Efficiency is calculated: its points can't be written.",
    );
  });

  test('answers 404, 403 and 401', async () => {
    expect((await call('POST', path('', 999_999), [point(0, 1)])).json().message).toBe('Tag not found.');
    expect((await call('POST', path(), [point(0, 1)], viewer)).statusCode).toBe(403);
    expect((await call('POST', path(), [point(0, 1)], {})).statusCode).toBe(401);
  });
});

describe('POST /api/data-points', () => {
  test('stores points of many tags', async () => {
    const other = await makeTag(server.tenant.db);
    const response = await call('POST', '/api/data-points', [
      { tagId: other, points: [point(1000, 1)] },
      { tagId: tag, points: [point(1000, 1), point(2000, 2)] },
    ]);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual([
      { tagId: other, stored: 1, replaced: 0, duplicate: 0, early: 0 },
      { tagId: tag, stored: 2, replaced: 0, duplicate: 0, early: 0 },
    ]);
  });

  test('stores nothing if one tag does not exist', async () => {
    const response = await call('POST', '/api/data-points', [
      { tagId: tag, points: [point(1000, 1)] },
      { tagId: 999_999, points: [point(1000, 1)] },
    ]);
    expect(response.statusCode).toBe(404);
    expect(response.json().message).toBe(notInStore(999_999));
    expect((await call('GET', path())).json().points.times).toEqual([]);
  });

  test('rejects a duplicate tag, a viewer and calls without a session', async () => {
    const body = [{ tagId: tag, points: [point(1000, 1)] }];
    const twice = await call('POST', '/api/data-points', [...body, ...body]);
    expect(twice.statusCode).toBe(400);
    expect(JSON.stringify(twice.json())).toContain('Please give each tag once.');
    expect((await call('POST', '/api/data-points', body, viewer)).statusCode).toBe(403);
    expect((await call('POST', '/api/data-points', body, {})).statusCode).toBe(401);
  });
});

describe('GET /api/tags/:id/data-points', () => {
  test('merges into buckets if there are more points than requested', async () => {
    await importPoints(server.tenant.db, [
      { tagId: tag, times: [0, 1000, 2000, 3000], values: [4, 2, 8, 6], qualities: [0, 0, 0, 2] },
    ]);
    const response = await call('GET', path('?from=0&to=4000&buckets=2'), undefined, viewer);
    expect(response.json()).toEqual({
      tagId: tag,
      from: 0,
      to: 4000,
      buckets: {
        width: 2000,
        times: [0, 2000],
        min: [2, 8],
        max: [4, 8],
        mean: [3, 8],
        first: [4, 8],
        last: [2, 8],
        count: [2, 1],
      },
    });
    const all = await call('GET', path('?from=1970-01-01T00:00:01Z&to=3000&buckets=2'), undefined, viewer);
    expect(all.json().points).toEqual({ times: [1000, 2000], values: [2, 8] });
  });

  test('answers with no points for an empty tag and an empty range', async () => {
    expect((await call('GET', path())).json()).toEqual({
      tagId: tag,
      from: 0,
      to: 0,
      points: { times: [], values: [] },
    });
    expect((await call('GET', path('?from=5000&to=5000'))).json()).toMatchObject({ from: 5000, to: 5000 });
  });

  test('rejects more points than the maximum per response', async () => {
    const times = Array.from({ length: 104_000 }, (_, i) => i * 1000);
    await importPoints(server.tenant.db, [{ tagId: tag, times, values: times }]);
    const response = await call('GET', path());
    expect(response.statusCode).toBe(413);
    expect(response.json().message).toBe(
      'The range has more than 100,000 points. Ask for buckets, for a shorter range, or for CSV.',
    );
    expect((await call('GET', path('?buckets=100'))).statusCode).toBe(200);
  });

  test.each([
    ['?from=2000&to=1000', 'The end of the range must not be before its start.'],
    ['?buckets=0', 'Please enter a number between 1 and 10000.'],
    [
      '?from=yesterday',
      'Please give a time from 1970 to 2100, as ISO 8601 with a zone or in epoch milliseconds.',
    ],
  ])('rejects %s', async (query, message) => {
    const response = await call('GET', path(query));
    expect(response.statusCode).toBe(400);
    expect(JSON.stringify(response.json())).toContain(message);
  });

  test('answers 404, 403 and 401', async () => {
    expect((await call('GET', path('', 999_999))).statusCode).toBe(404);
    expect((await call('GET', path(), undefined, await makeSession(server.tenant.db))).statusCode).toBe(403);
    expect((await call('GET', path(), undefined, {})).statusCode).toBe(401);
  });
});

describe('GET /api/tags/:id/data-points.csv', () => {
  test('streams the points of a range', async () => {
    const named = await makeTag(server.tenant.db, { name: 'Kühler/"1"' });
    await appendPoints(server.tenant.db, [
      { tagId: named, times: [0, 1000, 2000], values: [1.5, null, 1e21], qualities: [0, 2, 1] },
    ]);
    const response = await call('GET', `/api/tags/${named}/data-points.csv?from=0`, undefined, viewer);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toBe('attachment; filename="K_hler__1_.csv"');
    expect(response.body.split('\r\n')).toEqual([
      'time,value,quality',
      '1970-01-01T00:00:00.000Z,1.5,good',
      '1970-01-01T00:00:01.000Z,,bad',
      '1970-01-01T00:00:02.000Z,1e+21,uncertain',
      '',
    ]);
  });

  test('keeps the sign of a negative zero, which JSON cannot represent', async () => {
    const tagId = await makeTag(server.tenant.db);
    await appendPoints(server.tenant.db, [{ tagId, times: [0, 1000], values: [-0, 0] }]);
    const { body } = await call('GET', `/api/tags/${tagId}/data-points.csv`, undefined, viewer);
    expect(body.split('\r\n').slice(1, 3)).toEqual([
      '1970-01-01T00:00:00.000Z,-0,good',
      '1970-01-01T00:00:01.000Z,0,good',
    ]);
    const read = await call('GET', path('', tagId), undefined, viewer);
    expect(read.body).toContain('"values":[0,0]');
  });

  test('names the unit, and adds a column in another unit on request', async () => {
    const tagId = await makeTag(server.tenant.db, { unit: 'Cel' });
    await appendPoints(server.tenant.db, [
      { tagId, times: [0, 1000], values: [100, null], qualities: [0, 2] },
    ]);
    const file = async (query: string) =>
      (await call('GET', `/api/tags/${tagId}/data-points.csv${query}`, undefined, viewer)).body.split('\r\n');
    expect(await file('')).toEqual([
      'time,value (°C),quality',
      '1970-01-01T00:00:00.000Z,100,good',
      '1970-01-01T00:00:01.000Z,,bad',
      '',
    ]);
    expect((await file('?unit=[degF]')).slice(0, 3)).toEqual([
      'time,value (°C),value (°F),quality',
      '1970-01-01T00:00:00.000Z,100,212,good',
      '1970-01-01T00:00:01.000Z,,,bad',
    ]);
    for (const unit of ['bar', 'nothing']) {
      const refused = await call('GET', `/api/tags/${tagId}/data-points.csv?unit=${unit}`, undefined, viewer);
      expect(refused.statusCode).toBe(400);
      expect(refused.json().errors).toEqual([
        { path: 'unit', message: 'Please choose a unit of what the tag measures.' },
      ]);
    }
  });

  test('answers 400, 401, 403 and 404', async () => {
    const csv = path('.csv');
    expect((await call('GET', `${csv}?from=2&to=1`)).statusCode).toBe(400);
    expect((await call('GET', csv, undefined, {})).statusCode).toBe(401);
    expect((await call('GET', csv, undefined, await makeSession(server.tenant.db))).statusCode).toBe(403);
    expect((await call('GET', path('.csv', 999_999))).statusCode).toBe(404);
  });
});

describe('DELETE /api/tags/:id/data-points', () => {
  test('deletes a range, or all points', async () => {
    await appendPoints(server.tenant.db, [
      { tagId: tag, times: [0, 1000, 2000, 3000], values: [1, 2, 3, 4] },
    ]);
    expect((await call('DELETE', path('?from=1000&to=2000'))).json()).toEqual({ deleted: 1 });
    expect((await call('GET', path())).json().points.times).toEqual([0, 2000, 3000]);
    expect((await call('DELETE', path())).json()).toEqual({ deleted: 3 });
    expect((await call('DELETE', path())).json()).toEqual({ deleted: 0 });
    const audited = await server.tenant.db
      .selectFrom('audit_entry')
      .select(['action', 'old'])
      .where('entity_type', '=', 'data points')
      .where('entity_id', '=', String(tag))
      .orderBy('id')
      .execute();
    expect(audited).toEqual([
      {
        action: 'delete',
        old: { count: 1, from: '1970-01-01T00:00:01.000Z', to: '1970-01-01T00:00:02.000Z' },
      },
      { action: 'delete', old: { count: 3, from: null, to: null } },
    ]);
  });

  test('answers 400, 401, 403, 404 and 409', async () => {
    expect((await call('DELETE', path('?from=2&to=1'))).statusCode).toBe(400);
    expect((await call('DELETE', path(), undefined, {})).statusCode).toBe(401);
    expect((await call('DELETE', path(), undefined, viewer)).statusCode).toBe(403);
    expect((await call('DELETE', path('', 999_999))).statusCode).toBe(404);
    const work = await makeTag(server.tenant.db, { type: 'work' });
    expect((await call('DELETE', path('', work))).statusCode).toBe(409);
  });
});

describe('POST /api/tags/data-points/oldest', () => {
  const oldest = (body: unknown, headers = viewer) =>
    call('POST', '/api/tags/data-points/oldest', body, headers);

  test('returns the time of the oldest point of all tags', async () => {
    const other = await makeTag(server.tenant.db);
    expect((await oldest([tag, other])).json()).toEqual({ time: null });
    await appendPoints(server.tenant.db, [{ tagId: tag, times: [5000], values: [1] }]);
    await importPoints(server.tenant.db, [{ tagId: other, times: [3000, 4000], values: [1, 1] }]);
    expect((await oldest([tag, other])).json()).toEqual({ time: '1970-01-01T00:00:03.000Z' });
  });

  test('answers 400, 401, 403 and 404', async () => {
    expect((await oldest([])).statusCode).toBe(400);
    expect((await oldest([tag], {})).statusCode).toBe(401);
    expect((await oldest([tag], await makeSession(server.tenant.db))).statusCode).toBe(403);
    const gone = await oldest([tag, 999_999]);
    expect([gone.statusCode, gone.json().message]).toEqual([404, notInStore(999_999)]);
  });
});

test.each([
  ['appended to', 'POST', [point(0, 1)]],
  ['emptied', 'DELETE', undefined],
] as const)('a tag that is being deleted is not %s', async (_, method, body) => {
  const { db } = server.tenant;
  const answers: ReturnType<typeof call>[] = [];
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('tag').where('id', '=', tag).execute();
    answers.push(call(method, path(), body));
    const waiting = sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(1);
  });
  const answer = await answers.pop()!;
  expect([answer.statusCode, answer.json().message]).toEqual([404, 'Tag not found.']);
  expect((await sql`select from data_point_hot where tag_id = ${tag}`.execute(db)).rows).toEqual([]);
});

describe('points ahead of the clock', () => {
  const ahead = () => point(Date.now() + 3_600_000, 1);

  test('are held, with a warning to the source and at most one notification of administrators a day', async () => {
    const { db } = server.tenant;
    const administrator = await makeSession(db, { groups: ['VIEWERS', 'ADMINISTRATORS'] });
    const first = await call('POST', path(), [point(0, 1), ahead()]);
    expect(first.json()).toEqual({
      tagId: tag,
      stored: 2,
      replaced: 0,
      duplicate: 0,
      early: 1,
      warning: '1 point is ahead of the clock, and held until then. Check the clock of the source.',
    });
    await call('POST', path(), [ahead()]);
    const notifications = await call('GET', '/api/notifications', undefined, administrator);
    expect(notifications.json()).toMatchObject([
      { sourceType: 'tag', type: 'early', url: `/apps/tags/${tag}` },
    ]);
    expect((await call('GET', '/api/notifications', undefined, viewer)).json()).toEqual([]);
    expect((await call('GET', path())).json().points.times).toEqual([0]);
  });

  test('can be further ahead if administrators configure it', async () => {
    const url = '/api/settings/system/early-points';
    expect((await call('GET', url, undefined, viewer)).json()).toEqual({ toleranceMinutes: 10 });
    expect((await call('POST', url, { toleranceMinutes: 1 }, viewer)).statusCode).toBe(403);
    const administrator = await makeSession(server.tenant.db, { groups: ['ADMINISTRATORS'] });
    expect((await call('POST', url, { toleranceMinutes: 1441 }, administrator)).statusCode).toBe(400);
    expect((await call('POST', url, { toleranceMinutes: 120 }, administrator)).statusCode).toBe(200);
    const stored = await call('POST', path(), [ahead()]);
    await call('POST', url, { toleranceMinutes: 10 }, administrator);
    expect(stored.json()).toEqual({ tagId: tag, stored: 1, replaced: 0, duplicate: 0, early: 0 });
  });
});
