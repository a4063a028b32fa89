import { notInStore } from '@twinward/contracts/core/error';
import type { Tag } from '@twinward/contracts/signals/tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appendPoints, readPoints } from '../../../series/index.ts';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeProtection,
  makeSession,
  makeTag,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';

let server: TestApp;
let viewer: Record<string, string>;
let writer: Record<string, string>;
let nobody: Record<string, string>;
let asset: number;
let flow: number;
let made = 0;

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  viewer = await makeViewerSession(db);
  writer = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['tag'] });
  nobody = await makeSession(db);
  asset = await makeAsset(db, { assetName: 'Pump 1' });
  flow = await makeTag(db, { name: 'FLOW', assetIds: [asset] });
  await appendPoints(db, [{ tagId: flow, times: [1000, 2000, 3000], values: [1, 2, 3] }]);
});
afterAll(() => server.close());

async function call(method: Method, url: string, body?: unknown, headers = writer) {
  const answer = await server.ask(method, url, headers, body);
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}

const doubled = () => ({
  name: `CALC ${++made}`,
  caption: 'Doubled',
  type: 'calculated',
  assetIds: [asset],
  logic: '[Flow] * 2',
  aliases: [{ name: 'Flow', mappedTagId: flow }],
});

async function make(fields: object = {}): Promise<Tag> {
  const { status, body } = await call('POST', '/api/tags', [{ ...doubled(), ...fields }]);
  expect([status, body]).toEqual([201, [expect.anything()]]);
  return body[0];
}

/** An update that changes only the given fields. */
const changed = ({ name, caption, version, assetIds }: Tag, fields: object = {}) => ({
  name,
  caption,
  assetIds,
  version,
  ...fields,
});

