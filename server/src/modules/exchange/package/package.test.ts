import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCall } from '../../../testing/commands.ts';
import { makeSession, makeTag, makeUser } from '../../../testing/factories.ts';
import { createExchange, createPackage, openExchange } from '../../../testing/packages.ts';
import { assetKind } from './kinds/asset.ts';
import { rollBackPackage } from './roll-back.ts';

const { source, target, admin, receiver, from, to, close } = await openExchange();

beforeAll(fill);
afterAll(close);

async function post(url: string, body: unknown) {
  const answer = await source.ask('POST', url, admin, body);
  expect(answer.statusCode, `${url}: ${answer.body}`).toBeLessThan(300);
  return answer.json();
}

/** Makes a record of each kind, with references between them. */
async function fill(): Promise<void> {
  const list = await post('/api/lists', {
    name: 'AREAS',
    kind: 'coloured',
    configuration: { items: [{ caption: 'North', color: '#112233' }, { caption: 'South' }] },
  });
  const category = await post('/api/uom/categories', { name: 'Thickness' });
  const unit = { categoryId: category.id, name: 'ply', abbreviation: 'ply', code: 'ply' };
  await post('/api/uom/units', unit);
  await post('/api/uom/units', {
    ...unit,
    name: 'layers',
    abbreviation: 'lay',
    code: 'layer',
    factor: 3,
  });
  await post('/api/groups', { name: 'ROUNDS', caption: 'Rounds' });
  const userId = await makeUser(source.tenant.db);
  await source.tenant.db.updateTable('app_user').set({ user_name: 'ada' }).where('id', '=', userId).execute();
  await post('/api/recordtypes', {
    name: 'round',
    caption: 'Round',
    titleTemplate: '{title}',
    fields: [{ kind: 'text', name: 'title', caption: 'Title' }],
  });
  await post('/api/recordtypes', {
    name: 'finding',
    caption: 'Finding',
    states: [
      { name: 'open', caption: 'Open' },
      { name: 'done', caption: 'Done' },
    ],
    transitions: [{ from: 'open', to: 'done', caption: 'Close', groups: ['ROUNDS'] }],
    fields: [
      { kind: 'text', name: 'title', caption: 'Title' },
      {
        kind: 'list-item',
        name: 'area',
        caption: 'Area',
        list: 'AREAS',
        default: list.configuration.items[1].id,
      },
      { kind: 'reference', name: 'round', caption: 'Round', recordType: 'round' },
      { kind: 'number', name: 'depth', caption: 'Depth', unit: 'ply' },
      {
        kind: 'date',
        name: 'due',
        caption: 'Due',
        reminders: [{ daysBefore: 3, userIds: [userId], groups: ['ROUNDS'] }],
      },
    ],
  });
  // The two types need each other.
  const round = (await source.ask('GET', '/api/recordtypes/round', admin)).json();
  const rollUp = {
    kind: 'roll-up',
    name: 'findings',
    caption: 'Findings',
    function: 'count',
    recordType: 'finding',
    reference: 'round',
  };
  const changed = await source.ask('PUT', '/api/recordtypes/round', admin, {
    ...round,
    fields: [...round.fields, rollUp],
  });
  expect(changed.statusCode, changed.body).toBe(200);
  const asset = (await source.ask('GET', '/api/recordtypes/asset', admin)).json();
  const further = { kind: 'list-item', name: 'area', caption: 'Area of the plant', list: 'AREAS' };
  const extended = await source.ask('PUT', '/api/recordtypes/asset', admin, { ...asset, fields: [further] });
  expect(extended.statusCode, extended.body).toBe(200);
  await post('/api/relationships', {
    name: 'asset-finding',
    fromType: 'asset',
    toType: 'finding',
    caption: 'Findings',
    cardinality: 'one-many',
    fromCaption: 'Findings',
    toCaption: 'Asset',
  });
  await post('/api/structures', { name: 'by-asset', caption: 'By asset', relationships: ['asset-finding'] });
  const taxonomy = (await source.ask('GET', '/api/assets/taxonomy/list', admin)).json();
  const type = taxonomy.find((entry: { type: unknown }) => entry.type !== null);
  const site = await post('/api/assets', { uniqueId: 'Z-SITE', assetName: 'Site', isEquipment: false });
  const pump = await post('/api/assets', {
    uniqueId: 'P-1',
    assetName: 'Pump',
    parentId: site.id,
    criticality: 'A',
    categoryId: type.category.id,
    classId: type.class.id,
    typeId: type.type.id,
    fields: { area: list.configuration.items[0].id },
  });
  const [flow] = await post('/api/tags', [
    {
      name: 'P-1.flow',
      caption: 'Flow',
      type: 'data_point',
      unit: 'm3/h',
      assetIds: [pump.id],
      keywords: ['flow'],
    },
  ]);
  await post('/api/tags', [
    {
      name: 'A.double',
      caption: 'Double',
      type: 'calculated',
      logic: '[Flow] * 2',
      unit: 'm3/h',
      assetIds: [pump.id],
      aliases: [{ name: 'Flow', mappedTagId: flow.id }],
    },
  ]);
  const monday = await post('/api/records/round', { fields: { title: 'Monday' } });
  const leak = await post('/api/records/finding', {
    fields: { title: 'Leak', round: monday.id, area: list.configuration.items[0].id, depth: 2 },
  });
  await post(`/api/records/finding/${leak.id}/transition`, { to: 'done', version: leak.version });
  await post('/api/links', {
    relationship: 'asset-finding',
    links: [{ fromId: pump.id, toId: leak.id }],
  });
  const query = await post('/api/queries', {
    name: 'Findings by area',
    sharing: 'tenant',
    definition: {
      source: { kind: 'records', type: 'finding' },
      columns: [
        { kind: 'group', key: 'area', path: 'fields.area' },
        { kind: 'aggregate', key: 'n', aggregate: 'count' },
      ],
    },
  });
  await post('/api/dashboards', {
    name: 'Rounds',
    sharing: 'tenant',
    content: {
      cards: [
        { id: 'a', kind: 'query', queryId: query.id, x: 0, y: 0, w: 6, h: 4 },
        { id: 'b', kind: 'trend', tagId: flow.id, x: 6, y: 0, w: 6, h: 4 },
      ],
    },
  });
}

