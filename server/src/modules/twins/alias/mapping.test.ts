import { notInStore } from '@twinward/contracts/core/error';
import type { AliasMapping, AliasSuggestions } from '@twinward/contracts/twins/mapping';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import {
  makeAsset,
  makeCalculatedTag,
  makeProtection,
  makeSession,
  makeTag,
  makeTwin,
  makeUser,
  makeUserSession,
  makeViewerSession,
} from '../../../testing/factories.ts';
import { mapTagAliases, previewMapping } from './jobs.ts';

let server: TestApp;
let viewer: Record<string, string>;
let writer: Record<string, string>;
let tagWriter: Record<string, string>;
let writerId: number;

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  viewer = await makeViewerSession(db);
  writerId = await makeUser(db, { groups: ['VIEWERS'], recordTypes: ['twin'] });
  writer = await makeUserSession(db, writerId);
  tagWriter = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['tag'] });
});
afterAll(() => server.close());

async function call(method: Method, url: string, body?: unknown, headers = writer) {
  const answer = await server.ask(method, url, headers, body);
  return {
    status: answer.statusCode,
    body: answer.body === '' ? null : answer.json(),
    headers: answer.headers,
  };
}
const listAliases = async (twinId: number): Promise<TagAlias[]> =>
  (await call('GET', `/api/twins/${twinId}/tag-aliases`)).body;

interface Input {
  name: string;
  unit?: string;
  keywords?: string[];
  mappedTagId?: number;
  type?: 'work';
}

/** Makes a twin with its own asset and with inputs, which are unmapped by default. */
async function createTwin(uniqueId: string, inputs: readonly Input[]) {
  const { db } = server.tenant;
  const assetId = await makeAsset(db, { uniqueId, assetName: uniqueId });
  const twinId = await makeTwin(db, { assetId, aliases: [] });
  for (const input of inputs) {
    expect((await call('POST', '/api/tag-aliases', { twinId, ...input })).status).toBe(201);
  }
  const ids = new Map((await listAliases(twinId)).map(({ name, id }) => [name, id]));
  return { assetId, twinId, findId: (name: string) => ids.get(name)! };
}

describe('POST /api/tag-aliases/suggestions', () => {
  test('returns the best matching tag of the asset, with its reasons and latest value', async () => {
    const { db } = server.tenant;
    const pump = await createTwin('P-101', [{ name: 'Discharge pressure', unit: 'bar' }]);
    const press = await makeTag(db, {
      name: 'P-101.PT.DISCH',
      caption: 'Discharge pressure',
      unit: 'bar',
      assetIds: [pump.assetId],
    });
    const suction = await makeTag(db, { name: 'P-101.PT.SUCT', unit: 'bar', assetIds: [pump.assetId] });
    await makeTag(db, { name: 'P-101.WORK', type: 'work', assetIds: [pump.assetId] });
    await appendPoints(db, [{ tagId: press, times: [1000], values: [6.5] }]);
    const { status, body } = await call(
      'POST',
      '/api/tag-aliases/suggestions',
      { aliasIds: [pump.findId('Discharge pressure')] },
      viewer,
    );
    expect(status).toBe(200);
    const [{ aliasId, suggestions }] = body as [AliasSuggestions];
    expect(aliasId).toBe(pump.findId('Discharge pressure'));
    expect(suggestions.map(({ tagId }) => tagId)).toEqual([press, suction]);
    expect(suggestions[0]).toMatchObject({
      name: 'P-101.PT.DISCH',
      caption: 'Discharge pressure',
      unit: 'bar',
      assetName: 'P-101',
      isOfAsset: true,
      isCalculated: false,
      latestTime: '1970-01-01T00:00:01.000Z',
      latestValue: 6.5,
    });
    expect(suggestions[0]!.score).toBeGreaterThan(0.95);
    expect(suggestions[0]!.parts.map(({ part, matched }) => [part, matched])).toEqual([
      ['name', ['discharge', 'pressure']],
      ['unit', ['bar']],
      ['asset', ['own asset']],
    ]);
  });

  test('searches tags without an asset and of other assets if no tag of the asset matches', async () => {
    const { db } = server.tenant;
    const fan = await createTwin('F-7001', [{ name: 'Casing humidity', keywords: ['moistness'] }]);
    await makeTag(db, { name: 'F-7001.SPEED', assetIds: [fan.assetId] });
    const loose = await makeTag(db, { name: 'F-7001.casing.humidity', assetIds: [] });
    const others = await makeTag(db, { name: 'other casing humidity' });
    const byKeyword = await makeTag(db, { name: 'ZZ-9', description: 'moistness', assetIds: [] });
    const { body } = await call('POST', '/api/tag-aliases/suggestions', {
      aliasIds: [fan.findId('Casing humidity')],
    });
    const ids = (body as [AliasSuggestions])[0].suggestions.map(({ tagId }) => tagId);
    expect(ids.slice(0, 2)).toEqual([loose, others]);
    expect(ids).toContain(byKeyword);
  });

  test('suggests work tags for work aliases, up to the requested number', async () => {
    const { db } = server.tenant;
    const { assetId, findId } = await createTwin('W-1', [{ name: 'Service', type: 'work' }]);
    const work = await makeTag(db, { name: 'W-1.Service', type: 'work', assetIds: [assetId] });
    await makeTag(db, { name: 'W-1.Service counter', assetIds: [assetId] });
    await makeTag(db, { name: 'W-1.Service overhaul', type: 'work', assetIds: [assetId] });
    const { body } = await call('POST', '/api/tag-aliases/suggestions', {
      aliasIds: [findId('Service')],
      limit: 1,
    });
    expect(body[0].suggestions.map(({ tagId }: { tagId: number }) => tagId)).toEqual([work]);
  });

  test('answers 400, 401, 403 and 404', async () => {
    const url = '/api/tag-aliases/suggestions';
    const none = await call('POST', url, { aliasIds: [] });
    expect([none.status, none.body.message]).toEqual([400, 'aliasIds: Please give at least one alias.']);
    expect((await call('POST', url, { aliasIds: [1], limit: 51 })).body.message).toBe(
      'limit: Please enter a number between 1 and 50.',
    );
    expect((await call('POST', url, { aliasIds: [1] }, {})).status).toBe(401);
    expect((await call('POST', url, { aliasIds: [1] }, await makeSession(server.tenant.db))).status).toBe(
      403,
    );
    const unknown = await call('POST', url, { aliasIds: [999_999] });
    expect([unknown.status, unknown.body.message]).toEqual([400, notInStore(999_999)]);
  });
});