describe('POST /api/tags', () => {
  test('creates a data-point tag', async () => {
    const { status, body } = await call('POST', '/api/tags', [
      {
        name: ' TEMP ',
        caption: 'Temperature',
        type: 'data_point',
        unit: 'Cel',
        keywords: ['hot'],
        source: 'PI',
      },
    ]);
    expect(status).toBe(201);
    expect(body).toEqual([
      {
        id: expect.any(Number),
        connectionId: null,
        connectionGroupId: null,
        name: 'TEMP',
        caption: 'Temperature',
        assetIds: [],
        type: 'data_point',
        isCalculated: false,
        unit: 'Cel',
        uomId: expect.any(Number),
        description: '',
        keywords: ['hot'],
        source: 'PI',
        oldestTime: null,
        latestTime: null,
        latestValue: null,
        dataPointCount: 0,
        version: 1,
        logic: null,
        aliases: [],
        completion: null,
        model: null,
        error: null,
        dataImportJobStatus: null,
        recalculationJobStatus: null,
        fields: {},
      },
    ]);
  });

  test('accepts its unit by code or by id', async () => {
    const units: { id: number; code: string }[] = (await call('GET', '/api/uom/units')).body;
    const kelvin = units.find(({ code }) => code === 'K')!.id;
    const post = (name: string, uomId: number | null) =>
      call('POST', '/api/tags', [{ name, caption: name, type: 'data_point', unit: 'Cel', uomId }]);
    const { status, body } = await post('KELVIN', kelvin);
    expect([status, body[0].unit, body[0].uomId]).toEqual([201, 'K', kelvin]);
    const fields = { name: 'KELVIN', caption: 'Kelvin' };
    const put = (change: object) =>
      call('PUT', `/api/tags/${body[0].id}`, { ...fields, version: 1, ...change });
    expect((await put({ uomId: null })).body).toMatchObject({ unit: null, uomId: null });
    expect((await put({ uomId: kelvin, version: 2 })).body).toMatchObject({ unit: 'K', uomId: kelvin });
    for (const answer of [await post('NO.UNIT', 999_999), await put({ uomId: 999_999, version: 3 })]) {
      expect([answer.status, answer.body.errors]).toEqual([
        400,
        [{ path: 'uomId', message: 'There is no unit 999999.' }],
      ]);
    }
  });

  test('creates a calculated tag, and starts its calculation', async () => {
    const tag = await make({ assetIds: [asset, asset] });
    expect(tag.assetIds).toEqual([asset]);
    expect(tag).toMatchObject({
      isCalculated: true,
      logic: '[Flow] * 2',
      aliases: [
        {
          name: 'Flow',
          mappedTagId: flow,
          mappedTagName: 'FLOW',
          calculatedTagId: tag.id,
          twinId: null,
          type: 'data_point',
        },
      ],
      completion: { bits: 15, percent: 100 },
      error: null,
      recalculationJobStatus: {
        status: 'pending',
        percent: 0,
        lastUpdated: expect.any(String),
        commandId: expect.any(String),
        error: null,
      },
    });
  });

  test('accepts incomplete logic, and does not calculate it', async () => {
    const tag = await make({ logic: '[Flow]', aliases: [{ name: 'Flow', mappedTagId: null }] });
    expect(tag).toMatchObject({ completion: { bits: 11, percent: 75 }, recalculationJobStatus: null });
    expect(await make({ logic: '', aliases: [] })).toMatchObject({ completion: { bits: 1, percent: 25 } });
  });

  test('answers 400 with every error of the logic, and creates nothing', async () => {
    const tag = { ...doubled(), name: 'BROKEN', logic: '[Flwo] + COUNTER([Flow])' };
    const { status, body } = await call('POST', '/api/tags', [tag]);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      id: 'invalid-expression',
      message: 'Unknown tag alias [Flwo]. Did you mean [Flow]?',
      errors: [
        {
          path: 'logic',
          message: 'Unknown tag alias [Flwo]. Did you mean [Flow]?',
          code: 'unknown-alias',
          from: { line: 1, column: 1 },
          to: { line: 1, column: 7 },
        },
        {
          path: 'logic',
          message: 'COUNTER is not available in base Xen language',
          code: 'dialect',
          from: { line: 1, column: 10 },
          to: { line: 1, column: 17 },
        },
      ],
    });
    expect((await call('POST', '/api/tags', [{ ...doubled(), name: 'BROKEN' }])).status).toBe(201);
  });

  test('answers 400, 401, 403, 404 and 409', async () => {
    for (const [body, message] of [
      [[], 'Please send exactly one tag.'],
      [[doubled(), doubled()], 'Please send exactly one tag.'],
      [[{ ...doubled(), name: '' }], '0.name: Required.'],
      [[{ ...doubled(), name: 'x'.repeat(201) }], '0.name: 1 characters over maximum length of 200.'],
      [[{ ...doubled(), type: 'work' }], '0.logic: Only a calculated tag has logic and aliases.'],
      [
        [{ ...doubled(), aliases: [{ name: 'a]', mappedTagId: null }] }],
        '0.aliases.0.name: Please enter a name without brackets.',
      ],
    ] as const) {
      const answer = await call('POST', '/api/tags', body);
      expect([answer.status, answer.body.message]).toEqual([400, message]);
    }
    expect((await call('POST', '/api/tags', [doubled()], {})).status).toBe(401);
    expect((await call('POST', '/api/tags', [doubled()], viewer)).status).toBe(403);
    const asset = await call('POST', '/api/tags', [{ ...doubled(), assetIds: [999_999] }]);
    expect([asset.status, asset.body.message]).toEqual([404, 'Asset 999999 not found.']);
    const mapped = await call('POST', '/api/tags', [
      { ...doubled(), aliases: [{ name: 'Flow', mappedTagId: 999_999 }] },
    ]);
    expect([mapped.status, mapped.body.errors]).toEqual([
      400,
      [{ path: 'aliases.0.mappedTagId', message: notInStore(999_999) }],
    ]);
    const taken = await call('POST', '/api/tags', [{ ...doubled(), name: 'FLOW' }]);
    expect([taken.status, taken.body.message]).toEqual([409, 'There is a tag named FLOW already.']);
  });
});

