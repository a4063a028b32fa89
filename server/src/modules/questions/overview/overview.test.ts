import type { Priorities } from '@twinward/contracts/questions/priority';
import type { TwinMap, TwinMapLevels } from '@twinward/contracts/questions/twin-map';
import type { FailureMode } from '@twinward/contracts/twins/failure-mode';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeExcursion,
  makeProtection,
  makeSession,
  makeTwin,
  makeUser,
  makeUserSession,
} from '../../../testing/factories.ts';

let server: TestApp;
let reviewerId: number;
let headers: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  reviewerId = await makeUser(server.tenant.db, {
    groups: ['VIEWERS'],
    recordTypes: ['twin', 'asset', 'protection', 'advisory'],
  });
  headers = await makeUserSession(server.tenant.db, reviewerId);
});
afterAll(() => server.close());

async function ask<T>(method: Method, url: string, body?: unknown, by = headers): Promise<T> {
  const answer = await server.ask(method, url, by, body);
  expect([answer.statusCode < 300, answer.body]).toEqual([true, answer.body]);
  return answer.json();
}

const day = 86_400_000;
const wear = { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' } as const;
const mission = { startDate: new Date('2024-01-01T00:00:00Z'), missionTime: 'P365D' };
const makeRiskyTwin = (assetId: number, value: number): Promise<number> =>
  makeTwin(server.tenant.db, { assetId, ...mission, failureDistribution: wear, consequence: { value } });

/** Returns the names of the groups of each twin, by the name of the twin. */
const toPlaceNames = ({ name, group, groups }: TwinMap): Record<string, string> =>
  Object.fromEntries(
    name.map((one, i) => {
      const names: string[] = [];
      for (let at: number | null = group[i]!; at !== null; at = groups[at]!.parent)
        names.unshift(groups[at]!.name);
      return [one, names.join(' / ')];
    }),
  );

describe('the map of twins', () => {
  let unit: number;
  let pump: number;
  let retired: number;

  beforeAll(async () => {
    const { db } = server.tenant;
    await sql`select load_taxonomy(${JSON.stringify({ Rotating: { Pumps: ['Centrifugal'] } })}::json)`.execute(
      db,
    );
    const site = await makeAsset(db, { assetName: 'Site', isEquipment: false });
    unit = await makeAsset(db, { assetName: 'Unit', isEquipment: false, parentId: site });
    const kind = { category: 'Rotating', class: 'Pumps' };
    pump = await makeAsset(db, { assetName: 'Pump', parentId: unit, ...kind });
    await makeRiskyTwin(pump, 1000);
    await makeTwin(db, { assetId: await makeAsset(db, { assetName: 'Loose' }) });
    retired = await makeAsset(db, { assetName: 'Retired', parentId: unit, ...kind });
    await makeRiskyTwin(retired, 9000);
    const asset = await ask<Record<string, unknown>>('GET', `/api/assets/${retired}`);
    await ask('PUT', `/api/assets/${retired}`, { ...asset, outOfServiceAt: '2024-01-01T00:00:00.000Z' });
  });

  it('has the twins in service with their risk, by structure', async () => {
    const map = await ask<TwinMap>('GET', '/api/overview/twin-map');
    expect(toPlaceNames(map)).toEqual({ Pump: 'Site / Unit', Loose: 'No location' });
    const at = map.name.indexOf('Pump');
    expect([map.risk[at], map.probability[at], map.consequence[at]]).toEqual([120, 12, 1000]);
    expect(map.risk[map.name.indexOf('Loose')]).toBeNull();
    const levels = await ask<TwinMapLevels>('GET', '/api/overview/twin-map/levels');
    expect(levels).toEqual({ id: map.id, level: [null, null], isCurrent: [true, true] });
  });

  it('groups by class', async () => {
    const map = await ask<TwinMap>('GET', '/api/overview/twin-map?group=class');
    expect(toPlaceNames(map)).toEqual({ Pump: 'Rotating / Pumps', Loose: 'No class' });
    expect((await server.ask('GET', '/api/overview/twin-map?group=color', headers)).statusCode).toBe(400);
  });

  it('follows the structure that the user chose', async () => {
    const administrator = await makeSession(server.tenant.db, { isAdmin: true });
    const create = (url: string, body: object) => ask('POST', url, body, administrator);
    await create('/api/relationships', {
      name: 'feeds',
      caption: 'Feeds',
      fromType: 'asset',
      toType: 'asset',
      cardinality: 'one-many',
      fromCaption: 'Feeds',
      toCaption: 'Fed by',
    });
    await create('/api/structures', { name: 'process', caption: 'Process', relationships: ['feeds'] });
    const tank = await makeAsset(server.tenant.db, { assetName: 'Tank' });
    await create('/api/links', { relationship: 'feeds', links: [{ fromId: tank, toId: pump }] });
    await ask('POST', '/api/settings/user/structure', { name: 'process' });
    expect(toPlaceNames(await ask<TwinMap>('GET', '/api/overview/twin-map'))).toEqual({
      Pump: 'Tank',
      Loose: 'No location',
    });
  });
});

describe('the priorities', () => {
  async function makeAlarming(
    assetName: string,
    value: number | null,
    level: number,
  ): Promise<[number, number]> {
    const { db } = server.tenant;
    const assetId = await makeAsset(db, { assetName });
    const twinId = value === null ? await makeTwin(db, { assetId }) : await makeRiskyTwin(assetId, value);
    const protectionId = await makeProtection(db, { twinId });
    await sql`
      update protection set level = ${level}, driving_threshold_id = threshold.id from threshold
      where protection.id = ${protectionId} and protection_id = protection.id`.execute(db);
    await db.updateTable('twin').set({ level }).where('id', '=', twinId).execute();
    return [twinId, protectionId];
  }

  it('ranks by risk, level and time to act, with the next action', async () => {
    const now = Date.now();
    const at = (days: number) => new Date(now + days * day).toISOString();
    const [slow] = await makeAlarming('Slow', 100_000, 500);
    const [urgent, protectionId] = await makeAlarming('Urgent', 100_000, 500);
    const [unknown] = await makeAlarming('Unknown', null, 1000);
    await makeAlarming('Calm', 100_000, 0);
    await makeExcursion(server.tenant.db, { protectionId, start: at(-10), end: null });
    await ask<FailureMode>('POST', '/api/failure-modes', {
      twinId: urgent,
      name: 'Wear',
      pfInterval: 'P11D',
      protectionIds: [protectionId],
    });
    const advisory = await ask<{ id: number }>('POST', '/api/advisories', {
      twinId: slow,
      name: 'Look at it',
      comment: '',
      reviewerUserIds: [reviewerId],
    });
    await ask('POST', `/api/advisories/${advisory.id}/transition`, { transition: 'submit', version: 1 });

    const { total, records } = await ask<Priorities>('GET', '/api/overview/priorities');
    expect(total).toBe(3);
    expect(records.map(({ assetName }) => assetName)).toEqual(['Urgent', 'Unknown', 'Slow']);
    const [first, second, third] = records;
    expect(first).toMatchObject({
      twinId: urgent,
      level: 500,
      risk: 12_000,
      assumedRisk: null,
      timeSource: 'pf-interval',
      actBy: at(1),
      since: at(-10),
      threshold: { name: 'High' },
      advisory: null,
      protection: { id: protectionId },
    });
    // One of seven days is left: 12,000 x 0.5 / (1 + 1 / 7).
    expect(first!.weightedRisk).toBeCloseTo(5250, 0);
    expect(second).toMatchObject({ twinId: unknown, risk: null, assumedRisk: 12_000 });
    expect(third).toMatchObject({
      twinId: slow,
      actBy: null,
      timeSource: 'none',
      advisory: { id: advisory.id, state: 'submitted', isToReview: true },
    });

    const one = await ask<Priorities>('GET', '/api/overview/priorities?limit=1');
    expect([one.total, one.records.length]).toEqual([3, 1]);
    expect((await server.ask('GET', '/api/overview/priorities?limit=0', headers)).statusCode).toBe(400);
  });
});