describe('POST /api/tag-aliases/modifications', () => {
  test('updates and deletes in one transaction, and returns the updated aliases', async () => {
    const tag = await makeTag(server.tenant.db);
    const { twinId, findId } = await createTwin('M-1', [{ name: 'A' }, { name: 'B' }, { name: 'C' }]);
    const { status, body } = await call('POST', '/api/tag-aliases/modifications', [
      { flag: 'DELETE', model: { id: findId('B') } },
      { flag: 'UPDATE', model: { id: findId('A'), name: 'B', mappedTagId: tag, version: 1 } },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject([{ id: findId('A'), name: 'B', mappedTagId: tag, version: 2 }]);
    expect((await listAliases(twinId)).map(({ name }) => name)).toEqual(['B', 'C']);
  });

  test('changes nothing if one modification is rejected', async () => {
    const { twinId, findId } = await createTwin('M-2', [{ name: 'A' }, { name: 'B' }]);
    const { status, body } = await call('POST', '/api/tag-aliases/modifications', [
      { flag: 'DELETE', model: { id: findId('A') } },
      { flag: 'UPDATE', model: { id: findId('B'), name: 'New', version: 7 } },
    ]);
    expect([status, body.current.name]).toEqual([409, 'B']);
    expect((await listAliases(twinId)).map(({ name }) => name)).toEqual(['A', 'B']);
  });

  test('answers 400, 401, 403 and 404', async () => {
    const { findId } = await createTwin('M-3', [{ name: 'A' }]);
    const url = '/api/tag-aliases/modifications';
    const one = { flag: 'DELETE', model: { id: findId('A') } };
    expect((await call('POST', url, [])).body.message).toBe('Please give at least one modification.');
    expect((await call('POST', url, [one, one])).body.message).toBe('Please give each alias once.');
    expect((await call('POST', url, [{ ...one, flag: 'KEEP' }])).status).toBe(400);
    expect((await call('POST', url, [one], {})).status).toBe(401);
    expect((await call('POST', url, [one], tagWriter)).status).toBe(403);
    expect((await call('POST', url, [{ flag: 'DELETE', model: { id: 999_999 } }])).body.message).toBe(
      notInStore(999_999),
    );
  });
});

describe('an input of a calculated tag that follows a twin’s input', () => {
  test('is remapped with the twin’s input, and the tag is recalculated', async () => {
    const { db } = server.tenant;
    const [before, after] = [await makeTag(db), await makeTag(db, { name: 'AFTER' })];
    const { twinId, assetId, findId } = await createTwin('C-1', [{ name: 'Flow', mappedTagId: before }]);
    const { tagId, commandId } = await makeCalculatedTag(db, { logic: '', aliases: {} });
    await db.insertInto('asset_tag').values({ asset_id: assetId, tag_id: tagId }).execute();
    const tag = (await call('GET', `/api/tags/${tagId}`)).body;
    expect(commandId).toBeNull();
    const saved = await call(
      'PUT',
      `/api/tags/${tagId}`,
      {
        name: tag.name,
        caption: tag.caption,
        assetIds: [assetId],
        version: tag.version,
        logic: '[Flow] * [Own]',
        aliases: [
          { name: 'Flow', mappedTagId: before },
          { name: 'Own', mappedTagId: before },
        ],
      },
      tagWriter,
    );
    expect(saved.status).toBe(200);
    const [alias] = await listAliases(twinId);
    const change = { name: 'Throughput', mappedTagId: after, version: alias!.version };
    expect((await call('PUT', `/api/tag-aliases/${findId('Flow')}`, change)).status).toBe(200);
    const now = (await call('GET', `/api/tags/${tagId}`)).body;
    expect(now.logic).toBe('[Flow] * [Own]');
    expect(now.aliases.map(({ name, mappedTagId }: TagAlias) => [name, mappedTagId])).toEqual([
      ['Flow', after],
      ['Own', before],
    ]);
    expect(now.recalculationJobStatus.commandId).not.toBe(saved.body.recalculationJobStatus.commandId);
    // After it was mapped manually to another tag, it no longer follows.
    const byHand = await call(
      'PUT',
      `/api/tag-aliases/${now.aliases[0].id}`,
      { name: 'Flow', mappedTagId: before, version: now.aliases[0].version },
      tagWriter,
    );
    expect(byHand.status).toBe(200);
    await call('PUT', `/api/tag-aliases/${findId('Flow')}`, { name: 'Flow', mappedTagId: null, version: 2 });
    expect((await call('GET', `/api/tags/${tagId}`)).body.aliases[0].mappedTagId).toBe(before);
  });
});

describe('mapping many twins', () => {
  const handlers = { 'preview-mapping': previewMapping, 'map-tag-aliases': mapTagAliases };
  const listRows = async (commandId: string, query = ''): Promise<AliasMapping[]> =>
    (await call('GET', `/api/tag-aliases/mappings/${commandId}${query}`)).body;
  const outcomes = (rows: readonly AliasMapping[]) =>
    rows.map(({ assetName, aliasName, newTagName, outcome }) => [assetName, aliasName, newTagName, outcome]);
  async function start(url: string, body?: unknown): Promise<string> {
    const answer = await call('POST', url, body);
    expect([answer.status, answer.body]).toEqual([202, { commandId: expect.any(String) }]);
    await runCommand(server.tenant, handlers, answer.body.commandId);
    return answer.body.commandId;
  }
  const getCommand = async (id: string) => (await call('GET', `/api/commands/${id}`)).body;

  test('is previewed, applied and undone, with an outcome for each input', async () => {
    const { db } = server.tenant;
    const twins = [];
    for (const name of ['B-1', 'B-2']) {
      const twin = await createTwin(name, [{ name: 'Flow' }, { name: 'Inlet valve stroke' }]);
      await makeTag(db, { name: `${name}.Flow`, assetIds: [twin.assetId] });
      twins.push(twin);
    }
    const [one, two] = twins as [(typeof twins)[number], (typeof twins)[number]];
    await makeTag(db, { name: 'B-2.Valve stroke inlet', assetIds: [two.assetId] });
    const protectionId = await makeProtection(db, {
      twinId: one.twinId,
      thresholds: [{ name: 'High', logic: '[Flow] > 1', level: 1 }],
    });
    const preview = await start('/api/tag-aliases/mappings', {
      twinIds: [one.twinId, two.twinId],
      minimumScore: 0.7,
    });
    expect(await getCommand(preview)).toMatchObject({
      type: 'preview-mapping',
      targetName: '2 twins',
      status: 'done',
      result: { twins: 2, aliases: 4, outcomes: { proposed: 3, none: 1 } },
    });
    expect(outcomes(await listRows(preview))).toEqual([
      ['B-1', 'Flow', 'B-1.Flow', 'proposed'],
      ['B-1', 'Inlet valve stroke', null, 'none'],
      ['B-2', 'Flow', 'B-2.Flow', 'proposed'],
      ['B-2', 'Inlet valve stroke', 'B-2.Valve stroke inlet', 'proposed'],
    ]);
    expect((await listAliases(one.twinId))[0]!.mappedTagId).toBeNull();

    // One input is excluded, another is changed by someone else before the preview is applied.
    await call('PUT', `/api/tag-aliases/${two.findId('Flow')}`, { name: 'Flow', unit: 'm3/h', version: 1 });
    const applied = await start(`/api/tag-aliases/mappings/${preview}/apply`, {
      exceptAliasIds: [two.findId('Inlet valve stroke')],
    });
    expect(await getCommand(applied)).toMatchObject({
      status: 'done',
      percent: 100,
      result: { twins: 2, aliases: 2, outcomes: { mapped: 1, changed: 1 } },
    });
    const rows = await listRows(applied);
    expect(outcomes(rows)).toEqual([
      ['B-1', 'Flow', 'B-1.Flow', 'mapped'],
      ['B-2', 'Flow', 'B-2.Flow', 'changed'],
    ]);
    expect(rows[1]!.message).toBe('The input was changed by someone else.');
    expect((await listAliases(one.twinId))[0]!.mappedTagName).toBe('B-1.Flow');
    const inputs = await db
      .selectFrom('protection_input')
      .select(['alias', 'tag_id'])
      .where('protection_id', '=', protectionId)
      .execute();
    expect(inputs).toEqual([{ alias: 'Flow', tag_id: rows[0]!.newTagId }]);
    const audit = await db
      .selectFrom('audit_entry')
      .select(['user_id', 'action', 'entity_name', 'new'])
      .where('entity_type', '=', 'tag-alias')
      .where('entity_id', '=', String(one.findId('Flow')))
      .where('action', '=', 'update')
      .execute();
    expect(audit).toEqual([
      { user_id: writerId, action: 'update', entity_name: 'Flow', new: { mappedTagId: rows[0]!.newTagId } },
    ]);

    const undone = await start(`/api/tag-aliases/mappings/${applied}/undo`);
    expect(outcomes(await listRows(undone))).toEqual([['B-1', 'Flow', null, 'undone']]);
    expect(outcomes(await listRows(applied, '?outcome=undone'))).toEqual([
      ['B-1', 'Flow', 'B-1.Flow', 'undone'],
    ]);
    expect((await listAliases(one.twinId))[0]!.mappedTagId).toBeNull();
    const again = await call('POST', `/api/tag-aliases/mappings/${applied}/undo`);
    expect([again.status, again.body.message]).toEqual([409, 'There is nothing to undo.']);
  });

  test('ranks a tag of another dimension low, and does not propose it in a preview', async () => {
    const { db } = server.tenant;
    const pump = await createTwin('Q-101', [{ name: 'Discharge pressure', unit: 'Cel' }]);
    await makeTag(db, { name: 'Q-101.Discharge pressure', unit: 'kPa', assetIds: [pump.assetId] });
    const { body } = await call('POST', '/api/tag-aliases/suggestions', {
      aliasIds: [pump.findId('Discharge pressure')],
    });
    const [{ suggestions }] = body as [AliasSuggestions];
    expect(suggestions[0]).toMatchObject({ name: 'Q-101.Discharge pressure', unit: 'kPa' });
    expect(suggestions[0]!.score).toBeLessThanOrEqual(0.3);
    const preview = await start('/api/tag-aliases/mappings', { twinIds: [pump.twinId], minimumScore: 0 });
    expect(outcomes(await listRows(preview))).toEqual([['Q-101', 'Discharge pressure', null, 'none']]);
  });

  test('sets the unit of the tag, restores the old unit on undo, and refuses another dimension', async () => {
    const { db } = server.tenant;
    const { twinId, assetId, findId } = await createTwin('U-1', [
      { name: 'Flow' },
      { name: 'Heat', unit: 'Cel' },
    ]);
    await makeTag(db, { name: 'U-1.Flow', unit: 'm3/h', assetIds: [assetId] });
    const heat = await makeTag(db, { name: 'U-1.Heat', unit: 'K', assetIds: [assetId] });
    const preview = await start('/api/tag-aliases/mappings', { twinIds: [twinId], minimumScore: 0.5 });
    await db.updateTable('tag').set({ unit: 'bar' }).where('id', '=', heat).execute();
    const applied = await start(`/api/tag-aliases/mappings/${preview}/apply`, {});
    const rows = await listRows(applied);
    expect(outcomes(rows)).toEqual([
      ['U-1', 'Flow', 'U-1.Flow', 'mapped'],
      ['U-1', 'Heat', 'U-1.Heat', 'refused'],
    ]);
    expect(rows[1]!.message).toBe(
      'Cel measures temperature, and the tag U-1.Heat pressure, in bar. Please give a unit of pressure: bar, Pa, hPa or kPa.',
    );
    const getUnit = async (name: string) =>
      (await listAliases(twinId)).find(({ id }) => id === findId(name))!.unit;
    expect([await getUnit('Flow'), await getUnit('Heat')]).toEqual(['m3/h', 'Cel']);
    await start(`/api/tag-aliases/mappings/${applied}/undo`);
    expect(await getUnit('Flow')).toBeNull();
  });

  test('continues with the other inputs if one is rejected', async () => {
    const { db } = server.tenant;
    const { twinId, assetId, findId } = await createTwin('R-1', [{ name: 'Efficiency' }, { name: 'Head' }]);
    const { tagId } = await makeCalculatedTag(db, { name: 'R-1.Efficiency', logic: '', aliases: {} });
    await db.insertInto('asset_tag').values({ asset_id: assetId, tag_id: tagId }).execute();
    await makeTag(db, { name: 'R-1.Head', assetIds: [assetId] });
    const tag = (await call('GET', `/api/tags/${tagId}`)).body;
    const body = { name: tag.name, caption: tag.caption, assetIds: [assetId], version: tag.version };
    const logic = { logic: '[Efficiency]', aliases: [{ name: 'Efficiency', mappedTagId: null }] };
    expect((await call('PUT', `/api/tags/${tagId}`, { ...body, ...logic }, tagWriter)).status).toBe(200);
    const preview = await start('/api/tag-aliases/mappings', { twinIds: [twinId], minimumScore: 0.5 });
    const applied = await start(`/api/tag-aliases/mappings/${preview}/apply`, {});
    const rows = await listRows(applied);
    expect(outcomes(rows)).toEqual([
      ['R-1', 'Efficiency', 'R-1.Efficiency', 'refused'],
      ['R-1', 'Head', 'R-1.Head', 'mapped'],
    ]);
    expect(rows[0]!.message).toBe(
      'Calculated tags depend on each other in a cycle: [R-1.Efficiency] -> [R-1.Efficiency].',
    );
    expect((await listAliases(twinId)).find(({ id }) => id === findId('Efficiency'))!.mappedTagId).toBeNull();
  });

  test('resumes after an interruption, and can be canceled', async () => {
    const { db } = server.tenant;
    const { twinId, assetId } = await createTwin('S-1', [{ name: 'Flow' }]);
    await makeTag(db, { name: 'S-1.Flow', assetIds: [assetId] });
    const preview = await start('/api/tag-aliases/mappings', { twinIds: [twinId] });
    const { body } = await call('POST', `/api/tag-aliases/mappings/${preview}/apply`, {});
    await call('POST', `/api/commands/${body.commandId}/cancel`);
    await runCommand(server.tenant, handlers, body.commandId);
    expect(await getCommand(body.commandId)).toMatchObject({ status: 'canceled' });
    expect(outcomes(await listRows(body.commandId))).toEqual([['S-1', 'Flow', 'S-1.Flow', 'pending']]);
    expect((await listAliases(twinId))[0]!.mappedTagId).toBeNull();
  });

  test('answers 400, 401, 403, 404 and 409', async () => {
    const url = '/api/tag-aliases/mappings';
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await call('POST', url, { minimumScore: 1.1 })).body.message).toBe(
      'minimumScore: Please enter a number between 0 and 1.',
    );
    expect((await call('POST', url, { twinIds: [] })).body.message).toBe(
      'twinIds: Please give at least one twin.',
    );
    expect((await call('POST', `${url}/x/apply`, {})).status).toBe(400);
    for (const [method, path] of [
      ['POST', url],
      ['GET', `${url}/${unknown}`],
      ['POST', `${url}/${unknown}/apply`],
      ['POST', `${url}/${unknown}/undo`],
    ] as const) {
      const body = method === 'POST' && !path.endsWith('undo') ? {} : undefined;
      expect((await call(method, path, body, {})).status).toBe(401);
      expect((await call(method, path, body, viewer)).status).toBe(403);
      if (path !== url) expect((await call(method, path, body)).body.message).toBe('Command not found.');
    }
    const { twinId } = await createTwin('E-1', [{ name: 'Nothing like it anywhere' }]);
    const preview = await start(url, { twinIds: [twinId], minimumScore: 1 });
    const empty = await call('POST', `${url}/${preview}/apply`, {});
    expect([empty.status, empty.body.message]).toEqual([409, 'There is nothing to map.']);
    const wrong = await call('POST', `${url}/${preview}/undo`);
    expect([wrong.status, wrong.body.message]).toEqual([409, 'Only a mapping that has ended can be undone.']);
    const others = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['twin'] });
    expect((await call('GET', `${url}/${preview}`, undefined, others)).status).toBe(404);
  });
});