describe('PUT /api/tags/:id', () => {
  let tag: Tag;
  beforeEach(async () => {
    tag = await make();
  });

  test('updates descriptive fields, and keeps logic and calculation', async () => {
    const { status, body } = await call(
      'PUT',
      `/api/tags/${tag.id}`,
      changed(tag, { caption: 'Twice', assetIds: [] }),
    );
    expect(status).toBe(200);
    expect(body).toEqual({ ...tag, caption: 'Twice', assetIds: [], version: 2 });
  });

  test('accepts each type of tag as it was read', async () => {
    const work = await makeTag(server.tenant.db, { type: 'work', assetIds: [asset] });
    for (const id of [tag.id, flow, work]) {
      const { body: read } = await call('GET', `/api/tags/${id}`);
      const { status, body } = await call('PUT', `/api/tags/${id}`, read);
      expect([status, body]).toEqual([200, { ...read, version: read.version + 1 }]);
    }
  });

  test('restarts the calculation when the logic changes while one is running', async () => {
    const { commandId } = tag.recalculationJobStatus!;
    await server.tenant.db
      .updateTable('command')
      .set({ status: 'running' })
      .where('id', '=', commandId)
      .execute();
    const { body } = await call('PUT', `/api/tags/${tag.id}`, changed(tag, { logic: '[Flow] * 3' }));
    expect(body.logic).toBe('[Flow] * 3');
    expect(body.recalculationJobStatus.commandId).not.toBe(commandId);
  });

  test('replaces aliases; an alias with an unchanged name keeps its id', async () => {
    const other = await makeTag(server.tenant.db);
    const { status, body } = await call(
      'PUT',
      `/api/tags/${tag.id}`,
      changed(tag, {
        logic: '[Flow] + [Other]',
        aliases: [
          { name: 'Other', mappedTagId: other, unit: 'm3/h' },
          { name: 'Flow', mappedTagId: flow },
        ],
      }),
    );
    expect(status).toBe(200);
    expect(body.aliases).toMatchObject([
      { id: tag.aliases[0]!.id, name: 'Flow', version: 1 },
      { name: 'Other', mappedTagId: other, unit: 'm3/h' },
    ]);
  });

  test('answers 409 with the current tag when someone else changed it', async () => {
    await call('PUT', `/api/tags/${tag.id}`, changed(tag, { caption: 'First' }));
    const { status, body } = await call('PUT', `/api/tags/${tag.id}`, changed(tag, { caption: 'Second' }));
    expect(status).toBe(409);
    expect(body).toMatchObject({
      id: 'conflict',
      message: `The tag ${tag.name} was changed by someone else: it is at version 2 now, your change was made on version 1.`,
      current: { id: tag.id, caption: 'First', version: 2 },
    });
  });

  test('rejects a cycle, naming its path', async () => {
    const next = await make({ logic: '[Before]', aliases: [{ name: 'Before', mappedTagId: tag.id }] });
    const aliases = [{ name: 'Next', mappedTagId: next.id }];
    const message = `Calculated tags depend on each other in a cycle: [${tag.name}] -> [${next.name}] -> [${tag.name}].`;
    const { status, body } = await call(
      'PUT',
      `/api/tags/${tag.id}`,
      changed(tag, { logic: '1 + [Next]', aliases }),
    );
    expect(status).toBe(400);
    expect(body).toMatchObject({ id: 'invalid-expression', message, errors: [{ path: 'logic', message }] });
    const itself = changed(tag, { logic: '[Me]', aliases: [{ name: 'Me', mappedTagId: tag.id }] });
    expect((await call('PUT', `/api/tags/${tag.id}`, itself)).body.message).toBe(
      `Calculated tags depend on each other in a cycle: [${tag.name}] -> [${tag.name}].`,
    );
  });

  test('answers 400, 401, 403, 404 and 409', async () => {
    const url = `/api/tags/${tag.id}`;
    expect((await call('PUT', url, changed(tag, { caption: ' ' }))).body.message).toBe('caption: Required.');
    expect((await call('PUT', url, changed(tag, { version: 2 ** 40 }))).status).toBe(400);
    const { body } = await call('PUT', `/api/tags/${flow}`, changed(tag, { name: 'FLOW', logic: '1' }));
    expect(body.message).toBe('Only a calculated tag has logic and aliases.');
    expect((await call('PUT', url, changed(tag), {})).status).toBe(401);
    expect((await call('PUT', url, changed(tag), viewer)).status).toBe(403);
    expect((await call('PUT', '/api/tags/999999', changed(tag))).body.message).toBe('Tag not found.');
    const taken = await call('PUT', url, changed(tag, { name: 'FLOW' }));
    expect([taken.status, taken.body.message]).toEqual([409, 'There is a tag named FLOW already.']);
  });
});

