import type { CustomRecord } from '@twinward/contracts/records/record';
import type { RecordType } from '@twinward/contracts/records/record-type';
import type { Unit } from '@twinward/contracts/system/unit';
import type { EditedList } from '@twinward/contracts/system/value-list';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeSession } from '../../../testing/factories.ts';

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

it('counts the records that hold items, and replaces an item in all of them', async () => {
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
  const countOf = (itemId: number) =>
    uses.filter((use) => use.itemId === itemId).reduce((sum, { count }) => sum + count, 0);
  expect([good, worn, broken].map((item) => countOf(item!.id))).toEqual([1, 3, 1]);
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

it('counts the fields in a unit, and gives them an equal one', async () => {
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
