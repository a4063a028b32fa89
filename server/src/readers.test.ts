import type { Asset } from '@twinward/contracts/assets/asset';
import type { DataByKind } from '@twinward/contracts/questions/dashboard-data';
import type { QueryResult } from '@twinward/contracts/questions/query-result';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportQuery } from './modules/questions/query/export.ts';
import { sendDueReports } from './modules/questions/report/send.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import { runCommand } from './testing/commands.ts';
import { makeAsset, makeSession, makeUser, makeUserSession } from './testing/factories.ts';

type Headers = Record<string, string>;

let server: TestApp;
/** May read findings, whose type is restricted. */
let insider: Headers;
/** May read only unrestricted types. */
let reader: Headers;
let queryId: number;
let dashboard: string;

const toAddress = (name: string): string => `${name}@plant.example`;

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  const admin = await makeSession(db, { isAdmin: true });
  const make = async <T>(url: string, body: object): Promise<T> => {
    const answer = await server.ask('POST', url, admin, body);
    expect([answer.statusCode, answer.body]).toEqual([201, answer.body]);
    return answer.json();
  };
  await make('/api/recordtypes', {
    name: 'finding',
    caption: 'Finding',
    restricted: true,
    titleTemplate: '{what}',
    fields: [
      { name: 'what', caption: 'What', kind: 'text' },
      { name: 'asset', caption: 'Asset', kind: 'reference', recordType: 'asset' },
      { name: 'cost', caption: 'Cost', kind: 'money' },
    ],
  });
  const [north] = [
    await makeAsset(db, { assetName: 'North pump' }),
    await makeAsset(db, { assetName: 'South pump' }),
  ];
  await make<Asset>('/api/records/finding', { fields: { what: 'Leak', asset: north, cost: 7123 } });
  const cost = 'records.finding.asset.fields.cost';
  const query = await make<{ id: number }>('/api/queries', {
    name: 'Cost of findings',
    sharing: 'tenant',
    definition: {
      source: { kind: 'records', type: 'asset' },
      columns: [
        { kind: 'group', key: 'asset', path: 'assetName' },
        { kind: 'aggregate', key: 'cost', aggregate: 'sum', path: cost },
      ],
      filters: [{ field: cost, operator: 'GreaterThan', value: 0 }],
    },
  });
  queryId = query.id;
  const place = { title: '', x: 0, w: 6, h: 4 };
  const made = await make<{ id: string }>('/api/dashboards', {
    name: 'Findings',
    sharing: 'tenant',
    content: {
      cards: [
        { ...place, id: 'rows', kind: 'query', y: 0, queryId },
        { ...place, id: 'sum', kind: 'number', y: 4, source: { kind: 'query', queryId } },
      ],
    },
  });
  dashboard = made.id;
  const signIn = async (name: string, recordTypes: string[]): Promise<Headers> => {
    const userId = await makeUser(db, { groups: ['VIEWERS'], recordTypes });
    await db
      .updateTable('app_user')
      .set({ email: toAddress(name) })
      .where('id', '=', userId)
      .execute();
    return makeUserSession(db, userId);
  };
  insider = await signIn('insider', ['finding']);
  reader = await signIn('reader', []);
});
afterAll(() => server.close());

/** Asks as both users, first as the one with more permissions: the other must not receive cached data. */
async function both<T>(ask: (headers: Headers) => Promise<T>): Promise<[T, T]> {
  return [await ask(insider), await ask(reader)];
}

async function post<T>(url: string, headers: Headers, body: object, status = 200): Promise<T> {
  const answer = await server.ask('POST', url, headers, body);
  expect([answer.statusCode, answer.body]).toEqual([status, answer.body]);
  return answer.json();
}

const readCard = <Kind extends 'query' | 'number'>(card: string, headers: Headers) =>
  post<DataByKind<Kind>>(`/api/dashboards/${dashboard}/cards/${card}`, headers, {
    values: { range: { from: 'now-30d', to: 'now' } },
  });

test('cards show only rows that the reader may read', async () => {
  const [all, some] = await both((headers) => readCard<'query'>('rows', headers));
  expect(all.result.rows).toEqual([['North pump', 7123]]);
  expect(some.result.rows).toEqual([]);
  expect(some.result.notes).toEqual(['Linked records of types that you may not read are left out.']);
  const [sum, none] = await both((headers) => readCard<'number'>('sum', headers));
  expect([sum.value, none.value]).toEqual([7123, null]);
});

test('the records behind a mark include only those that the reader may read', async () => {
  const [all, some] = await both((headers) =>
    post<QueryResult>(`/api/queries/${queryId}/rows`, headers, { mark: { asset: 'North pump' } }),
  );
  expect(JSON.stringify(all.rows)).toContain('7123');
  expect([all.rows.length, some.rows.length]).toEqual([1, 0]);
});

test('downloads contain only rows that the reader may read', async () => {
  const [all, some] = await both(async (headers) => {
    const { commandId } = await post<{ commandId: string }>(
      `/api/queries/${queryId}/export`,
      headers,
      { format: 'csv' },
      202,
    );
    await runCommand(server.tenant, { 'export-query': exportQuery }, commandId);
    return (await server.ask('GET', `/api/queries/exports/${commandId}`, headers)).body.split('\r\n');
  });
  expect(all.slice(1)).toEqual(['North pump,7123', '']);
  expect(some.slice(1)).toEqual(['']);
});

test('reports by mail contain only rows that the recipient may read', async () => {
  const [all, some] = await both(async (headers) => {
    const subscription = { period: 'daily', hour: 6, timeZone: 'UTC' };
    const subject = { kind: 'dashboard', id: dashboard };
    const { id } = await post<{ id: number }>(
      '/api/report-subscriptions',
      headers,
      { subject, ...subscription },
      201,
    );
    expect((await server.ask('POST', `/api/report-subscriptions/${id}/send`, headers)).statusCode).toBe(204);
    await sendDueReports(server.tenant, server.context.log);
    const to = toAddress(headers === insider ? 'insider' : 'reader');
    const mail = server.tenant.db.selectFrom('mail').select(['text', 'html']).where('recipient', '=', to);
    return JSON.stringify(await mail.executeTakeFirstOrThrow());
  });
  expect(all).toMatch(/North pump.*7,123/);
  expect(some).toContain('No rows.');
  expect(some).not.toMatch(/North pump|7,?123/);
});
