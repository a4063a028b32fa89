import type { CustomRecord } from '@twinward/contracts/records/record';
import type { RecordImportRow } from '@twinward/contracts/records/record-import';
import type { RecordType } from '@twinward/contracts/records/record-type';
import type { Unit } from '@twinward/contracts/system/unit';
import type { EditedList } from '@twinward/contracts/system/value-list';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { makeAsset, makeSession } from '../../../testing/factories.ts';
import { toForm } from '../../../testing/form.ts';
import { importRecords } from './import-jobs.ts';

let test: TestApp;
let admin: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  admin = await makeSession(test.tenant.db, { isAdmin: true });
});
afterAll(() => test.close());

async function call(method: Method, url: string, body?: unknown) {
  const answer = await test.ask(method, url, admin, body);
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}

async function make<T>(url: string, body: object): Promise<T> {
  const { status, body: made } = await call('POST', url, body);
  expect(status, JSON.stringify(made)).toBe(201);
  return made;
}

it('counts the records that contain items, and replaces an item in all of them', async () => {
  const items = ['Good', 'Worn', 'Broken'].map((caption) => ({ caption }));
  const list = await make<EditedList>('/api/lists', {
    name: 'CONDITION',
    kind: 'simple',
    configuration: { items },
  });
  const [good, worn, broken] = list.configuration.items;
  const fields = [
    { name: 'condition', caption: 'Condition', kind: 'list-item', list: 'CONDITION' },
    { name: 'seen', caption: 'Seen', kind: 'list-items', list: 'CONDITION' },
  ];
  await make<RecordType>('/api/recordtypes', { name: 'check', caption: 'Check', fields });
  const record = await make<CustomRecord>('/api/records/check', {
    fields: { condition: worn!.id, seen: [broken!.id, worn!.id, good!.id] },
  });
  const { body: asset } = await call('GET', '/api/recordtypes/asset');
  await call('PUT', '/api/recordtypes/asset', { ...asset, fields: [fields[0]] });
  const assetId = await makeAsset(test.tenant.db);
  await test.tenant.db
    .updateTable('asset')
    .set({ fields: JSON.stringify({ condition: worn!.id }) })
    .where('id', '=', assetId)
    .execute();

  const { uses } = (await call('GET', '/api/lists/CONDITION')).body as EditedList;
  const countUses = (itemId: number) =>
    uses.filter((use) => use.itemId === itemId).reduce((sum, { count }) => sum + count, 0);
  expect([good, worn, broken].map((item) => countUses(item!.id))).toEqual([1, 3, 1]);
  expect(uses.filter(({ itemId }) => itemId === null)).toHaveLength(3);
  expect((await call('DELETE', `/api/lists/${list.id}`)).status).toBe(409);

  const replaced = await call('POST', `/api/lists/${list.id}/items/${worn!.id}/replace`, {
    by: good!.id,
    version: list.version,
  });
  expect(replaced.status, JSON.stringify(replaced.body)).toBe(200);
  const after = (await call('GET', `/api/records/check/${record.id}`)).body as CustomRecord;
  expect(after).toMatchObject({
    fields: { condition: good!.id, seen: [good!.id, broken!.id] },
    version: record.version + 1,
  });
  const stored = await test.tenant.db
    .selectFrom('asset')
    .select('fields')
    .where('id', '=', assetId)
    .executeTakeFirstOrThrow();
  expect(stored.fields).toEqual({ condition: good!.id });
  const audited = await test.tenant.db
    .selectFrom('audit_entry')
    .select(['old', 'new'])
    .where('entity_type', '=', 'asset')
    .where('entity_id', '=', String(assetId))
    .where('action', '=', 'update')
    .executeTakeFirstOrThrow();
  expect(audited).toEqual({ old: { condition: worn!.id }, new: { condition: good!.id } });
});

