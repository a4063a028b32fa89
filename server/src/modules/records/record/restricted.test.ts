import type { CustomRecord } from '@twinward/contracts/records/record';
import type { RecordType } from '@twinward/contracts/records/record-type';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { makeAsset, makeSession, makeViewerSession } from '../../../testing/factories.ts';
import { readSheets } from '../../../testing/workbooks.ts';
import { refreshRecords, refreshSharedTexts } from './refresh.ts';

let test: TestApp;
let admin: Record<string, string>;
let viewer: Record<string, string>;
/** Also reads and writes incidents. */
let insider: Record<string, string>;
let incident: CustomRecord;
let area: CustomRecord;
let visit: CustomRecord;

const secret = 'Leak of hydrogen';

async function ask<T>(method: Method, url: string, headers: Record<string, string>, body?: unknown) {
  const answer = await test.ask(method, url, headers, body);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<T>();
}

const rollUp = { kind: 'roll-up', recordType: 'incident', reference: 'area' };
const areaFields = [
  { name: 'name', caption: 'Name', kind: 'text' },
  { ...rollUp, name: 'incidents', caption: 'Incidents', function: 'count' },
  { ...rollUp, name: 'losses', caption: 'Losses', function: 'sum', field: 'loss' },
];

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  admin = await makeSession(db, { isAdmin: true });
  viewer = await makeViewerSession(db);
  insider = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['incident'] });
  const make = (type: object) => ask<RecordType>('POST', '/api/recordtypes', admin, type);
  await make({ name: 'area', caption: 'Area', fields: areaFields.slice(0, 1) });
  await make({
    name: 'incident',
    caption: 'Incident',
    restricted: true,
    fields: [
      { name: 'what', caption: 'What', kind: 'text' },
      { name: 'area', caption: 'Area', kind: 'reference', recordType: 'area' },
      { name: 'loss', caption: 'Loss', kind: 'number' },
    ],
  });
  const type = await ask<RecordType>('GET', '/api/recordtypes/area', admin);
  await ask('PUT', '/api/recordtypes/area', admin, { ...type, fields: areaFields });
  await make({
    name: 'visit',
    caption: 'Visit',
    titleTemplate: '{day} {cause}',
    fields: [
      { name: 'day', caption: 'Day', kind: 'text' },
      { name: 'cause', caption: 'Cause', kind: 'reference', recordType: 'incident' },
    ],
  });
  const record = (name: string, fields: object) =>
    ask<CustomRecord>('POST', `/api/records/${name}`, admin, { fields });
  area = await record('area', { name: 'North' });
  incident = await record('incident', { what: secret, area: area.id, loss: 250 });
  visit = await record('visit', { day: 'Monday', cause: incident.id });
});
afterAll(() => test.close());

it('shows titles of a restricted type only to its readers', async () => {
  const read = (headers: Record<string, string>) =>
    ask<CustomRecord>('GET', `/api/records/visit/${visit.id}`, headers);
  expect((await read(insider)).captions).toEqual({ cause: { [incident.id]: secret } });
  expect(await read(viewer)).toMatchObject({ fields: { cause: incident.id }, captions: {} });
  const list = '/api/records/visit/filters';
  expect(JSON.stringify(await ask('POST', list, insider, {}))).toContain(secret);
  expect(JSON.stringify(await ask('POST', list, viewer, {}))).not.toContain(secret);
  const file = async (headers: Record<string, string>) =>
    (await test.ask('POST', '/api/records/visit/export?format=csv', headers, {})).body;
  expect(await file(insider)).toContain(secret);
  expect(await file(viewer)).toContain(`#${incident.id}`);
  expect(await file(viewer)).not.toContain(secret);
});

it('omits titles of a restricted type from the titles of records that refer to them', async () => {
  expect(visit.title).toBe('Monday');
  const fields = { day: 'Tuesday', cause: incident.id };
  const made = await ask<CustomRecord>('POST', '/api/records/visit', admin, { fields });
  const url = `/api/records/visit/${made.id}`;
  expect((await ask<CustomRecord>('GET', url, viewer)).title).toBe('Tuesday');
  const change = { fields: { day: 'Wednesday' }, version: made.version };
  expect((await ask<CustomRecord>('PUT', url, admin, change)).title).toBe('Wednesday');
  expect((await ask<CustomRecord>('GET', url, viewer)).title).toBe('Wednesday');
  expect((await test.ask('DELETE', url, admin)).statusCode).toBe(204);
});

it('shows titles of a restricted type in the history only to its readers', async () => {
  const read = (headers: Record<string, string>) =>
    ask<{ new: unknown }[]>('GET', `/api/records/visit/${visit.id}/history`, headers);
  expect((await read(insider))[0]!.new).toEqual({ Day: 'Monday', Cause: secret });
  expect((await read(viewer))[0]!.new).toEqual({ Day: 'Monday' });
});

