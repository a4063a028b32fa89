import type { FieldDefinition } from '@twinward/contracts/records/field';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../testing/commands.ts';
import { makeAsset, makeProtection, makeSession, makeTag, makeTwin } from '../../../testing/factories.ts';
import { toForm } from '../../../testing/form.ts';
import { textField, useRecordTypes } from '../../../testing/record-types.ts';
import { readSheets } from '../../../testing/workbooks.ts';
import { importAssets } from '../../assets/asset-import/jobs.ts';
import { changeRecords } from './bulk.ts';
import { importRecords } from './import-jobs.ts';

const { shared, ask, create, record, change, carryOut } = useRecordTypes();

describe('further fields of assets', () => {
  it('are included in the asset, its list, import, export, search and audit trail', async () => {
    const grade: Partial<FieldDefinition> = {
      name: 'grade',
      caption: 'Grade',
      kind: 'text',
      maximumLength: 20,
    };
    const depth = { name: 'depth', caption: 'Depth', kind: 'number', unit: 'm', maximum: 10 };
    const changed = await change('asset', { fields: [grade, depth] });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect((await change('asset', { caption: 'Thing' })).status).toBe(400);
    await carryOut('index-fields', 'asset');
    const refused = await ask('POST', '/api/assets', {
      uniqueId: 'X-1',
      assetName: 'X',
      fields: { depth: 11 },
    });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'fields.depth']);
    const asset = (
      await ask('POST', '/api/assets', { uniqueId: 'X-1', assetName: 'X', fields: { grade: 'Duplex' } })
    ).body;
    expect(asset.fields).toEqual({ grade: 'Duplex' });
    const { body: deeper } = await ask('PUT', `/api/assets/${asset.id}`, { ...asset, fields: { depth: 3 } });
    expect(deeper.fields).toEqual({ grade: 'Duplex', depth: 3 });
    const filters = [{ field: 'fields.depth', operator: 'GreaterThan', value: 2 }];
    expect((await ask('POST', '/api/assets/filters', { filters })).body).toMatchObject([{ uniqueId: 'X-1' }]);
    const wrong = [{ field: 'fields.colour', operator: 'IsNull' }];
    expect((await ask('POST', '/api/assets/filters', { filters: wrong })).status).toBe(400);
    const found = await ask('POST', '/api/search', {
      filters: [{ field: 'SearchText', operator: 'Contains', value: 'duplex' }],
      types: [1],
    });
    expect(found.body).toHaveLength(1);
    const audited = await ask('POST', '/api/audit/filters', {
      filters: [{ field: 'EntityType', operator: 'EqualTo', value: 'asset' }],
      sorts: [{ field: 'Id', direction: 'Descending' }],
    });
    expect(audited.body[0]).toMatchObject({ old: { Depth: null }, new: { Depth: '3 m' } });
    const file = 'Unique id;Name;Grade;Depth\nX-1;X;Carbon;3\nX-2;Y;;12\nX-3;Z;Steel;1,5\n';
    const form = toForm({ name: 'assets.csv', content: file }, shared.admin);
    const { commandId } = (
      await shared.test.app.inject({ method: 'POST', url: '/api/assets/imports', ...form })
    ).json();
    await runCommand(shared.test.tenant, { 'import-assets': importAssets }, commandId);
    const rows = (await ask('POST', `/api/assets/imports/${commandId}/rows/filters`, {})).body;
    expect(rows.map(({ action, message }: { action: string; message: string }) => [action, message])).toEqual(
      [
        ['update', null],
        ['error', 'Depth: Please enter a number less than or equal to 10.'],
        ['create', null],
      ],
    );
    const run = await ask('POST', `/api/assets/imports/${commandId}/run`);
    await runCommand(shared.test.tenant, { 'import-assets': importAssets }, run.body.commandId);
    const imported = (
      await ask('POST', '/api/assets/filters', { sorts: [{ field: 'UniqueId', direction: 'Ascending' }] })
    ).body;
    expect(imported.map(({ fields }: { fields: object }) => fields)).toEqual([
      { grade: 'Carbon', depth: 3 },
      { grade: 'Steel', depth: 1.5 },
    ]);
    expect((await shared.test.ask('POST', '/api/assets/export', shared.admin, {})).statusCode).toBe(200);

    const ids = imported.map(({ id }: { id: number }) => id);
    const all = { ids: [...ids, 999_999], fields: { depth: 4 } };
    const bulk = await ask('POST', '/api/records/asset/changes', all);
    await runCommand(shared.test.tenant, { 'change-records': changeRecords }, bulk.body.commandId);
    const { result } = (await ask('GET', `/api/commands/${bulk.body.commandId}`)).body;
    expect(result).toMatchObject({ changed: 2, refused: 1, reasons: [{ message: 'Asset not found.' }] });
    const last = (await ask('GET', `/api/assets/${ids[1]}`)).body;
    expect(last).toMatchObject({ fields: { grade: 'Steel', depth: 4 }, version: imported[1].version + 1 });
    const trail = await ask('POST', '/api/audit/filters', {
      filters: [{ field: 'EntityType', operator: 'EqualTo', value: 'asset' }],
      sorts: [{ field: 'Id', direction: 'Descending' }],
    });
    expect(trail.body[0]).toMatchObject({
      entityName: 'Z',
      old: { Depth: '1.5 m' },
      new: { Depth: '4 m' },
    });
    const viewer = await makeSession(shared.test.tenant.db, { groups: ['VIEWERS'] });
    for (const wanted of [{ fields: { depth: 4 } }, { delete: true }]) {
      const refused = await shared.test.ask('POST', '/api/records/asset/changes', viewer, { ids, ...wanted });
      expect(refused.statusCode).toBe(403);
    }
  });
});

