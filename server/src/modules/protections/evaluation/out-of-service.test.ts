import type { AssetDetail } from '@twinward/contracts/assets/asset';
import type { Twin } from '@twinward/contracts/twins/twin';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeProtection, makeSession, makeTag, makeTwin } from '../../../testing/factories.ts';
import { Process } from '../../../testing/scene.ts';

let server: TestApp;
let writer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['asset', 'twin'] });
});
afterAll(() => server.close());

const day = 86_400_000;
const begin = Date.UTC(2012, 0, 1);
const at = (days: number) => new Date(begin + days * day);

/** A machine at level 900 since day 5, with daily points until day 10. */
async function makeStanding() {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const tagId = await makeTag(db, { assetIds: [assetId] });
  const twinId = await makeTwin(db, {
    assetId,
    aliases: [{ name: 'Value', type: 'data_point', mappedTagId: tagId }],
  });
  const actions = [{ type: 'notify', direction: 'both' }];
  const thresholds = [{ name: 'High', logic: '[Value] > 0', level: 900, actions }];
  const protectionId = await makeProtection(db, { twinId, thresholds: thresholds as never });
  const process = new Process(db);
  const feed = async (from: number, to: number) => {
    const days = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const [times, values] = [days.map((each) => at(each).getTime()), days.map((each) => (each >= 5 ? 1 : 0))];
    await appendPoints(db, [{ tagId, times, values, qualities: null }]);
    await process.settle();
  };
  // Findings of a new protection in existing points are not announced.
  await feed(0, 1);
  await feed(2, 10);
  const retire = async (time: Date | null) => {
    const { id, ...asset } = (await server.ask('GET', `/api/assets/${assetId}`, writer)).json<AssetDetail>();
    const { uniqueId, assetName, version } = asset;
    const answer = await server.ask('PUT', `/api/assets/${id}`, writer, {
      uniqueId,
      assetName,
      version,
      outOfServiceAt: time?.toISOString() ?? null,
    });
    expect(answer.statusCode).toBe(200);
    await process.settle();
  };
  const found = async () => {
    const twin = (await server.ask('GET', `/api/twins/${twinId}`, writer)).json<Twin>();
    const excursions = await db
      .selectFrom('excursion')
      .select(['start_at', 'end_at'])
      .where('protection_id', '=', protectionId)
      .execute();
    const fired = await db
      .selectFrom('action_firing')
      .select('id')
      .where('protection_id', '=', protectionId)
      .execute();
    return {
      level: twin.level,
      outOfServiceAt: twin.outOfServiceAt,
      excursions: excursions.map(({ start_at, end_at }) => [start_at, end_at]),
      fired: fired.length,
    };
  };
  return { tagId, retire, found };
}

it('evaluation ends open excursions and the level of a machine that went out of service', async () => {
  const { retire, found } = await makeStanding();
  const standing = { level: 900, outOfServiceAt: null, excursions: [[at(5), null]], fired: 1 };
  expect(await found()).toEqual(standing);
  await retire(at(8));
  expect(await found()).toEqual({
    level: null,
    outOfServiceAt: at(8).toISOString(),
    excursions: [[at(5), at(8)]],
    fired: 1,
  });
  // When the date is cleared, the machine is evaluated again without repeating old notifications.
  await retire(null);
  expect(await found()).toEqual(standing);
});

it('evaluation finds no excursion after the machine went out of service', async () => {
  const { tagId, retire, found } = await makeStanding();
  await retire(at(3));
  expect(await found()).toMatchObject({ level: null, excursions: [] });
  const { db } = server.tenant;
  await appendPoints(db, [{ tagId, times: [at(20).getTime()], values: [1], qualities: null }]);
  await new Process(db).settle();
  expect(await found()).toMatchObject({ level: null, excursions: [] });
});

it('evaluation continues until a future out-of-service date', async () => {
  const { retire, found } = await makeStanding();
  await retire(new Date(Date.now() + 365 * day));
  expect(await found()).toMatchObject({ level: 900, excursions: [[at(5), null]] });
});