it('counts the fields with a unit, and replaces it by an equal one', async () => {
  const categories = (await call('GET', '/api/uom/categories')).body as { id: number; name: string }[];
  const length = categories.find(({ name }) => name === 'Length')!.id;
  const unit = { categoryId: length, name: 'thou', abbreviation: 'thou', factor: 0.0000254 };
  const thou = await make<Unit>('/api/uom/units', { ...unit, code: 'thou' });
  const sheet = await make<Unit>('/api/uom/units', {
    ...unit,
    code: 'sheet',
    name: 'sheet',
    abbreviation: 'sheet',
  });
  await make<RecordType>('/api/recordtypes', {
    name: 'gauging',
    caption: 'Gauging',
    fields: [{ name: 'wall', caption: 'Wall', kind: 'number', unit: 'thou' }],
  });
  const record = await make<CustomRecord>('/api/records/gauging', { fields: { wall: 120 } });
  expect((await call('GET', `/api/uom/units/${thou.id}/uses`)).body).toEqual([
    { usedBy: 'fields of record types', count: 1 },
  ]);
  expect((await call('DELETE', `/api/uom/units/${thou.id}`)).status).toBe(409);
  await call('POST', `/api/uom/units/${thou.id}/replace`, { by: sheet.id, version: thou.version });
  expect((await call('DELETE', `/api/uom/units/${thou.id}`)).status).toBe(204);
  expect((await call('GET', '/api/recordtypes/gauging')).body.fields).toMatchObject([{ unit: 'sheet' }]);
  expect((await call('GET', `/api/records/gauging/${record.id}`)).body.fields).toEqual({ wall: 120 });
});

const createList = (name: string, captions: readonly string[]) =>
  make<EditedList>('/api/lists', {
    name,
    kind: 'simple',
    configuration: { items: captions.map((caption) => ({ caption })) },
  });

const replace = (list: EditedList, item: number, by: number) =>
  call('POST', `/api/lists/${list.id}/items/${item}/replace`, { by, version: list.version });

it('replaces an item without checking the other rules of the type', async () => {
  const list = await createList('FINDING', ['Good', 'Worn']);
  const [good, worn] = list.configuration.items.map(({ id }) => id) as [number, number];
  const field = { caption: 'Finding', kind: 'list-item', list: 'FINDING' };
  const definition = {
    name: 'survey',
    caption: 'Survey',
    fields: [
      { ...field, name: 'finding', readOnlyIn: ['done'] },
      { ...field, name: 'old', caption: 'Old' },
      { name: 'who', caption: 'Who', kind: 'text' },
    ],
    states: [{ name: 'done', caption: 'Done' }],
  };
  await make<RecordType>('/api/recordtypes', definition);
  const { id } = await make<CustomRecord>('/api/records/survey', { fields: { finding: worn, old: worn } });
  const { body: type } = await call('GET', '/api/recordtypes/survey');
  const [finding, old, who] = type.fields;
  const fields = [finding, { ...old, deprecated: true }, { ...who, required: true }];
  expect((await call('PUT', '/api/recordtypes/survey', { ...type, fields })).status).toBe(200);

  expect((await replace(list, worn, good)).status).toBe(200);
  expect((await call('GET', `/api/records/survey/${id}`)).body).toMatchObject({
    fields: { finding: good, old: good },
    incomplete: ['who'],
    version: 2,
  });
  const { body: history } = await call('GET', `/api/records/survey/${id}/history`);
  expect(history[0]).toMatchObject({
    old: { Finding: 'Worn', Old: 'Worn' },
    new: { Finding: 'Good', Old: 'Good' },
  });
});

it('counts and replaces items that are defaults, or parts of conditions', async () => {
  const list = await createList('KIND', ['Pump', 'Blower']);
  const [pump, blower] = list.configuration.items.map(({ id }) => id) as [number, number];
  await make<RecordType>('/api/recordtypes', {
    name: 'machine',
    caption: 'Machine',
    fields: [
      { name: 'kind', caption: 'Kind', kind: 'list-item', list: 'KIND', default: blower },
      { name: 'flow', caption: 'Flow', kind: 'number', shownWhen: { field: 'kind', values: [blower] } },
      {
        name: 'head',
        caption: 'Head',
        kind: 'number',
        requiredWhen: { field: 'kind', values: [blower, pump] },
      },
    ],
  });
  const { uses } = (await call('GET', '/api/lists/KIND')).body as EditedList;
  expect(uses.filter(({ itemId }) => itemId === blower)).toEqual([
    { itemId: blower, usedBy: 'default of the field Kind of Machine', count: 1 },
    { itemId: blower, usedBy: 'condition of the field Flow of Machine', count: 1 },
    { itemId: blower, usedBy: 'condition of the field Head of Machine', count: 1 },
  ]);
  const { version, description, configuration } = list;
  const deletion = await call('PUT', `/api/lists/${list.id}`, {
    version,
    description,
    configuration: { ...configuration, items: configuration.items.slice(0, 1) },
  });
  expect([deletion.status, deletion.body.message]).toEqual([
    409,
    'Blower is used by 1 default of the field Kind of Machine, 1 condition of the field Flow of Machine, ' +
      '1 condition of the field Head of Machine and can’t be deleted: deprecate or replace it.',
  ]);

  expect((await replace(list, blower, pump)).status).toBe(200);
  const { body: type } = await call('GET', '/api/recordtypes/machine');
  expect(type.fields).toMatchObject([
    { default: pump },
    { shownWhen: { field: 'kind', values: [pump] } },
    { requiredWhen: { field: 'kind', values: [pump] } },
  ]);
  expect(type.version).toBe(2);
  const made = await make<CustomRecord>('/api/records/machine', { fields: { flow: 3, head: 4 } });
  expect(made.fields).toEqual({ kind: pump, flow: 3, head: 4 });
});

