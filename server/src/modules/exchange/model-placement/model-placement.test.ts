import type { ModelDefinitionInput } from '@twinward/contracts/library/definition';
import type { Placement } from '@twinward/contracts/library/placement';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { createCall, runCommand } from '../../../testing/commands.ts';
import { makeAsset, makeSession, makeTag, makeTwin, makeViewerSession } from '../../../testing/factories.ts';
import { publishModel, type TestModel } from '../../../testing/twin-models.ts';
import { placeModel, previewPlacement } from './jobs.ts';

let server: TestApp;
let engineer: Record<string, string>;
let model: TestModel;

const pump: ModelDefinitionInput = {
  tagAliases: [
    { id: 1, name: 'Vibration', unit: 'mm/s', tagNamePattern: '{uniqueId}.V' },
    { id: 2, name: 'Discharge pressure', unit: 'bar', keywords: ['pressure'] },
    { id: 3, name: 'Flow', unit: 'm3/h' },
    { id: 4, name: 'Load', tagNamePattern: '{uniqueId}.Load factor' },
  ],
  tags: [{ id: 5, name: 'Load factor', logic: '[Vibration] / 10' }],
  indicators: [
    {
      id: 6,
      name: 'High vibration',
      thresholds: [{ id: 7, name: 'High', logic: '[Vibration] > 7', level: 500 }],
    },
  ],
};

beforeAll(async () => {
  server = await createTestApp();
  engineer = await makeSession(server.tenant.db, {
    groups: ['VIEWERS'],
    recordTypes: ['twin', 'library-model'],
  });
  model = await publishModel(server, engineer, pump);
});
afterAll(() => server.close());

const handlers = { 'preview-placement': previewPlacement, 'place-model': placeModel };

async function call(method: 'GET' | 'POST', url: string, body?: object) {
  const answer = await server.ask(method, url, engineer, body);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json();
}

/** Starts a command, runs it and returns it. */
async function command(url: string, body: object) {
  const { commandId } = await call('POST', url, body);
  await runCommand(server.tenant, handlers, commandId);
  return call('GET', `/api/commands/${commandId}`);
}

const preview = (assetIds: number[], minimumScore = 0.7) =>
  command(`/api/library/models/${model.id}/placements`, { assets: { kind: 'ids', assetIds }, minimumScore });

const listed = (commandId: string, outcome?: string): Promise<Placement[]> =>
  call('GET', `/api/library/placements/${commandId}${outcome ? `?outcome=${outcome}` : ''}`);

let number = 0;
async function makePump({ tags = true } = {}): Promise<{ assetId: number; uniqueId: string }> {
  const { db } = server.tenant;
  number += 1;
  const uniqueId = `PU-${String(number).padStart(3, '0')}`;
  const assetId = await makeAsset(db, { uniqueId, assetName: uniqueId });
  if (tags) {
    await makeTag(db, { name: `${uniqueId}.V`, unit: 'mm/s', assetIds: [assetId] });
    await makeTag(db, { name: `${uniqueId} Discharge pressure`, unit: 'bar', assetIds: [assetId] });
  }
  return { assetId, uniqueId };
}

