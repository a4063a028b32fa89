import { namedLists } from '@twinward/contracts/access/named-list';
import { type ExportedNamedList, namedListColumns } from '@twinward/contracts/system/named-list-export';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeUser, makeViewerSession } from '../../../testing/factories.ts';
import { readSheets } from '../../../testing/workbooks.ts';

/** Tests the export of configuration lists. */

let test: TestApp;
let administrator: Record<string, string>;
let viewer: Record<string, string>;
let nobody: Record<string, string>;
let boId: number;

const lists = Object.keys(namedListColumns) as ExportedNamedList[];

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  administrator = await makeSession(db, { isAdmin: true });
  viewer = await makeViewerSession(db);
  nobody = await makeSession(db);
  boId = await makeUser(db, { groups: ['VIEWERS', 'LIST_MANAGERS'] });
  const create = async (path: string, body: object) => {
    const answer = await test.ask('POST', path, administrator, body);
    expect(answer.statusCode, answer.body).toBe(201);
  };
  await create('/api/groups', { name: 'NIGHT', description: '=1+1' });
  await create('/api/webhooks', {
    name: 'Plant hook',
    url: 'https://receiver.plant.example/hook',
    events: ['level.changed'],
  });
  await create('/api/connections', { name: 'Gateway', type: 'http', configuration: {} });
});
afterAll(() => test.close());

const ask = (list: string, query = '', body: object = {}, headers = administrator) =>
  test.ask('POST', `/api/export/${list}${query}`, headers, body);
const splitRows = (csv: string): string[] => csv.trimEnd().split('\r\n');

describe.each(lists)('the list %s', (list) => {
  it('has each of its columns as csv and as xlsx', async () => {
    const csv = await ask(list, '?format=csv');
    expect(csv.statusCode, csv.body).toBe(200);
    const [head] = splitRows(csv.body);
    expect(head!.split(',')).toHaveLength(namedListColumns[list].length);
    const workbook = await ask(list);
    const [rows] = Object.values(readSheets(workbook.rawPayload));
    expect(rows![0]).toEqual(head!.split(','));
  });

  it('is refused without the right to read it, and without a session', async () => {
    expect((await ask(list, '', {}, {})).statusCode).toBe(401);
    const { read } = namedLists[list];
    expect((await ask(list, '?format=csv', {}, nobody)).statusCode).toBe(read === 'signed-in' ? 200 : 403);
    const isRead = read === 'signed-in' || read === 'apps';
    expect((await ask(list, '?format=csv', {}, viewer)).statusCode).toBe(isRead ? 200 : 403);
  });
});

it('an exported file contains the filtered rows, with the chosen columns in their order', async () => {
  const bo = await test.tenant.db
    .selectFrom('app_user')
    .select('user_name')
    .where('id', '=', boId)
    .executeTakeFirstOrThrow();
  const filtered = { filters: [{ field: 'UserName', operator: 'EqualTo', value: bo.user_name }] };
  const users = await ask('settings.users', '?format=csv&columns=groups,userName,state', filtered);
  expect(users.headers['content-disposition']).toBe('attachment; filename="users.csv"');
  expect(splitRows(users.body)).toEqual([
    'Groups,User name,State',
    `"LIST_MANAGERS, VIEWERS",${bo.user_name},Enabled`,
  ]);
  const night = { filters: [{ field: 'Name', operator: 'EqualTo', value: 'NIGHT' }] };
  const groups = await ask('settings.groups', '?format=csv&columns=name,description,users', night);
  // A cell that a spreadsheet would interpret as a formula is written as text.
  expect(splitRows(groups.body)).toEqual(['Name,Description,Users', "NIGHT,'=1+1,0"]);
  const hooks = await ask('settings.webhooks', '?format=csv&columns=name,events,state');
  expect(splitRows(hooks.body)[1]).toBe('Plant hook,level.changed,Active');
  const connections = await ask('settings.connections', '?format=csv&columns=name,type,place');
  expect(splitRows(connections.body)[1]).toBe('Gateway,http,At the server');
});

it('an unknown list, column or field is rejected', async () => {
  expect((await ask('settings.nothing')).statusCode).toBe(400);
  const column = await ask('settings.users', '?columns=userName,secret');
  expect([column.statusCode, column.json().message]).toEqual([
    400,
    "There is no column 'secret'. The columns are userName, name, email, groups, state.",
  ]);
  const field = { filters: [{ field: 'Secret', operator: 'EqualTo', value: 'a' }] };
  expect((await ask('settings.users', '', field)).statusCode).toBe(400);
});
