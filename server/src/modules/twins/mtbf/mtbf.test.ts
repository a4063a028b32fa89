import type { MeasuredMtbf } from '@twinward/contracts/assets/mtbf';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeSession, makeTag, makeTwin, makeViewerSession } from '../../../testing/factories.ts';
import { getFailureData } from '../../assets/asset/service.ts';
import { recordWork } from '../../work/work/service.ts';

let server: TestApp;
let viewer: Record<string, string>;
let writer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
  writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['asset'] });
});
afterAll(() => server.close());

const day = 86_400_000;
const start = Date.now();
const daysAgo = (days: number) => new Date(start - days * day);
const read = async (assetId: number) =>
  (await server.ask('GET', `/api/assets/${assetId}/mtbf`, viewer)).json<MeasuredMtbf>();
const calculate = async (assetId: number) =>
  (await server.ask('PUT', `/api/assets/${assetId}/mtbf/calc`, writer)).json<MeasuredMtbf>();

async function makeMachine(): Promise<{
  assetId: number;
  repair: (days: number, length?: number) => Promise<number>;
}> {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const tagId = await makeTag(db, { type: 'work', assetIds: [assetId] });
  await makeTwin(db, {
    assetId,
    startDate: daysAgo(1000),
    aliases: [{ name: 'Repairs', type: 'work', mappedTagId: tagId }],
  });
  const record = (kind: 'corrective' | 'preventive', days: number, length: number) =>
    recordWork(db, {
      tagId,
      name: kind,
      kind,
      startedAt: daysAgo(days),
      completedAt: daysAgo(days - length),
    });
  await record('preventive', 1000, 0);
  return { assetId, repair: (days, length = 0) => record('corrective', days, length) };
}

describe('the measured MTBF of an asset', () => {
  it('is absent before it is calculated', async () => {
    const { assetId } = await makeMachine();
    expect(await read(assetId)).toEqual({
      assetId,
      failureData: { mtbf: null, previousMtbf: null },
      calculatedAt: null,
      lowConfidence: true,
      basis: null,
    });
  });

  it('is null without a failure in the window', async () => {
    const { assetId } = await makeMachine();
    const measured = await calculate(assetId);
    expect(measured).toMatchObject({
      failureData: { mtbf: null, previousMtbf: null },
      lowConfidence: true,
      basis: { failureCount: 0, workCount: 1, downtime: 'P0D', failures: [] },
    });
    const { from, to } = measured.basis!.window!;
    expect(Math.round((Date.parse(to) - Date.parse(from)) / day)).toBe(1000);
    expect(measured.calculatedAt).toBe(to);
  });

  it('is derived from work, keeps the previous value, and lists its inputs', async () => {
    const { assetId, repair } = await makeMachine();
    const first = await repair(600, 10);
    await repair(300, 10);
    const before = await calculate(assetId);
    expect(before.failureData).toEqual({ mtbf: 'P490D', previousMtbf: null });
    expect(before.basis).toMatchObject({ failureCount: 2, workCount: 3, downtime: 'P20D' });
    expect(before.basis!.failures[1]!.work).toEqual([{ id: first, name: 'corrective', number: null }]);
    expect(before.lowConfidence).toBe(true);

    // Without a change, the previous value is kept.
    expect((await calculate(assetId)).failureData).toEqual({ mtbf: 'P490D', previousMtbf: null });

    await repair(100, 20);
    const after = await calculate(assetId);
    expect(after.failureData).toEqual({ mtbf: 'P320D', previousMtbf: 'P490D' });
    expect(after.lowConfidence).toBe(false);
    expect((await calculate(assetId)).failureData).toEqual({ mtbf: 'P320D', previousMtbf: 'P490D' });
    expect(await read(assetId)).toMatchObject({ failureData: after.failureData, basis: { failureCount: 3 } });
    expect(await getFailureData(server.tenant.db, [assetId])).toEqual(
      new Map([[assetId, { mtbf: 'P320D', previousMtbf: 'P490D' }]]),
    );
  });

  it('counts work once under another asset’s tag that an input of the twin is mapped to', async () => {
    const { db } = server.tenant;
    const { assetId, repair } = await makeMachine();
    await repair(500);
    const shared = await makeTag(db, { type: 'work' });
    await sql`insert into tag_alias (twin_id, mapped_tag_id, type, name)
      select id, ${shared}, 'work', 'Line' from twin where asset_id = ${assetId}`.execute(db);
    await recordWork(db, {
      tagId: shared,
      name: 'Line',
      kind: 'corrective',
      startedAt: daysAgo(200),
      completedAt: daysAgo(200),
    });
    expect((await calculate(assetId)).basis).toMatchObject({ failureCount: 2, workCount: 3 });
  });

  it('is calculated for an asset without a twin and without work', async () => {
    const assetId = await makeAsset(server.tenant.db);
    expect((await calculate(assetId)).basis).toMatchObject({ window: null, twinStart: null, workCount: 0 });
  });

  it('is audited when it changes', async () => {
    const { assetId, repair } = await makeMachine();
    await repair(500);
    await calculate(assetId);
    await calculate(assetId);
    const lines = await server.tenant.db
      .selectFrom('audit_entry')
      .select(['old', 'new'])
      .where('entity_type', '=', 'asset')
      .where('entity_id', '=', String(assetId))
      .execute();
    expect(lines).toEqual([{ old: { mtbf: null }, new: { mtbf: 'P1000D' } }]);
  });

  it('is rejected for users without the right, and for unknown assets', async () => {
    const { assetId } = await makeMachine();
    const path = `/api/assets/${assetId}/mtbf`;
    expect((await server.ask('GET', path, {})).statusCode).toBe(401);
    expect((await server.ask('GET', path, await makeSession(server.tenant.db))).statusCode).toBe(403);
    expect((await server.ask('PUT', `${path}/calc`, viewer)).statusCode).toBe(403);
    for (const [method, url] of [
      ['GET', '/api/assets/999999999/mtbf'],
      ['PUT', '/api/assets/999999999/mtbf/calc'],
    ] as const) {
      const answer = await server.ask(method, url, writer);
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Asset not found.']);
    }
    expect((await server.ask('GET', '/api/assets/none/mtbf', viewer)).statusCode).toBe(400);
  });
});