test('proposes models for the class of an asset without a twin, the best match first', async () => {
  const { db } = server.tenant;
  const taxonomy = await db
    .selectFrom('taxonomy_entry')
    .select(['id', 'category_id', 'category', 'class', 'type'])
    .where('type_id', 'is not', null)
    .executeTakeFirstOrThrow();
  const namedFor = async (taxonomyId: number, active = true) => {
    const { id } = await publishModel(server, engineer, {});
    await db
      .updateTable('twin_model')
      .set({ taxonomy_id: taxonomyId, active })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const ofCategory = await namedFor(taxonomy.category_id);
  await namedFor(taxonomy.category_id, false);
  const ofType = await namedFor(taxonomy.id);
  const { category, class: ofClass, type } = taxonomy;
  const assetId = await makeAsset(db, { category, class: ofClass!, type: type! });
  const found = async (id: number): Promise<number[]> =>
    (await call('GET', `/api/assets/${id}/models`)).map((one: { id: number }) => one.id);
  const proposed = await found(assetId);
  expect(proposed[0]).toBe(ofType);
  expect(proposed).toContain(ofCategory);
  expect(await found(await makeAsset(db))).toEqual([]);
  await makeTwin(db, { assetId, aliases: [] });
  expect(await found(assetId)).toEqual([]);
});

const selectTwins = (assetIds: readonly number[]) =>
  server.tenant.db.selectFrom('twin').selectAll().where('asset_id', 'in', assetIds).execute();

describe('applying a model to assets', () => {
  test('previews tags by the pattern of names, then by likelihood, without changing anything', async () => {
    const { assetId, uniqueId } = await makePump();
    const taken = (await makePump()).assetId;
    const twinId = await makeTwin(server.tenant.db, { assetId: taken, aliases: [] });
    const { commandId, result } = await preview([assetId, taken]);
    expect(result).toEqual({ proposed: 1, 'has-twin': 1 });
    const [one, two] = await listed(commandId);
    expect(one).toEqual({
      assetId,
      assetName: uniqueId,
      uniqueId,
      twinId: null,
      outcome: 'proposed',
      message: null,
      mapped: 3,
      missingParameters: [],
      inputs: [
        { name: 'Vibration', tagId: expect.any(Number), tagName: `${uniqueId}.V`, score: 1, problem: null },
        {
          name: 'Discharge pressure',
          tagId: expect.any(Number),
          tagName: `${uniqueId} Discharge pressure`,
          score: expect.any(Number),
          problem: null,
        },
        {
          name: 'Flow',
          tagId: null,
          tagName: null,
          score: null,
          problem: 'No tag of the asset matches well enough.',
        },
        { name: 'Load', tagId: null, tagName: `${uniqueId}.Load factor`, score: 1, problem: null },
      ],
    });
    expect(two).toMatchObject({ outcome: 'has-twin', twinId });
    expect(await selectTwins([assetId])).toEqual([]);
  });

  test('creates the twins of a preview, maps their inputs and evaluates them', async () => {
    const { db } = server.tenant;
    const [one, two, left] = [await makePump(), await makePump(), await makePump()];
    const proposed = await preview([one.assetId, two.assetId, left.assetId]);
    const { commandId, result } = await command(`/api/library/placements/${proposed.commandId}/apply`, {
      exceptAssetIds: [left.assetId],
    });
    expect(result).toEqual({ placed: 2, 'left-out': 1 });
    const twins = await selectTwins([one.assetId, two.assetId, left.assetId]);
    expect(twins.map((twin) => [twin.active, twin.model_version_id])).toEqual([
      [true, model.versionId],
      [true, model.versionId],
    ]);
    expect((await listed(commandId, 'placed')).map(({ twinId }) => twinId)).toEqual(
      twins.map(({ id }) => id),
    );
    const inputs = await db
      .selectFrom('tag_alias')
      .leftJoin('tag', 'tag.id', 'mapped_tag_id')
      .select(['tag_alias.name', 'tag.name as tag', 'model_part'])
      .where('twin_id', '=', twins[1]!.id)
      .orderBy('model_part')
      .execute();
    expect(inputs).toEqual([
      { name: 'Vibration', tag: `${two.uniqueId}.V`, model_part: 1 },
      { name: 'Discharge pressure', tag: `${two.uniqueId} Discharge pressure`, model_part: 2 },
      { name: 'Flow', tag: null, model_part: 3 },
      { name: 'Load', tag: `${two.uniqueId}.Load factor`, model_part: 4 },
    ]);
    const due = await db
      .selectFrom('evaluation_due')
      .innerJoin('protection', 'protection.id', 'protection_id')
      .select(['twin_id', 'since'])
      .where(
        'twin_id',
        'in',
        twins.map(({ id }) => id),
      )
      .execute();
    expect(due).toHaveLength(2);
    const audits = await db
      .selectFrom('audit_entry')
      .select(['action', 'new'])
      .where('entity_type', '=', 'twin')
      .where('entity_id', '=', String(twins[0]!.id))
      .execute();
    expect(audits).toMatchObject([{ action: 'create', new: { model: expect.stringContaining(' 1.0.0') } }]);
  });

  test('skips assets that got a twin or were deleted after the preview', async () => {
    const { db } = server.tenant;
    const [one, gone] = [await makePump(), await makePump({ tags: false })];
    const { commandId } = await preview([one.assetId, gone.assetId]);
    const twinId = await makeTwin(db, { assetId: one.assetId, aliases: [] });
    await db.deleteFrom('asset').where('id', '=', gone.assetId).execute();
    const applied = await command(`/api/library/placements/${commandId}/apply`, {});
    expect(await listed(applied.commandId)).toMatchObject([{ outcome: 'has-twin', twinId }]);
    expect(await selectTwins([one.assetId])).toMatchObject([{ id: twinId, model_version_id: null }]);
  });

  test('creates no twin for a rejected asset, returns the reason and notifies the user', async () => {
    const { assetId, uniqueId } = await makePump();
    const { commandId } = await preview([assetId]);
    await makeTag(server.tenant.db, { name: `${uniqueId}.Load factor`, assetIds: [] });
    const applied = await command(`/api/library/placements/${commandId}/apply`, {});
    expect(await listed(applied.commandId)).toMatchObject([
      { outcome: 'refused', message: `There is a tag named ${uniqueId}.Load factor already.`, twinId: null },
    ]);
    expect(await selectTwins([assetId])).toEqual([]);
    const told = await server.tenant.db
      .selectFrom('notification')
      .select(['type', 'message', 'url'])
      .where('grouping', '=', `placement:${applied.commandId}`)
      .execute();
    expect(told).toEqual([
      {
        type: 'failed',
        message: expect.stringMatching(/: 1 asset did not get a twin\.$/),
        url: `/apps/library/twin-models/${model.id}/assets?command=${applied.commandId}`,
      },
    ]);
  });

  test('resumes after a crash without partial or duplicate twins', async () => {
    const { db } = server.tenant;
    const small = await publishModel(server, engineer, { tagAliases: [{ id: 1, name: 'Flow' }] });
    const assetIds: number[] = [];
    for (let i = 0; i < 52; i++) assetIds.push((await makePump({ tags: false })).assetId);
    const { commandId } = await command(`/api/library/models/${small.id}/placements`, {
      assets: { kind: 'ids', assetIds },
    });
    const applied = await call('POST', `/api/library/placements/${commandId}/apply`, {});
    const { input } = await db
      .selectFrom('command')
      .select('input')
      .where('id', '=', applied.commandId)
      .executeTakeFirstOrThrow();
    let blocks = 0;
    const crashing = createCall(server.tenant, {
      commandId: applied.commandId,
      input,
      progress: async () => {
        blocks += 1;
        if (blocks === 2) throw new Error('The process died.');
      },
    });
    await expect(placeModel.run(crashing)).rejects.toThrow('The process died.');
    expect(await selectTwins(assetIds)).toHaveLength(50);
    await runCommand(server.tenant, handlers, applied.commandId);
    const twins = await selectTwins(assetIds);
    expect(twins).toHaveLength(52);
    const { count } = await db
      .selectFrom('tag_alias')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(
        'twin_id',
        'in',
        twins.map(({ id }) => id),
      )
      .executeTakeFirstOrThrow();
    expect(count).toBe(52);
  });

  test('accepts assets by the filters of their list, below a place, and by a query', async () => {
    const { db } = server.tenant;
    const site = await makeAsset(db, { uniqueId: 'SITE-9', assetName: 'Site 9' });
    const inside = await makeAsset(db, { uniqueId: 'IN-9', assetName: 'Unit 9', parentId: site });
    await makeAsset(db, { uniqueId: 'OUT-9', assetName: 'Unit 9 outside' });
    const chosen = async (assets: object) => {
      const { commandId } = await command(`/api/library/models/${model.id}/placements`, { assets });
      return (await listed(commandId)).map(({ assetId }) => assetId);
    };
    const filters = [{ field: 'AssetName', operator: 'StartsWith', value: 'Unit 9' }];
    expect(await chosen({ kind: 'list', filters })).toHaveLength(2);
    const under = { id: site };
    expect(await chosen({ kind: 'list', filters, under })).toEqual([inside]);
    const definition = {
      source: { kind: 'records', type: 'asset' },
      columns: [{ kind: 'field', key: 'name', path: 'assetName' }],
    };
    const saved = { name: 'Assets', definition };
    const admin = await makeSession(db, { isAdmin: true });
    const made = await server.ask('POST', '/api/queries', admin, { ...saved, sharing: 'tenant' });
    expect(made.statusCode, made.body).toBe(201);
    expect(await chosen({ kind: 'query', queryId: made.json().id })).toContain(inside);
  });

  test('rejects invalid requests, other users and other commands', async () => {
    const { assetId } = await makePump({ tags: false });
    const url = `/api/library/models/${model.id}/placements`;
    const body = { assets: { kind: 'ids', assetIds: [assetId] } };
    const status = async (path: string, sent: object, headers = engineer) =>
      (await server.ask('POST', path, headers, sent)).statusCode;
    expect(await status(url, { assets: { kind: 'ids', assetIds: [] } })).toBe(400);
    expect(await status(url, body, {})).toBe(401);
    expect(await status(url, body, await makeViewerSession(server.tenant.db))).toBe(403);
    expect(await status('/api/library/models/999999/placements', body)).toBe(404);
    expect(await status(url, { assets: { kind: 'query', queryId: 999_999 } })).toBe(404);
    const { commandId } = await call('POST', url, body);
    expect(await status(`/api/library/placements/${commandId}/apply`, {})).toBe(409);
    await runCommand(server.tenant, handlers, commandId);
    const stranger = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['twin'] });
    expect(await status(`/api/library/placements/${commandId}/apply`, {}, stranger)).toBe(404);
    const everything = { exceptAssetIds: [assetId] };
    expect(await status(`/api/library/placements/${commandId}/apply`, everything)).toBe(202);
  });
});
