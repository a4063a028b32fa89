import { notInStore } from '@twinward/contracts/core/error';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import {
  makeCalculatedTag,
  makeProtection,
  makeSession,
  makeTag,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';

let server: TestApp;
let viewer: Record<string, string>;
let twinWriter: Record<string, string>;
let tagWriter: Record<string, string>;
let tag: number;
let twinId: number;
let alias: TagAlias;

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  viewer = await makeViewerSession(db);
  twinWriter = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['twin'] });
  tagWriter = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['tag'] });
});
afterAll(() => server.close());
beforeEach(async () => {
  const { db } = server.tenant;
  tag = await makeTag(db);
  twinId = await makeTwin(db, { aliases: [{ name: 'Heat', type: 'data_point', mappedTagId: tag }] });
  [alias] = (await call('GET', `/api/twins/${twinId}/tag-aliases`)).body;
});

async function call(method: Method, url: string, body?: unknown, headers = twinWriter) {
  const answer = await server.ask(method, url, headers, body);
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
const change = (fields: object = {}) => ({
  name: alias.name,
  mappedTagId: alias.mappedTagId,
  version: alias.version,
  ...fields,
});

async function getProtection(id: number) {
  return (await call('GET', `/api/indicators/${id}`)).body;
}

describe('POST /api/tag-aliases', () => {
  test('creates an alias of a twin', async () => {
    await appendPoints(server.tenant.db, [{ tagId: tag, times: [1000], values: [5] }]);
    const { status, body } = await call('POST', '/api/tag-aliases', {
      twinId,
      name: 'Warmth',
      mappedTagId: tag,
      keywords: ['heat'],
      options: { tolerance: 'PT5M' },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      twinId,
      calculatedTagId: null,
      mappedTagId: tag,
      mappedTagName: expect.any(String),
      mappedTagUnit: null,
      type: 'data_point',
      name: 'Warmth',
      description: '',
      keywords: ['heat'],
      unit: null,
      uomId: null,
      options: { tolerance: 'PT5M' },
      version: 1,
      latestTime: '1970-01-01T00:00:01.000Z',
      latestValue: 5,
    });
  });

  test('accepts the unit by id, as do updates and bulk updates', async () => {
    const units: { id: number; code: string }[] = (await call('GET', '/api/uom/units')).body;
    const [celsius, kelvin] = ['Cel', 'K'].map((code) => units.find((unit) => unit.code === code)!.id);
    const made = await call('POST', '/api/tag-aliases', { twinId, name: 'Cold', uomId: celsius });
    expect([made.status, made.body.unit, made.body.uomId]).toEqual([201, 'Cel', celsius]);
    const model = { id: made.body.id, name: 'Cold', uomId: kelvin, version: 1 };
    const modified = await call('POST', '/api/tag-aliases/modifications', [{ flag: 'UPDATE', model }]);
    expect(modified.body).toMatchObject([{ unit: 'K', uomId: kelvin, version: 2 }]);
    const put = (uomId: number | null) =>
      call('PUT', `/api/tag-aliases/${made.body.id}`, { name: 'Cold', unit: 'Cel', uomId, version: 2 });
    expect((await put(999_999)).body.errors).toEqual([
      { path: 'uomId', message: 'There is no unit 999999.' },
    ]);
    expect((await put(null)).body).toMatchObject({ unit: null, uomId: null, version: 3 });
  });

  test('keeps a unit without an id when the alias is sent back as it was read', async () => {
    const made = await call('POST', '/api/tag-aliases', { twinId, name: 'Own', unit: 'k[pH]' });
    expect(made.body).toMatchObject({ unit: 'k[pH]', uomId: null });
    const { name, unit, uomId, version } = made.body;
    const sent = await call('PUT', `/api/tag-aliases/${made.body.id}`, { name, unit, uomId, version });
    expect(sent.body).toMatchObject({ unit: 'k[pH]', uomId: null });
  });

  test('creates an alias of a calculated tag, for users who may write tags', async () => {
    const { tagId } = await makeCalculatedTag(server.tenant.db, { logic: '', aliases: {} });
    const body = { calculatedTagId: tagId, name: 'Heat', mappedTagId: tag };
    expect((await call('POST', '/api/tag-aliases', body, twinWriter)).status).toBe(403);
    expect((await call('POST', '/api/tag-aliases', body, tagWriter)).status).toBe(201);
    expect((await call('GET', `/api/tags/${tagId}`)).body).toMatchObject({
      aliases: [{ name: 'Heat' }],
      version: 2,
    });
  });

  test('answers 400, 401, 403, 404 and 409', async () => {
    const body = { twinId, name: 'New', mappedTagId: tag };
    const post = (fields: object, headers = twinWriter) =>
      call('POST', '/api/tag-aliases', { ...body, ...fields }, headers);
    for (const [fields, status, message] of [
      [{ twinId: null }, 400, 'twinId: Please give either a twin or a calculated tag.'],
      [{ name: 'a[b' }, 400, 'name: Please enter a name without brackets.'],
      [{ twinId: 999_999 }, 404, 'Twin not found.'],
      [{ mappedTagId: 999_999 }, 400, notInStore(999_999)],
      [{ name: 'Heat' }, 409, 'There is an alias named Heat already.'],
    ] as const) {
      const answer = await post(fields);
      expect([answer.status, answer.body.message]).toEqual([status, message]);
    }
    expect((await post({}, {})).status).toBe(401);
    expect((await post({}, viewer)).status).toBe(403);
    expect((await post({}, tagWriter)).status).toBe(403);
    const work = await makeTag(server.tenant.db, { name: 'WORK', type: 'work' });
    expect((await post({ mappedTagId: work })).body.message).toBe(
      'The tag WORK records work: an alias of points is mapped to a tag that has points.',
    );
    const points = await post({ type: 'work', mappedTagId: tag });
    expect([points.status, points.body.message]).toEqual([
      409,
      expect.stringMatching(
        /^The tag .* has points: an alias of work is mapped to a tag that records work\.$/,
      ),
    ]);
    const gone = await call('POST', '/api/tag-aliases', { calculatedTagId: 999_998, name: 'A' }, tagWriter);
    expect(gone.body.errors).toEqual([{ path: 'calculatedTagId', message: notInStore(999_998) }]);
    const raw = await call('POST', '/api/tag-aliases', { calculatedTagId: work, name: 'A' }, tagWriter);
    expect([raw.status, raw.body.message]).toEqual([409, 'The tag WORK is not calculated.']);
  });
});

describe('PUT /api/tag-aliases/:id', () => {
  test('renames the alias in the logic of the twin’s protections, and maps another tag', async () => {
    const { db } = server.tenant;
    const id = await makeProtection(db, {
      twinId,
      thresholds: [{ name: 'High', logic: '[Heat] > 1 AND AVERAGE([Heat], #1h) > 1', level: 1 }],
    });
    await db.deleteFrom('evaluation_due').execute();
    const other = await makeTag(db, { name: 'OTHER' });
    const { status, body } = await call(
      'PUT',
      `/api/tag-aliases/${alias.id}`,
      change({ name: 'Warmth', mappedTagId: other }),
    );
    expect([status, body.version]).toEqual([200, 2]);
    expect(await getProtection(id)).toMatchObject({
      thresholds: [{ logic: '[Warmth] > 1 AND AVERAGE([Warmth], #1h) > 1' }],
      inputs: [{ alias: 'Warmth', tagId: other, tagName: 'OTHER' }],
    });
    expect(await db.selectFrom('evaluation_due').select('protection_id').execute()).toEqual([
      { protection_id: id },
    ]);
  });

  test('updates a calculated tag, and rejects a cycle', async () => {
    const { db } = server.tenant;
    const { tagId, commandId } = await makeCalculatedTag(db, {
      name: 'C',
      logic: '[A] + 1',
      aliases: { A: tag },
    });
    const [own] = (await call('GET', `/api/tags/${tagId}`)).body.aliases;
    const put = (fields: object) =>
      call(
        'PUT',
        `/api/tag-aliases/${own.id}`,
        { name: 'A', mappedTagId: tag, version: 1, ...fields },
        tagWriter,
      );
    const cycle = await put({ mappedTagId: tagId });
    expect([cycle.status, cycle.body.message]).toEqual([
      400,
      'Calculated tags depend on each other in a cycle: [C] -> [C].',
    ]);
    expect((await put({ name: 'B' })).status).toBe(200);
    const { body } = await call('GET', `/api/tags/${tagId}`);
    expect(body.logic).toBe('[B] + 1');
    expect(body.recalculationJobStatus.commandId).not.toBe(commandId);
  });

  test('answers 409 with the current alias when someone else changed it', async () => {
    await call('PUT', `/api/tag-aliases/${alias.id}`, change({ unit: 'Cel' }));
    const { status, body } = await call('PUT', `/api/tag-aliases/${alias.id}`, change({ unit: 'K' }));
    expect(status).toBe(409);
    expect(body).toMatchObject({
      message:
        'The alias Heat was changed by someone else: it is at version 2 now, your change was made on version 1.',
      current: { id: alias.id, unit: 'Cel', version: 2 },
    });
  });

  test('answers 400, 401, 403, 404 and 409', async () => {
    const url = `/api/tag-aliases/${alias.id}`;
    expect((await call('PUT', url, change({ name: '' }))).body.message).toBe('name: Required.');
    expect((await call('PUT', url, change(), {})).status).toBe(401);
    expect((await call('PUT', url, change(), tagWriter)).status).toBe(403);
    expect((await call('PUT', '/api/tag-aliases/999999', change())).body.message).toBe(
      'Tag alias not found.',
    );
    expect((await call('PUT', url, change({ mappedTagId: 999_999 }))).body.errors).toEqual([
      { path: 'mappedTagId', message: notInStore(999_999) },
    ]);
    await call('POST', '/api/tag-aliases', { twinId, name: 'Taken' });
    const taken = await call('PUT', url, change({ name: 'Taken' }));
    expect([taken.status, taken.body.message]).toEqual([409, 'There is an alias named Taken already.']);
  });
});

describe('DELETE /api/tag-aliases/:id', () => {
  test('deletes an alias that no logic refers to', async () => {
    expect(await call('DELETE', `/api/tag-aliases/${alias.id}`)).toEqual({ status: 204, body: null });
    expect((await call('GET', `/api/twins/${twinId}/tag-aliases`)).body).toEqual([]);
  });

  test('answers 401, 403, 404, and 409 for an alias in use', async () => {
    const { db } = server.tenant;
    const url = `/api/tag-aliases/${alias.id}`;
    await makeProtection(db, {
      twinId,
      name: 'Hot',
      thresholds: [{ name: 'High', logic: '[Heat] > 1', level: 1 }],
    });
    const used = await call('DELETE', url);
    expect([used.status, used.body.message]).toEqual([409, 'The alias Heat is in use: Hot.']);
    const { tagId } = await makeCalculatedTag(db, { name: 'D', logic: '[A]', aliases: { A: tag } });
    const [own] = (await call('GET', `/api/tags/${tagId}`)).body.aliases;
    const named = await call('DELETE', `/api/tag-aliases/${own.id}`, undefined, tagWriter);
    expect([named.status, named.body.message]).toEqual([409, 'The alias A is in use: D.']);
    expect((await call('DELETE', '/api/tag-aliases/x')).status).toBe(400);
    expect((await call('DELETE', url, undefined, {})).status).toBe(401);
    expect((await call('DELETE', url, undefined, viewer)).status).toBe(403);
    expect((await call('DELETE', '/api/tag-aliases/999999')).status).toBe(404);
  });
});

describe('GET /api/twins/:id/calculation-inputs', () => {
  test('returns the mapped aliases of points, and marks those that would create a cycle', async () => {
    const { db } = server.tenant;
    const { tagId } = await makeCalculatedTag(db, { name: 'E', logic: '[A]', aliases: { A: tag } });
    const next = await makeCalculatedTag(db, { name: 'F', logic: '[E]', aliases: { E: tagId } });
    for (const body of [
      { name: 'Next', mappedTagId: next.tagId },
      { name: 'Unmapped' },
      { name: 'Service', type: 'work', mappedTagId: await makeTag(db, { type: 'work' }) },
    ]) {
      expect((await call('POST', '/api/tag-aliases', { twinId, ...body })).status).toBe(201);
    }
    const { status, body } = await call(
      'GET',
      `/api/twins/${twinId}/calculation-inputs?tagId=${tagId}`,
      undefined,
      viewer,
    );
    expect(status).toBe(200);
    expect(body).toEqual([
      expect.objectContaining({ name: 'Heat', mappedTagId: tag, isCalculated: false, cycle: null }),
      {
        name: 'Next',
        mappedTagId: next.tagId,
        mappedTagName: 'F',
        isCalculated: true,
        unit: null,
        description: '',
        cycle: 'Calculated tags depend on each other in a cycle: [E] -> [F] -> [E].',
      },
    ]);
    const anew = await call('GET', `/api/twins/${twinId}/calculation-inputs`, undefined, viewer);
    expect(anew.body[1].cycle).toBeNull();
  });

  test('answers 400, 401, 403 and 404', async () => {
    const url = `/api/twins/${twinId}/calculation-inputs`;
    expect((await call('GET', `${url}?tagId=x`)).status).toBe(400);
    expect((await call('GET', url, undefined, {})).status).toBe(401);
    expect((await call('GET', url, undefined, await makeSession(server.tenant.db))).status).toBe(403);
    expect((await call('GET', '/api/twins/999999/calculation-inputs')).status).toBe(404);
    expect((await call('GET', `${url}?tagId=999999`)).body.message).toBe('Tag not found.');
  });
});
