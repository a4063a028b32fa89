import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeProtection,
  makeSession,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';
import { readSheets } from '../../../testing/workbooks.ts';

let server: TestApp;
let engineer: Record<string, string>;
let viewer: Record<string, string>;
let pump: number;

const risk = (probability: number, consequence: number) => ({
  probability: { lifeCycleState: 'new', value: probability },
  consequence: { lifeCycleState: 'new', value: consequence },
});

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  engineer = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['twin', 'asset'] });
  viewer = await makeViewerSession(db);
  const mission = { startDate: new Date('2024-01-01T00:00:00Z'), missionTime: 'P365D' };
  const createTwin = async (assetName: string, active: boolean) =>
    makeTwin(db, { ...mission, active, assetId: await makeAsset(db, { assetName }) });
  pump = await createTwin('Pump', true);
  const idle = await createTwin('Idle fan', false);
  const retired = await createTwin('Retired fan', true);
  const make = async (twinId: number, name: string, more: object = {}) => {
    const made = await server.ask('POST', '/api/failure-modes', engineer, { twinId, name, ...more });
    expect(made.statusCode).toBe(201);
  };
  const heat = await makeProtection(db, { twinId: pump, name: 'Heat' });
  const flow = await makeProtection(db, { twinId: pump, name: 'Flow', active: false });
  const spin = await makeProtection(db, { twinId: idle, name: 'Spin' });
  await make(pump, 'Wear', { ...risk(10, 30_000), protectionIds: [heat, flow] });
  await make(pump, 'Leak', { ...risk(20, 10_000), protectionIds: [flow] });
  await make(pump, 'Drift');
  await make(idle, 'Crack', { ...risk(50, 1000), protectionIds: [spin] });
  await make(retired, 'Rust', risk(90, 1000));
  const { assetId } = (await server.ask('GET', `/api/twins/${retired}`, viewer)).json();
  const asset = (await server.ask('GET', `/api/assets/${assetId}`, viewer)).json();
  const { uniqueId, assetName, version } = asset;
  const put = await server.ask('PUT', `/api/assets/${assetId}`, engineer, {
    uniqueId,
    assetName,
    version,
    isEquipment: true,
    outOfServiceAt: '2024-05-01T00:00:00Z',
  });
  expect(put.statusCode).toBe(200);
});
afterAll(() => server.close());

const list = (body: object, query = '', headers = viewer) =>
  server.ask('POST', `/api/failure-modes/filters${query}`, headers, body);
const is = (field: string, value: boolean) => ({ field, operator: 'EqualTo', value, dataType: 'B' });
const unprotected = { filters: [is('IsProtected', false), is('InService', true)] };
const names = (answer: { json(): { name: string }[] }) => answer.json().map(({ name }) => name);

describe('the failure modes of the plant', () => {
  test('are listed by risk, with their protections', async () => {
    const answer = await list({});
    expect(answer.headers['x-paging-total-records']).toBe('5');
    expect(names(answer)).toEqual(['Wear', 'Leak', 'Rust', 'Crack', 'Drift']);
    expect(answer.json()[0]).toMatchObject({
      twinId: pump,
      assetName: 'Pump',
      probability: 10,
      consequence: 30_000,
      risk: 3000,
      isProtected: true,
      inService: true,
      protections: [
        { name: 'Flow', active: false },
        { name: 'Heat', active: true },
      ],
    });
  });

  test('are unprotected if no active protection of an active twin covers them', async () => {
    const answer = await list(unprotected);
    expect(names(answer)).toEqual(['Leak', 'Crack', 'Drift']);
    expect(answer.json()[1]).toMatchObject({ twinActive: false, protections: [{ active: true }] });
    const second = await list(unprotected, '?page-size=1&page-number=2');
    expect(names(second)).toEqual(['Crack']);
    expect(second.headers['x-paging-total-records']).toBe('3');
    const sorted = await list({ ...unprotected, sorts: [{ field: 'Name', direction: 'Ascending' }] });
    expect(names(sorted)).toEqual(['Crack', 'Drift', 'Leak']);
  });

  test('have sums of covered and uncovered risk, for assets in service', async () => {
    const answer = await server.ask('GET', '/api/failure-modes/coverage', viewer);
    expect(answer.json()).toEqual({
      covered: 1,
      coveredRisk: 3000,
      uncovered: 3,
      uncoveredRisk: 2500,
      uncoveredWithoutRisk: 1,
    });
  });

  test('are exported with the filters of the list', async () => {
    const answer = await server.ask('POST', '/api/failure-modes/export', viewer, unprotected);
    expect(answer.statusCode).toBe(200);
    const rows = readSheets(answer.rawPayload)['Failure modes']!;
    expect(rows.map((row) => [row[3], row[7], row[8], row[9]])).toEqual([
      ['Failure mode', 'Risk', 'Protected', 'Protections'],
      ['Leak', 2000, 'no', 'Flow (inactive)'],
      ['Crack', 500, 'no', 'Spin'],
      ['Drift', null, 'no', null],
    ]);
  });

  test('answer 400, 401 and 403', async () => {
    const wrong = { filters: [{ field: 'Covered', operator: 'IsNull' }] };
    expect((await list(wrong)).statusCode).toBe(400);
    expect((await server.ask('POST', '/api/failure-modes/export', viewer, wrong)).statusCode).toBe(400);
    const nobody = await makeSession(server.tenant.db);
    const calls = [
      ['POST', '/api/failure-modes/filters'],
      ['POST', '/api/failure-modes/export'],
      ['GET', '/api/failure-modes/coverage'],
    ] as const;
    for (const [method, path] of calls) {
      const body = method === 'POST' ? {} : undefined;
      expect((await server.ask(method, path, {}, body)).statusCode).toBe(401);
      expect((await server.ask(method, path, nobody, body)).statusCode).toBe(403);
    }
  });
});
