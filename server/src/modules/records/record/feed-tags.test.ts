import type { CustomRecord } from '@twinward/contracts/records/record';
import type { RecordType } from '@twinward/contracts/records/record-type';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { makeAsset, makeSession, makeTag } from '../../../testing/factories.ts';
import { refreshRecords } from './refresh.ts';

let test: TestApp;
let admin: Record<string, string>;
let pump: number;
let fan: number;

const field = (name: string, kind: string, more: object = {}) => ({ name, caption: name, kind, ...more });
const feeds = { asset: 'asset', time: 'seen' };
const fields = [
  field('asset', 'reference', { recordType: 'asset' }),
  field('seen', 'date'),
  field('thickness', 'number', { caption: 'Thickness', unit: 'mm', feeds }),
  field('left', 'computed', { expression: '[thickness] - 3', unit: 'mm', feeds }),
];

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  admin = await makeSession(db, { isAdmin: true });
  pump = await makeAsset(db, { uniqueId: 'P-1', assetName: 'Pump' });
  fan = await makeAsset(db, { uniqueId: 'F-1', assetName: 'Fan' });
  const made = await ask('POST', '/api/recordtypes', { name: 'check', caption: 'Check', fields });
  expect(made.statusCode, made.body).toBe(201);
});
afterAll(() => test.close());

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
  test.ask(method, url, admin, body);

async function make(values: object): Promise<CustomRecord> {
  const answer = await ask('POST', '/api/records/check', { fields: values });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
async function change({ id, version }: CustomRecord, values: object): Promise<CustomRecord> {
  const answer = await ask('PUT', `/api/records/check/${id}`, { fields: values, version });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
async function tagNamed(
  name: string,
): Promise<{ id: number; unit: string | null; caption: string } | undefined> {
  return test.tenant.db
    .selectFrom('tag')
    .select(['id', 'unit', 'caption'])
    .where('name', '=', name)
    .executeTakeFirst();
}
/** Returns the values of a tag, by day. */
async function points(name: string): Promise<Record<string, number>> {
  const tag = await tagNamed(name);
  if (!tag) return {};
  const answer = await ask('GET', `/api/tags/${tag.id}/data-points`);
  const { times, values } = answer.json().points;
  return Object.fromEntries(
    times.map((time: number, i: number) => [new Date(time).toISOString().slice(0, 10), values[i]]),
  );
}

describe('a field that feeds a tag', () => {
  it('creates a tag of the asset, and writes, moves and deletes points', async () => {
    const record = await make({ asset: pump, seen: '2026-03-01', thickness: 5 });
    expect(await tagNamed('P-1.check.thickness')).toMatchObject({ unit: 'mm', caption: 'Thickness' });
    expect(await points('P-1.check.thickness')).toEqual({ '2026-03-01': 5 });
    expect(await points('P-1.check.left')).toEqual({ '2026-03-01': 2 });
    const moved = await change(record, { seen: '2026-03-02', thickness: 4.5 });
    expect(await points('P-1.check.thickness')).toEqual({ '2026-03-02': 4.5 });
    const other = await change(moved, { asset: fan });
    expect(await points('P-1.check.thickness')).toEqual({});
    expect(await points('F-1.check.thickness')).toEqual({ '2026-03-02': 4.5 });
    const without = await change(other, { thickness: null });
    expect(await points('F-1.check.thickness')).toEqual({});
    expect((await ask('DELETE', `/api/records/check/${without.id}`)).statusCode).toBe(204);
  });

  it('uses the last changed record, and another record after that one is deleted', async () => {
    const asset = await makeAsset(test.tenant.db, { uniqueId: 'P-2' });
    const first = await make({ asset, seen: '2026-04-01', thickness: 7 });
    const second = await make({ asset, seen: '2026-04-01', thickness: 6 });
    expect(await points('P-2.check.thickness')).toEqual({ '2026-04-01': 6 });
    await change(first, { thickness: 7.5 });
    expect(await points('P-2.check.thickness')).toEqual({ '2026-04-01': 7.5 });
    expect((await ask('DELETE', `/api/records/check/${first.id}`)).statusCode).toBe(204);
    expect(await points('P-2.check.thickness')).toEqual({ '2026-04-01': 6 });
    expect(second.version).toBe(1);
  });

  it('creates one tag for concurrent saves, although another tag has the name', async () => {
    const asset = await makeAsset(test.tenant.db, { uniqueId: 'P-3' });
    await makeTag(test.tenant.db, { name: 'P-3.check.thickness', assetIds: [asset] });
    await Promise.all(
      ['2026-05-01', '2026-05-02', '2026-05-03'].map((seen) => make({ asset, seen, thickness: 4 })),
    );
    expect(Object.keys(await points('P-3.check.thickness.2'))).toHaveLength(3);
    expect(await tagNamed('P-3.check.thickness.3')).toBeUndefined();
  });

  it('writes points of existing records after a change of the type', async () => {
    const asset = await makeAsset(test.tenant.db, { uniqueId: 'P-4' });
    const type = async (): Promise<RecordType> => (await ask('GET', '/api/recordtypes/check')).json();
    const save = async (changed: unknown[]) => {
      const { name: _, isSystem: __, mayWrite: ___, systemFields: ____, ...rest } = await type();
      const answer = await ask('PUT', '/api/recordtypes/check', { ...rest, fields: changed });
      expect(answer.statusCode, answer.body).toBe(200);
    };
    const before = (await type()).fields;
    await save([...before, field('other', 'integer')]);
    await make({ asset, seen: '2026-06-01', other: 3 });
    await save([...before, field('other', 'integer', { feeds })]);
    const command = await test.tenant.db
      .selectFrom('command')
      .select('id')
      .where('type', '=', 'refresh-records')
      .where('status', '=', 'queued')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    await runCommand(test.tenant, { 'refresh-records': refreshRecords }, command.id);
    expect(await points('P-4.check.other')).toEqual({ '2026-06-01': 3 });
  });

  it('is refused without an asset field and a date field, and on system types', async () => {
    const add = (bad: object) =>
      ask('POST', '/api/recordtypes', {
        name: 'bad',
        caption: 'Bad',
        fields: [...fields.slice(0, 2), field('value', 'number', { feeds: bad })],
      });
    expect((await add({ asset: 'seen', time: 'seen' })).json().errors[0]).toMatchObject({
      path: 'fields.2.feeds',
      message: 'Please choose a field that refers to an asset.',
    });
    expect((await add({ asset: 'asset', time: 'asset' })).json().errors[0].message).toBe(
      'Please choose a date field for the time of the points.',
    );
    const {
      name: _,
      isSystem: __,
      mayWrite: ___,
      systemFields: ____,
      ...asset
    } = (await ask('GET', '/api/recordtypes/asset')).json();
    const changed = await ask('PUT', '/api/recordtypes/asset', { ...asset, fields });
    expect(changed.json().errors[0].message).toBe('Fields of the system’s own types feed no tags.');
  });
});