/** Everything that is exported, without built-in records. */
const everything = async () => {
  const { kinds } = (await source.ask('GET', '/api/exchange', admin)).json();
  return kinds
    .filter(({ count }: { count: number }) => count > 0)
    .map(({ kind }: { kind: string }) => ({ kind }));
};

describe('packages', () => {
  it('include the records that the chosen records depend on, and list them', async () => {
    const { result } = await from.export([{ kind: 'dashboard', keys: ['Rounds'] }]);
    expect(result.leftOut).toEqual([]);
    expect(result.kinds.map(({ kind, chosen, added }: never) => [kind, chosen, added])).toEqual([
      ['list', 0, 1],
      ['unit-category', 0, 1],
      ['unit', 0, 1],
      ['record-type', 0, 3],
      ['group', 0, 1],
      ['query', 0, 1],
      ['dashboard', 1, 0],
      ['asset', 0, 2],
      ['tag', 0, 1],
    ]);
    expect(result.added).toContainEqual({ kind: 'asset', key: 'Z-SITE', neededBy: 'asset P-1' });
  });

  it('are written with a single read of each record', async () => {
    const read = vi.spyOn(assetKind, 'read');
    await from.export([{ kind: 'asset', keys: ['P-1'] }]);
    const keys = read.mock.calls.flatMap(([, own]) => own);
    read.mockRestore();
    expect(keys.sort()).toEqual(['P-1', 'Z-SITE']);
  });

  it('are identical for the same records, except for the manifest', async () => {
    const [one, other] = [await from.export([{ kind: 'list' }]), await from.export([{ kind: 'list' }])];
    const length = one.bytes.indexOf('manifest.json');
    expect(one.bytes.subarray(0, length).equals(other.bytes.subarray(0, length))).toBe(true);
  });

  it('create all records in another database, and change nothing the second time', async () => {
    const { bytes } = await from.export(await everything());
    const check = await to.check(bytes);
    expect(check.result).toMatchObject({
      signature: 'other',
      problems: [],
      missingUsers: ['ada'],
      counts: { conflict: 0, update: 1 },
    });
    const unknown = await target.ask('GET', '/api/lists/AREAS', receiver);
    expect(unknown.statusCode).toBe(404);
    const refused = await target.ask('POST', `/api/exchange/checks/${check.commandId}/import`, receiver, {});
    expect(refused.statusCode).toBe(409);
    const done = await to.import(check.commandId, { trust: true, leaveOutUsers: true });
    expect(done.error).toBeNull();
    expect(done.result).toMatchObject({ created: check.result.counts.create, updated: 1 });

    // The user does not exist here, so the reminder of the type differs.
    const again = await to.check(bytes);
    expect(again.result.counts).toEqual({
      create: 0,
      update: 1,
      conflict: 0,
      skip: check.result.counts.create + check.result.counts.skip,
    });
    const back = createExchange(target, receiver);
    const returned = await back.export(await everything());
    const same = await from.check(returned.bytes);
    expect(await from.rows(same.commandId, '?action=update')).toEqual([
      {
        kind: 'record-type',
        key: 'finding',
        action: 'update',
        message: null,
        differences: [{ path: 'reminderUsers.due', before: [['ada']] }],
      },
    ]);

    const twice = await to.rollBack(done.result.importId);
    expect(twice.error).toBeNull();
    expect(twice.result).toEqual({ restored: 1, deleted: check.result.counts.create });
    const gone = await to.check(bytes);
    expect(gone.result.counts).toEqual(check.result.counts);
    const history = (await target.ask('GET', '/api/exchange/imports', receiver)).json();
    expect(history[0]).toMatchObject({ id: done.result.importId, rolledBackAt: expect.any(String) });
    const refusedTwice = await target.ask(
      'POST',
      `/api/exchange/imports/${done.result.importId}/roll-back`,
      receiver,
    );
    expect(refusedTwice.statusCode).toBe(409);
  });

  it('include the record that a record refers to, both with state and link', async () => {
    const { bytes, result } = await from.export([{ kind: 'link', keys: ['asset-finding: P-1 → Leak'] }]);
    const added = result.added.map(({ kind, key }: Record<string, string>) => `${kind} ${key}`);
    expect(added).toEqual(
      expect.arrayContaining(['record finding/Leak', 'record round/Monday', 'asset P-1']),
    );
    const check = await to.check(bytes);
    const done = await to.import(check.commandId, { trust: true, leaveOutUsers: true });
    expect(done.error).toBeNull();
    const answer = await target.ask('POST', '/api/records/finding/filters', receiver, {
      filters: [],
      sorts: [],
    });
    const [leak] = answer.json();
    expect(leak).toMatchObject({ title: 'Leak', state: 'done', fields: { depth: 2 } });
    expect(Object.values(leak.captions.round)).toEqual(['Monday']);
    const panels = (await target.ask('GET', `/api/links/finding/${leak.id}`, receiver)).json();
    expect(panels).toMatchObject([{ relationship: 'asset-finding', count: 1 }]);
    expect((await to.rollBack(done.result.importId)).error).toBeNull();
  });

  it('list the links that are left out, with the records that they lead to', async () => {
    const [asset] = (await source.ask('POST', '/api/assets/filters', admin, {})).json();
    const tagId = await makeTag(source.tenant.db, { type: 'work' });
    const work = await post('/api/work', { tagId, name: 'Oil change', kind: 'preventive' });
    await post('/api/relationships', {
      name: 'asset-work',
      fromType: 'asset',
      toType: 'work',
      caption: 'Done',
      cardinality: 'many-many',
      fromCaption: 'Done',
      toCaption: 'At',
    });
    await post('/api/links', { relationship: 'asset-work', links: [{ fromId: asset.id, toId: work.id }] });
    const { result, bytes } = await from.export([{ kind: 'link', keys: null }]);
    const leftOut = [
      { kind: 'link', key: `asset-work: ${asset.uniqueId} → Oil change`, reason: 'Packages hold no work.' },
    ];
    expect(result.leftOut).toEqual(leftOut);
    expect((await to.check(bytes)).result.leftOut).toEqual(leftOut);
    const { result: others } = await from.export([{ kind: 'list', keys: null }]);
    expect(others.leftOut).toEqual([]);
  });

  it('list the records that are left out because an older one has the same name', async () => {
    const analysis = { startDate: '2024-01-01T00:00:00Z', missionTime: 'P1Y', assetIds: [] };
    for (const name of ['Twice', 'Once', 'Twice']) await post('/api/riskanalyses/', [{ ...analysis, name }]);
    const { result } = await from.export([{ kind: 'risk-analysis' }]);
    expect(result.kinds).toMatchObject([{ kind: 'risk-analysis', chosen: 2 }]);
    expect(result.leftOut).toEqual([
      { kind: 'risk-analysis', key: 'Twice', reason: 'An older record has this name.' },
    ]);
    const { result: one } = await from.export([{ kind: 'risk-analysis', keys: ['Once'] }]);
    expect(one.leftOut).toEqual([]);
    await source.tenant.db.deleteFrom('risk_analysis').execute();
  });

  it('leave out records with the same title', async () => {
    await post('/api/records/round', { fields: { title: 'Twice' } });
    await post('/api/records/round', { fields: { title: 'Twice' } });
    const { result } = await from.export([{ kind: 'record', keys: null }]);
    expect(result.leftOut).toEqual([
      { kind: 'record', key: 'round/Twice', reason: '2 records have this title.' },
    ]);
  });

  it('show the difference of each record, and can be rolled back only while nothing has changed', async () => {
    const list = (caption: string) => [
      { name: 'SHIFTS', configuration: { items: [{ value: 'N', caption }] } },
    ];
    const first = await to.check(await createPackage({ list: list('Night') }));
    expect(first.result).toMatchObject({ signature: 'none', counts: { create: 1 } });
    await to.import(first.commandId);
    const second = await to.check(await createPackage({ list: list('Late') }));
    expect(await to.rows(second.commandId)).toEqual([
      {
        kind: 'list',
        key: 'SHIFTS',
        action: 'update',
        message: null,
        differences: [{ path: 'configuration.items.0.caption', before: 'Night', after: 'Late' }],
      },
    ]);
    const { result } = await to.import(second.commandId);
    const now = (await target.ask('GET', '/api/lists/SHIFTS', receiver)).json();
    await target.ask('PUT', `/api/lists/${now.id}`, receiver, {
      description: 'Changed',
      configuration: now.configuration,
      version: now.version,
    });
    const refused = await to.rollBack(result.importId);
    expect(refused.error).toBe('list SHIFTS was changed since the import: nothing was rolled back.');
  });

  it('are rolled back as a whole, with progress, and can be canceled during the rollback', async () => {
    const check = await to.check(await createPackage({ list: [{ name: 'BACK_1' }, { name: 'BACK_2' }] }));
    const { importId } = (await to.import(check.commandId)).result;
    const { imported_by: userId } = await target.tenant.db
      .selectFrom('package_import')
      .select('imported_by')
      .where('id', '=', importId)
      .executeTakeFirstOrThrow();
    const input = { importId, userId };
    const canceled = createCall(target.tenant, {
      input,
      progress: () => Promise.reject(new Error('Canceled.')),
    });
    await expect(rollBackPackage.run(canceled)).rejects.toThrow('Canceled.');
    const getStatus = async (name: string) =>
      (await target.ask('GET', `/api/lists/${name}`, receiver)).statusCode;
    expect([await getStatus('BACK_1'), await getStatus('BACK_2')]).toEqual([200, 200]);
    const done = await to.rollBack(importId);
    expect(done).toMatchObject({ error: null, result: { restored: 0, deleted: 2 } });
    expect([await getStatus('BACK_1'), await getStatus('BACK_2')]).toEqual([404, 404]);
  });

  it('import the other records if conflicts are left out', async () => {
    const check = await to.check(
      await createPackage({
        list: [{ name: 'GOOD' }],
        relationship: [
          {
            name: 'r1',
            fromType: 'asset',
            toType: 'nothing',
            caption: 'R',
            cardinality: 'one-many',
            fromCaption: 'A',
            toCaption: 'B',
          },
        ],
      }),
    );
    expect(check.result.counts).toEqual({ create: 1, update: 0, skip: 0, conflict: 1 });
    expect(await to.rows(check.commandId, '?action=conflict')).toMatchObject([
      {
        key: 'r1',
        message: "toType: the record-type 'nothing' is neither in the package nor in this database.",
      },
    ]);
    const url = `/api/exchange/checks/${check.commandId}/import`;
    expect((await target.ask('POST', url, receiver, { trust: true })).json().message).toBe(
      '1 records are in conflict. Please confirm that they are skipped.',
    );
    const done = await to.import(check.commandId, { trust: true, leaveOutConflicts: true });
    expect(done.result).toMatchObject({ created: 1, updated: 0 });
  });

  it('are imported once, however often the command runs', async () => {
    const check = await to.check(await createPackage({ list: [{ name: 'ONCE' }] }));
    const { commandId } = (
      await target.ask('POST', `/api/exchange/checks/${check.commandId}/import`, receiver, { trust: true })
    ).json();
    const { importPackage } = await import('./import.ts');
    const { getCommandInput } = await import('../../jobs/command/service.ts');
    const input = await getCommandInput(target.tenant.db, commandId);
    const call = createCall(target.tenant, { commandId, input });
    expect(await importPackage.run(call)).toEqual(await importPackage.run(call));
  });
});