describe('an import of further fields', () => {
  const importFile = async (type: string, content: string | Buffer, name = 'further.csv') => {
    const url = `/api/records/${type}/imports`;
    const form = toForm({ name, content }, shared.admin);
    const checked = (await shared.test.app.inject({ method: 'POST', url, ...form })).json();
    await runCommand(shared.test.tenant, { 'import-records': importRecords }, checked.commandId);
    const rows = (await ask('POST', `${url}/${checked.commandId}/rows/filters`, {})).body;
    const { body } = await ask('POST', `${url}/${checked.commandId}/run`);
    await runCommand(shared.test.tenant, { 'import-records': importRecords }, body.commandId);
    const { result } = (await ask('GET', `/api/commands/${body.commandId}`)).body;
    return {
      rows: rows.map(({ action, title, message }: Record<string, string>) => [action, title, message]),
      result,
    };
  };

  const ofTwins = [
    textField('bay'),
    { name: 'load', caption: 'Load', kind: 'number', maximum: 9 },
    { name: 'meter', caption: 'Meter', kind: 'reference', recordType: 'tag' },
  ];

  it('sets fields of existing twins, identified by id or by title', async () => {
    const { db } = shared.test.tenant;
    await change('twin', { fields: ofTwins });
    const twins: number[] = [];
    for (const uniqueId of ['I-1', 'I-2', 'I-3']) {
      const assetId = await makeAsset(db, { uniqueId, assetName: `Import ${uniqueId}` });
      twins.push(await makeTwin(db, { assetId }));
    }
    const { rows, result } = await importFile(
      'twin',
      [
        'Id;Record;The bay;Load',
        `${twins[0]};;North;1,5`,
        ';I-2;South;10',
        ';Import I-3;West;2',
        ';Import I-3;East;2',
        ';I-4;West;2',
        '999999;;West;2',
        ';;West;2',
      ].join('\n'),
    );
    expect(rows).toEqual([
      ['update', 'Import I-1', null],
      ['error', 'Import I-2', 'Load: Please enter a number less than or equal to 9.'],
      ['update', 'Import I-3', null],
      ['error', 'Import I-3', 'Row 4 has the same record.'],
      ['error', 'I-4', "Record: There is no 'I-4', or there are several: please give the id."],
      ['error', '', 'Id: There is no record 999999.'],
      ['error', '', 'Please name a record by its id, or as it is shown.'],
    ]);
    expect(result).toMatchObject({ dryRun: false, update: 2, create: 0, error: 5 });
    const getFields = async (id: number) => (await ask('GET', `/api/twins/${id}`)).body.fields;
    expect(await getFields(twins[0]!)).toEqual({ bay: 'North', load: 1.5 });
    expect(await getFields(twins[1]!)).toEqual({});
    expect(await getFields(twins[2]!)).toEqual({ bay: 'West', load: 2 });
    const again = await importFile('twin', `Id;The bay\n${twins[0]};North\n${twins[2]};\n`);
    expect(again.rows.map(([action]: string[]) => action)).toEqual(['unchanged', 'update']);
    expect(await getFields(twins[2]!)).toEqual({ load: 2 });
    const viewer = await makeSession(db, { groups: ['VIEWERS'] });
    const template = (headers: Record<string, string>) =>
      shared.test.ask('GET', '/api/records/twin/imports/template', headers);
    expect((await template(viewer)).statusCode).toBe(403);
    const { rawPayload } = await template(shared.admin);
    const [headings, ...values] = readSheets(rawPayload).Records!;
    expect(headings).toEqual(['Id', 'Record', 'The bay', 'Load', 'Meter']);
    expect(values.filter(([id]) => twins.includes(Number(id)))).toEqual([
      [twins[0], 'Import I-1', 'North', 1.5, null],
      [twins[1], 'Import I-2', null, null, null],
      [twins[2], 'Import I-3', null, 2, null],
    ]);
    const same = await importFile('twin', rawPayload, 'twin.xlsx');
    expect(same.result).toMatchObject({ unchanged: values.length, update: 0, error: 0 });
  });

  it('is case-sensitive', async () => {
    const { db } = shared.test.tenant;
    await change('twin', { fields: ofTwins });
    const twins: number[] = [];
    for (const assetName of ['Mill A', 'MILL a'])
      twins.push(await makeTwin(db, { assetId: await makeAsset(db, { assetName }) }));
    const [flow, other] = [
      await makeTag(db, { name: 'Mill flow' }),
      await makeTag(db, { name: 'Mill FLOW' }),
    ];
    const lines = ['Record;Meter', 'Mill A;Mill flow', 'MILL a;Mill FLOW', 'mill a;Mill flow'];
    const { rows } = await importFile('twin', lines.join('\n'));
    expect(rows.map(([action]: string[]) => action)).toEqual(['update', 'update', 'error']);
    const changed = await Promise.all(twins.map((id) => ask('GET', `/api/twins/${id}`)));
    expect(changed.map(({ body }) => body.fields)).toEqual([{ meter: flow }, { meter: other }]);
  });

  it('does not change advisories that have ended', async () => {
    await change('advisory', { fields: [textField('root')] });
    const { body: made } = await ask('POST', '/api/advisories', {
      twinId: await makeTwin(shared.test.tenant.db),
      name: 'Ended',
      targetHorizon: 'P7D',
    });
    const advance = (transition: string, version: number) =>
      ask('POST', `/api/advisories/${made.id}/transition`, { transition, version, reason: 'Done' });
    const { body: active } = await advance('submit', made.version);
    await advance('cancel', active.version);
    const { rows, result } = await importFile('advisory', `Id;The root\n${made.id};Wear\n`);
    expect(rows).toEqual([['error', 'Ended', "The advisory is canceled: it can't be changed."]]);
    expect(result).toMatchObject({ update: 0, error: 1 });
  });
});