it('rolls up records of a restricted type only for its readers', async () => {
  const read = async (headers: Record<string, string>) =>
    (await ask<CustomRecord>('GET', `/api/records/area/${area.id}`, headers)).fields;
  expect(await read(insider)).toEqual({ name: 'North', incidents: 1, losses: 250 });
  expect(await read(viewer)).toEqual({ name: 'North' });
});

it('filters and sorts by roll-ups of a restricted type only for its readers', async () => {
  const status = async (headers: Record<string, string>, body: object) =>
    (await test.ask('POST', '/api/records/area/filters', headers, body)).statusCode;
  const filters = [{ field: 'fields.losses', operator: 'GreaterThan', value: 200 }];
  const sorts = [{ field: 'fields.incidents', direction: 'Descending' }];
  expect([await status(insider, { filters }), await status(insider, { sorts })]).toEqual([200, 200]);
  expect([await status(viewer, { filters }), await status(viewer, { sorts })]).toEqual([400, 400]);
  const known = async (headers: Record<string, string>) =>
    Object.keys((await ask<RecordType>('GET', '/api/recordtypes/area', headers)).rollUps);
  expect(await known(insider)).toEqual(['incidents', 'losses']);
  expect(await known(viewer)).toEqual([]);
});

it('finds no record by a title of a restricted type until the type is unrestricted', async () => {
  const find = async (text: string) => {
    const filters = [{ field: 'SearchText', operator: 'Contains', value: text }];
    return (await ask<{ id: number; type: string }[]>('POST', '/api/recordsearch', viewer, { filters })).map(
      ({ type }) => type,
    );
  };
  expect(await find('monday')).toEqual(['visit']);
  expect(await find('hydrogen')).toEqual([]);
  const restrict = async (restricted: boolean) => {
    const type = await ask<RecordType>('GET', '/api/recordtypes/incident', admin);
    await ask('PUT', '/api/recordtypes/incident', admin, { ...type, restricted });
    const command = await test.tenant.db
      .selectFrom('command')
      .select('id')
      .where('type', '=', 'refresh-records')
      .where('target_id', '=', 'visit')
      .where('status', '=', 'queued')
      .executeTakeFirstOrThrow();
    await runCommand(test.tenant, { 'refresh-records': refreshRecords }, command.id);
  };
  await restrict(false);
  expect((await find('hydrogen')).sort()).toEqual(['incident', 'visit']);
  const title = async () => (await ask<CustomRecord>('GET', `/api/records/visit/${visit.id}`, viewer)).title;
  expect(await title()).toBe(`Monday ${secret}`);
  await restrict(true);
  expect(await find('hydrogen')).toEqual([]);
  expect(await title()).toBe('Monday');
});

it('exports assets without titles that the reader may not read', async () => {
  const type = await ask<RecordType>('GET', '/api/recordtypes/asset', admin);
  const field = { name: 'worst', caption: 'Worst', kind: 'reference', recordType: 'incident' };
  await ask('PUT', '/api/recordtypes/asset', admin, { ...type, fields: [field] });
  const id = await makeAsset(test.tenant.db, { uniqueId: 'P-7' });
  await test.tenant.db
    .updateTable('asset')
    .set({ fields: JSON.stringify({ worst: incident.id }) })
    .where('id', '=', id)
    .execute();
  const cells = async (headers: Record<string, string>) => {
    const file = await test.ask('POST', '/api/assets/export', headers, {});
    expect(file.statusCode).toBe(200);
    return JSON.stringify(await readSheets(file.rawPayload));
  };
  expect(await cells(insider)).toContain(secret);
  expect(await cells(viewer)).not.toContain(secret);
});

it('refreshes titles and search entries of earlier versions once', async () => {
  const { db } = test.tenant;
  const before = `Monday ${secret}`;
  await db.updateTable('record').set({ title: before }).where('id', '=', visit.id).execute();
  await db.deleteFrom('system_setting').where('name', '=', 'shared-texts').execute();
  const queued = () =>
    db
      .selectFrom('command')
      .select(['id', 'target_id'])
      .where('type', '=', 'refresh-records')
      .where('status', '=', 'queued')
      .execute();
  const others = new Set((await queued()).map(({ id }) => id));
  await refreshSharedTexts(db);
  await refreshSharedTexts(db);
  const started = (await queued()).filter(({ id }) => !others.has(id));
  expect(started.map(({ target_id }) => target_id)).toEqual(['visit']);
  await runCommand(test.tenant, { 'refresh-records': refreshRecords }, started[0]!.id);
  const read = await ask<CustomRecord>('GET', `/api/records/visit/${visit.id}`, viewer);
  expect(read.title).not.toContain(secret);
});