describe('notifications', () => {
  const toldTo = async (headers: Record<string, string>) => {
    const answer = await target.ask('GET', '/api/notifications', headers);
    return answer
      .json()
      .filter(({ url }: { url: string }) => url === '/settings/exchange')
      .map(({ type, message }: Record<string, string>) => ({ type, message }));
  };

  it('inform the other administrators of an import and its rollback', async () => {
    const other = await makeSession(target.tenant.db, { groups: ['ADMINISTRATORS'] });
    const viewer = await makeSession(target.tenant.db, { groups: ['VIEWERS'] });
    const before = await toldTo(receiver);
    const check = await to.check(await createPackage({ list: [{ name: 'TOLD' }] }), 'told.zip');
    const { result } = await to.import(check.commandId);
    await to.rollBack(result.importId);
    expect(await toldTo(other)).toEqual([
      {
        type: 'imported',
        message: expect.stringMatching(/ rolled back told\.zip: 1 deleted, 0 restored\.$/),
      },
      { type: 'imported', message: expect.stringMatching(/ imported told\.zip: 1 created, 0 updated\.$/) },
    ]);
    expect(await toldTo(receiver)).toEqual(before);
    expect(await toldTo(viewer)).toEqual([]);
  });

  it('inform the user of a failed import and a failed rollback', async () => {
    const list = (await target.ask('POST', '/api/lists', receiver, { name: 'FAILS' })).json();
    const change = [{ name: 'FAILS', description: 'Changed' }];
    const check = await to.check(await createPackage({ list: change }), 'fails.zip');
    const done = await to.import(check.commandId);
    const changed = await target.ask('PUT', `/api/lists/${list.id}`, receiver, {
      description: 'By hand',
      configuration: list.configuration,
      version: list.version + 1,
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect((await to.rollBack(done.result.importId)).status).toBe('error');
    expect((await toldTo(receiver))[0]).toEqual({
      type: 'failed',
      message:
        'Rolling back fails.zip failed. list FAILS was changed since the import: nothing was rolled back.',
    });
  });
});

describe('the calls for packages', () => {
  it('answer 400, 401, 403 and 404', async () => {
    const { db } = source.tenant;
    const manager = await makeSession(db, { groups: ['ADMINISTRATORS'] });
    const ask = (method: 'GET' | 'POST', url: string, headers: Record<string, string>, body?: unknown) =>
      source.ask(method, url, headers, body).then(({ statusCode }) => statusCode);
    expect(await ask('GET', '/api/exchange', {})).toBe(401);
    expect(await ask('GET', '/api/exchange', await makeSession(db))).toBe(403);
    expect(await ask('POST', '/api/exchange/exports', admin, { selection: [] })).toBe(400);
    expect(await ask('POST', '/api/exchange/exports', admin, { selection: [{ kind: 'user' }] })).toBe(400);
    // Groups require the right to manage users.
    expect(await ask('POST', '/api/exchange/exports', manager, { selection: [{ kind: 'group' }] })).toBe(403);
    expect(await ask('POST', '/api/exchange/keys', manager, { kind: 'group' })).toBe(403);
    const id = '00000000-0000-4000-8000-000000000000';
    expect(await ask('GET', `/api/exchange/exports/${id}`, admin)).toBe(404);
    expect(await ask('GET', `/api/exchange/checks/${id}/rows`, admin)).toBe(404);
    expect(await ask('POST', `/api/exchange/checks/${id}/import`, admin, {})).toBe(404);
    expect(await ask('POST', '/api/exchange/imports/999/roll-back', admin)).toBe(404);
  });

  it('allow only administrators to trust a package of others', async () => {
    const manager = await makeSession(target.tenant.db, { groups: ['ADMINISTRATORS'] });
    const theirs = createExchange(target, manager);
    const check = await theirs.check(await createPackage({ list: [{ name: 'TRUST' }] }));
    const url = `/api/exchange/checks/${check.commandId}/import`;
    expect((await target.ask('POST', url, manager, { trust: true })).statusCode).toBe(403);
  });

  it('reject records of kinds that the user may not write', async () => {
    const manager = await makeSession(target.tenant.db, { groups: ['ADMINISTRATORS'] });
    const group = { name: 'MINE', caption: 'Mine', description: '', assignedRecordTypes: ['twin'] };
    const theirs = createExchange(target, manager);
    const check = await theirs.check(await createPackage({ group: [group] }));
    expect(check.result.counts.conflict).toBe(1);
    expect(await theirs.rows(check.commandId)).toMatchObject([{ message: 'You may not write groups.' }]);
  });

  it('list the sorted keys of a kind that contain a text', async () => {
    const answer = await source.ask('POST', '/api/exchange/keys', admin, { kind: 'asset', text: 'p-' });
    expect(answer.json()).toEqual([{ key: 'P-1' }]);
    expect(answer.headers['x-paging-total-records']).toBe('1');
  });
});