describe('deletion of many records of a system type', () => {
  const remove = async (type: string, ids: readonly number[]) => {
    const bulk = await ask('POST', `/api/records/${type}/changes`, { ids, delete: true });
    await runCommand(shared.test.tenant, { 'change-records': changeRecords }, bulk.body.commandId);
    return (await ask('GET', `/api/commands/${bulk.body.commandId}`)).body.result;
  };

  it('deletes children before parents, and returns the reasons for records that were not deleted', async () => {
    const { db } = shared.test.tenant;
    const hall = await makeAsset(db, { assetName: 'Hall' });
    const pump = await makeAsset(db, { assetName: 'Pump', parentId: hall });
    const fan = await makeAsset(db, { assetName: 'Fan' });
    await makeTwin(db, { assetId: fan });
    const gone = 999_999;
    expect(await remove('asset', [hall, pump, fan, gone])).toEqual({
      done: 4,
      changed: 2,
      refused: 2,
      reasons: [
        { id: gone, title: '', message: 'Asset not found.' },
        { id: fan, title: 'Fan', message: 'The asset Fan has a twin. Please delete the twin first.' },
      ],
    });
    const one = await ask('DELETE', `/api/assets/${fan}`);
    expect(one.body.message).toBe('The asset Fan has a twin. Please delete the twin first.');
    const trail = await ask('POST', '/api/audit/filters', {
      filters: [
        { field: 'EntityType', operator: 'EqualTo', value: 'asset' },
        { field: 'Action', operator: 'EqualTo', value: 'delete' },
      ],
    });
    expect(trail.body.map(({ entityName }: { entityName: string }) => entityName)).toEqual(
      expect.arrayContaining(['Hall', 'Pump']),
    );
  });

  it('does not delete records that a field refers to', async () => {
    const { db } = shared.test.tenant;
    const reference = (name: string, recordType: string) => ({
      name,
      caption: `The ${name}`,
      kind: 'reference',
      recordType,
    });
    const twinId = await makeTwin(db);
    const assetId = await makeAsset(db);
    const tagId = await makeTag(db);
    const fields = ['asset', 'twin', 'tag'].map((type) => reference(type, type));
    await create({ name: 'note', caption: 'Note', fields });
    const held = { asset: assetId, twin: twinId, tag: tagId };
    await record('note', held);
    const urls = {
      asset: `/api/assets/${assetId}`,
      twin: `/api/twins/${twinId}`,
      tag: `/api/tags/${tagId}`,
    };
    for (const [name, url] of Object.entries(urls)) {
      const { status, body } = await ask('DELETE', url);
      expect([status, body?.message]).toEqual([409, `A record of Note refers to it by The ${name}.`]);
    }
  });

  it('deletes records by the same rules as the call of their type', async () => {
    const { db } = shared.test.tenant;
    const twinId = await makeTwin(db);
    const createRecord = async (url: string, body: object): Promise<number> =>
      (await ask('POST', url, body)).body.id;
    const advisory = { twinId, targetHorizon: 'P7D' };
    const draft = await createRecord('/api/advisories', { ...advisory, name: 'Draft' });
    const { body: submitted } = await ask('POST', '/api/advisories', { ...advisory, name: 'Submitted' });
    await ask('POST', `/api/advisories/${submitted.id}/transition`, {
      transition: 'submit',
      version: submitted.version,
    });
    const blocked = await remove('advisory', [draft, submitted.id]);
    expect(blocked).toMatchObject({
      changed: 1,
      reasons: [{ title: 'Submitted', message: 'Only a draft can be deleted; this advisory is active.' }],
    });
    const workTag = await makeTag(db, { type: 'work' });
    const [analysis] = (await ask('POST', '/api/riskanalyses', [{ analysisName: 'Next year' }])).body;
    const kinds: Record<string, number> = {
      work: await createRecord('/api/work', { tagId: workTag, name: 'Oil', kind: 'preventive' }),
      'failure-mode': await createRecord('/api/failure-modes', { twinId, name: 'Wear' }),
      activity: await createRecord('/api/activities', { twinId, name: 'Oil' }),
      protection: await makeProtection(db, { twinId }),
      'risk-analysis': analysis.id,
      tag: await makeTag(db),
      twin: twinId,
    };
    for (const [type, id] of Object.entries(kinds)) {
      expect(await remove(type, [id]), type).toEqual({ done: 1, changed: 1, refused: 0, reasons: [] });
      expect(await remove(type, [id]), type).toMatchObject({ changed: 0, refused: 1 });
    }
  });
});