test('POST /api/tags rejects a body that is not a tag', async () => {
  const made = await call('POST', '/api/tags', ['PI-1']);
  expect([made.status, made.body.errors]).toEqual([400, [{ path: '0', message: 'Must be type TagModel' }]]);
});

describe('DELETE /api/tags/:id', () => {
  test('deletes a tag and its points', async () => {
    const { db } = server.tenant;
    const tag = await makeTag(db);
    await appendPoints(db, [{ tagId: tag, times: [1000], values: [1] }]);
    expect(await call('DELETE', `/api/tags/${tag}`)).toEqual({ status: 204, body: null });
    expect((await readPoints(db, tag)).times).toHaveLength(0);
    expect((await call('DELETE', `/api/tags/${tag}`)).status).toBe(404);
  });

  test('rejects the deletion of a tag in use and names its uses, unless unlinking is requested', async () => {
    const { db } = server.tenant;
    const assetId = await makeAsset(db, { assetName: 'Pump 9' });
    const tag = await makeTag(db, { name: 'USED', assetIds: [assetId] });
    const twinId = await makeTwin(db, {
      assetId,
      aliases: [{ name: 'T', type: 'data_point', mappedTagId: tag }],
    });
    const thresholds = [{ name: 'High', logic: '[T] > 1', level: 1 }];
    await makeProtection(db, { twinId, name: 'Hot', thresholds });
    const user = await make({ name: 'USER', logic: '[T]', aliases: [{ name: 'T', mappedTagId: tag }] });
    const refused = await call('DELETE', `/api/tags/${tag}`);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      message: 'The tag USED is in use: input T of Pump 9, USER, Hot (Pump 9).',
      errors: [
        { path: 'tagAlias', message: 'input T of Pump 9' },
        { path: 'calculatedTag', message: 'USER' },
        { path: 'protection', message: 'Hot (Pump 9)' },
      ],
    });
    expect((await call('DELETE', `/api/tags/${tag}?unlink=true`)).status).toBe(204);
    const inputOnly = await makeTag(db, { name: 'INPUT' });
    await makeTwin(db, { aliases: [{ name: 'T', type: 'data_point', mappedTagId: inputOnly }] });
    expect((await call('DELETE', `/api/tags/${inputOnly}`)).status).toBe(409);
    const { body } = await call('GET', `/api/tags/${user.id}`);
    expect(body).toMatchObject({
      aliases: [{ name: 'T', mappedTagId: null }],
      completion: { bits: 11, percent: 75 },
    });
  });

  test('answers 400, 401 and 403', async () => {
    expect((await call('DELETE', `/api/tags/${flow}?unlink=perhaps`)).status).toBe(400);
    expect((await call('DELETE', `/api/tags/${flow}`, undefined, {})).status).toBe(401);
    expect((await call('DELETE', `/api/tags/${flow}`, undefined, viewer)).status).toBe(403);
  });
});