it('counts a unit in the expression of a computed field, and replaces it by an equal one', async () => {
  const categories = (await call('GET', '/api/uom/categories')).body as { id: number; name: string }[];
  const categoryId = categories.find(({ name }) => name === 'Length')!.id;
  const unit = (code: string) =>
    make<Unit>('/api/uom/units', { categoryId, code, name: code, abbreviation: code, factor: 0.5 });
  const [pace, stride] = [await unit('pace'), await unit('stride')];
  const fields = [
    { name: 'wall', caption: 'Wall', kind: 'number', unit: 'm' },
    { name: 'left', caption: 'Left', kind: 'computed', expression: '[wall] - 2 "pace"', unit: 'm' },
  ];
  await make<RecordType>('/api/recordtypes', { name: 'walk', caption: 'Walk', fields });
  const { id, fields: before } = await make<CustomRecord>('/api/records/walk', { fields: { wall: 9 } });
  expect((await call('GET', `/api/uom/units/${pace.id}/uses`)).body).toEqual([
    { usedBy: 'fields of record types', count: 1 },
  ]);
  expect((await call('DELETE', `/api/uom/units/${pace.id}`)).status).toBe(409);
  await call('POST', `/api/uom/units/${pace.id}/replace`, { by: stride.id, version: pace.version });
  expect((await call('DELETE', `/api/uom/units/${pace.id}`)).status).toBe(204);
  expect((await call('GET', '/api/recordtypes/walk')).body.fields[1]).toMatchObject({
    expression: '[wall] - 2 "stride"',
  });
  const changed = await call('PUT', `/api/records/walk/${id}`, { fields: { wall: 10 }, version: 1 });
  expect(changed.body.fields.left).toBe(Number(before.left) + 1);
});

it('distinguishes items with the same caption in files', async () => {
  const items = [
    { category: 'Pumps', caption: 'Worn' },
    { category: 'Valves', caption: 'Worn' },
    { category: 'Pumps', caption: 'Leak' },
    { category: 'Valves', caption: 'Leak', isDeprecated: true },
    { category: 'Pumps', caption: 'Good' },
  ];
  const list = await make<EditedList>('/api/lists', {
    name: 'DEFECT',
    kind: 'simple',
    configuration: { categories: ['Pumps', 'Valves'], items },
  });
  const ids = list.configuration.items.map(({ id }) => id) as number[];
  const field = { kind: 'list-item', list: 'DEFECT' };
  await make<RecordType>('/api/recordtypes', {
    name: 'defect',
    caption: 'Defect',
    fields: [
      { name: 'key', caption: 'Key', kind: 'text', unique: true },
      { ...field, name: 'one', caption: 'One' },
      { ...field, name: 'all', caption: 'All', kind: 'list-items' },
    ],
  });
  for (const [place, id] of ids.entries())
    await make<CustomRecord>('/api/records/defect', { fields: { key: `K${place}`, one: id, all: ids } });
  const file = await test.ask('POST', '/api/records/defect/export?format=csv', admin, {
    sorts: [{ field: 'fields.key', direction: 'Ascending' }],
  });
  for (const name of ['Worn (Pumps)', 'Worn (Valves)', 'Leak', 'Leak (Valves)', 'Good'])
    expect(file.body).toContain(name);
  const importFile = async (content: string | Buffer) => {
    const form = toForm({ name: 'defects.csv', content }, admin);
    const answer = await test.app.inject({ method: 'POST', url: '/api/records/defect/imports', ...form });
    expect(answer.statusCode, answer.body).toBe(202);
    const { commandId } = answer.json();
    await runCommand(test.tenant, { 'import-records': importRecords }, commandId);
    const rows = await call('POST', `/api/records/defect/imports/${commandId}/rows/filters`, {});
    return rows.body.map(({ action, message }: RecordImportRow) => message ?? action);
  };
  expect(await importFile(file.rawPayload)).toEqual(Array(5).fill('unchanged'));
  expect(await importFile('Key;One;All\nA;worn;\nB;Leak;Good\n')).toEqual([
    "One: Several items are called 'worn'. Please write Worn (Pumps) or Worn (Valves).",
    'create',
  ]);
});