describe('further fields of an advisory', () => {
  it('are set for many advisories, and cannot change after an advisory has ended', async () => {
    await change('advisory', { fields: [textField('cause')] });
    const twinId = await makeTwin(shared.test.tenant.db);
    const { body: made } = await ask('POST', '/api/advisories', {
      twinId,
      name: 'Look',
      targetHorizon: 'P7D',
    });
    const advance = (transition: string, { version }: { version: number }) =>
      ask('POST', `/api/advisories/${made.id}/transition`, { transition, version, reason: 'Done' });
    const set = async (cause: string) => {
      const bulk = await ask('POST', '/api/records/advisory/changes', { ids: [made.id], fields: { cause } });
      await runCommand(shared.test.tenant, { 'change-records': changeRecords }, bulk.body.commandId);
      return (await ask('GET', `/api/commands/${bulk.body.commandId}`)).body.result;
    };
    expect(await set('Wear')).toMatchObject({ changed: 1, refused: 0 });
    const { body: open } = await ask('GET', `/api/advisories/${made.id}`);
    const { body: active } = await advance('submit', open);
    expect((await advance('cancel', active)).body).toMatchObject({ state: 'canceled' });
    expect(await set('Other')).toMatchObject({
      changed: 0,
      reasons: [{ message: "The advisory is canceled: it can't be changed." }],
    });
    expect((await ask('GET', `/api/advisories/${made.id}`)).body.fields).toEqual({ cause: 'Wear' });
  });
});