describe('POST /api/tags/:id/recalculate', () => {
  test('starts one recalculation, shown in the status', async () => {
    const tag = await make();
    const { commandId } = tag.recalculationJobStatus!;
    expect(await call('POST', `/api/tags/${tag.id}/recalculate`)).toEqual({
      status: 202,
      body: { commandId },
    });
    await server.tenant.db
      .updateTable('command')
      .set({ status: 'done', percent: 100 })
      .where('id', '=', commandId)
      .execute();
    const again = await call('POST', `/api/tags/${tag.id}/recalculate`);
    expect(again.body.commandId).not.toBe(commandId);
    const statuses = await call(
      'GET',
      `/api/tags/status?id=${tag.id}&id=${flow}&id=999999`,
      undefined,
      viewer,
    );
    expect(statuses.body).toMatchObject([
      { id: flow, dataImportJobStatus: null, recalculationJobStatus: null },
      {
        id: tag.id,
        recalculationJobStatus: { status: 'pending', percent: 0, commandId: again.body.commandId },
      },
    ]);
  });

  test('answers 400, 401, 403, 404 and 409', async () => {
    const path = (id: number | string) => `/api/tags/${id}/recalculate`;
    expect((await call('POST', path('x'))).status).toBe(400);
    expect((await call('POST', path(flow), undefined, {})).status).toBe(401);
    expect((await call('POST', path(flow), undefined, viewer)).status).toBe(403);
    expect((await call('POST', path(999_999))).status).toBe(404);
    const raw = await call('POST', path(flow));
    expect([raw.status, raw.body.message]).toEqual([409, 'The tag FLOW is not calculated.']);
    const tag = await make({ name: 'EMPTY', logic: '', aliases: [] });
    const empty = await call('POST', path(tag.id));
    expect([empty.status, empty.body.message]).toEqual([
      409,
      "The tag EMPTY can't be calculated: it needs logic, and a tag behind every name in it.",
    ]);
  });
});

describe('GET /api/tags/status', () => {
  test('shows an import that writes to the tag, even if it also writes to many other tags', async () => {
    const { db } = server.tenant;
    const { id } = await db
      .insertInto('command')
      .values({
        type: 'import-data-points',
        target_type: 'file',
        target_id: 'flow.csv',
        target_name: 'flow.csv',
        status: 'running',
        percent: 40,
        input: '{}',
        error: null,
        created_by: null,
        finished_at: null,
        started_at: new Date('2024-01-01T00:00:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('command_tag').values({ tag_id: flow, command_id: id }).execute();
    const { body } = await call('GET', `/api/tags/status?id=${flow}`, undefined, viewer);
    expect(body).toEqual([
      {
        id: flow,
        connectionId: null,
        dataImportJobStatus: {
          status: 'loading',
          percent: 40,
          lastUpdated: '2024-01-01T00:00:00.000Z',
          commandId: id,
          error: null,
        },
        recalculationJobStatus: null,
      },
    ]);
  });

  test('answers 400, 401 and 403', async () => {
    expect((await call('GET', '/api/tags/status')).status).toBe(400);
    for (const [query, message] of [
      ['id=x', 'id: Please give 1 to 500 ids, each an integer.'],
      ['id=1&id=x', 'id.1: Please enter an integer.'],
    ]) {
      const wrong = await call('GET', `/api/tags/status?${query}`);
      expect([wrong.status, wrong.body.message]).toEqual([400, message]);
    }
    expect((await call('GET', '/api/tags/status?id=1', undefined, {})).status).toBe(401);
    expect((await call('GET', '/api/tags/status?id=1', undefined, nobody)).status).toBe(403);
  });
});

describe('POST /api/tags/preview', () => {
  const preview = (fields: object, headers = viewer) =>
    call(
      'POST',
      '/api/tags/preview',
      { logic: '[Flow] * 2', aliases: [{ name: 'Flow', mappedTagId: flow }], from: 0, to: 10_000, ...fields },
      headers,
    );

  test('returns the points that the logic would produce, and stores nothing', async () => {
    const before = await server.tenant.db.selectFrom('tag').select('id').execute();
    const { status, body } = await preview({});
    expect([status, body]).toEqual([
      200,
      { errors: [], warnings: [], unmapped: [], points: { times: [1000, 2000, 3000], values: [2, 4, 6] } },
    ]);
    expect(await server.tenant.db.selectFrom('tag').select('id').execute()).toEqual(before);
  });

  test('includes points before the range in the windows', async () => {
    const { db } = server.tenant;
    const slow = await makeTag(db);
    await appendPoints(db, [{ tagId: slow, times: [1000, 2000], values: [100, 7], qualities: [0, 2] }]);
    const aliases = [
      { name: 'Flow', mappedTagId: flow },
      { name: 'Slow', mappedTagId: slow },
    ];
    const { body } = await preview({ logic: 'AVERAGE([Flow], #2s) + [Slow]', aliases, from: 3000 });
    expect(body.points).toEqual({ times: [3000], values: [102.5] });
    const later = await preview({
      logic: '[Flow] + [Slow]',
      aliases,
      from: 50_000_000_000,
      to: 50_000_001_000,
    });
    expect(later.body.points).toEqual({ times: [], values: [] });
  });

  test('returns buckets for many points, and accepts the aliases of a twin', async () => {
    const { db } = server.tenant;
    const tag = await makeTag(db);
    const times = Array.from({ length: 100 }, (_, i) => i * 10);
    await appendPoints(db, [{ tagId: tag, times, values: times }]);
    const twinId = await makeTwin(db, { aliases: [{ name: 'T', type: 'data_point', mappedTagId: tag }] });
    const { body } = await preview({ logic: '-[T]', aliases: undefined, twinId, to: 1000, buckets: 2 });
    expect(body.buckets).toEqual({
      width: 500,
      times: [0, 500],
      min: [-490, -990],
      max: [0, -500],
      mean: [-245, -745],
      first: [0, -500],
      last: [-490, -990],
      count: [50, 50],
    });
  });

  test('returns every error with code and range, cycles, and unmapped names', async () => {
    const { body } = await preview({ logic: '[Flwo] +\n INTERVAL([Flow])' });
    expect(body).toMatchObject({
      errors: [
        {
          code: 'unknown-alias',
          message: 'Unknown tag alias [Flwo]. Did you mean [Flow]?',
          from: { line: 1, column: 1 },
          to: { line: 1, column: 7 },
        },
        {
          code: 'dialect',
          message: 'INTERVAL is not available in base Xen language',
          from: { line: 2, column: 2 },
        },
      ],
      warnings: [],
      unmapped: [],
    });
    const tag = await make({ name: 'SELF' });
    const own = await preview({
      logic: '1 + [Me]',
      aliases: [{ name: 'Me', mappedTagId: tag.id }],
      tagId: tag.id,
    });
    expect(own.body.errors).toEqual([
      {
        code: 'cycle',
        message: 'Calculated tags depend on each other in a cycle: [SELF] -> [SELF].',
        from: { line: 1, column: 5 },
        to: { line: 1, column: 9 },
      },
    ]);
    const unmapped = await preview({ aliases: [{ name: 'Flow', mappedTagId: null }] });
    expect(unmapped.body).toEqual({ errors: [], warnings: [], unmapped: ['Flow'] });
    const warned = await preview({ logic: 'IF ([Flow] > 1) { RETURN 1 }' });
    expect(warned.body.warnings).toMatchObject([{ code: 'falls-off-the-end' }]);
  });

  test('answers 400, 401, 403 and 404', async () => {
    const twice = await preview({ twinId: 1 });
    expect([twice.status, twice.body.message]).toEqual([
      400,
      'aliases: Please give either aliases or a twin.',
    ]);
    expect((await preview({ from: 10_000 })).body.message).toBe(
      'to: The end of the range must be after its start.',
    );
    expect((await preview({}, {})).status).toBe(401);
    expect((await preview({}, nobody)).status).toBe(403);
    const twin = await preview({ aliases: undefined, twinId: 999_999 });
    expect([twin.status, twin.body.message]).toEqual([404, 'Twin not found.']);
    const tag = await preview({ aliases: [{ name: 'Flow', mappedTagId: 999_999 }] });
    expect([tag.status, tag.body.errors]).toEqual([
      400,
      [{ path: 'aliases.0.mappedTagId', message: notInStore(999_999) }],
    ]);
    expect((await preview({ tagId: 999_998 })).body.message).toBe(notInStore(999_998));
  });
});
