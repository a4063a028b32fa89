import { rm } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PlacedLife, placeLives } from '../../server/src/modules/exchange/demo/replay/engine-replay.ts';
import { replayUntil } from '../../server/src/modules/exchange/demo/replay/replay.ts';
import { beginReplay, updateReplay } from '../../server/src/modules/exchange/demo/replay/store.ts';
import { loadDataSet, readEngineLives } from '../../server/src/modules/exchange/demo/service.ts';
import type { Db } from '../../server/src/platform/database/database.ts';
import type { Tenant } from '../../server/src/platform/database/tenants.ts';
import { withTransaction } from '../../server/src/platform/database/transaction.ts';
import { makeDatabaseFolder } from '../../server/src/testing/folder.ts';
import { Instance } from '../../server/src/testing/instance.ts';
import { desktop } from './browser.ts';
import { launch, signIn } from './chromium.ts';
import '../../server/src/subscriptions.ts';

const hour = 3_600_000;
const day = 24 * hour;
const administrator = { userName: 'admin', password: 'Rotor-42!' };
/** When the fleet is loaded: in the past, so that the time since then can be replayed in steps. */
const anchor = Math.floor((Date.now() - 25 * day) / hour) * hour;

/** Folder of a separate product, whose demo clock is advanced by the test. */
let directory: string;
let browser: Browser;
let instance: Instance;
beforeAll(async () => {
  directory = await makeDatabaseFolder('twinward-living-');
  browser = await launch();
  instance = new Instance({
    directory,
    environment: { ADMIN_PASSWORD: administrator.password, DEMO: 'off', LOG_LEVEL: 'warn' },
  });
  await instance.address();
});
afterAll(async () => {
  await browser.close();
  await instance.end('SIGTERM');
  await rm(directory, { recursive: true, force: true });
});

/** Stops the replay: the server ignores a replay that is ahead of the clock. */
const holdReplay = (db: Db) =>
  db
    .updateTable('demo_replay')
    .set({ replayed_until: new Date(Date.now() + day) })
    .execute();

/** Advances the replay, in one transaction with a hold before and after. */
const moveOn = (tenant: Tenant, from: number, to: number) =>
  withTransaction(tenant.db, async (db) => {
    await db
      .updateTable('demo_replay')
      .set({ replayed_until: new Date(from) })
      .execute();
    await replayUntil({ ...tenant, db }, to);
    await holdReplay(db);
  });

const isDone = async ({ db }: Tenant) => {
  const left = await Promise.all([
    db.selectFrom('point_change').select('id').executeTakeFirst(),
    db.selectFrom('evaluation_due').select('protection_id').executeTakeFirst(),
    db.selectFrom('action_firing').select('id').where('handled_at', 'is', null).executeTakeFirst(),
  ]);
  return left.every((row) => row === undefined);
};
const whenDone = (tenant: Tenant) =>
  expect.poll(() => isDone(tenant), { timeout: 120_000, interval: 50 }).toBe(true);

/** The engine that comes near its end of life first after the anchor, when, and its life. */
async function findFirst(): Promise<{ unit: number; crossesAt: number; placed: PlacedLife }> {
  const lives = await readEngineLives();
  const found = lives.map(({ unit }) => {
    for (const placed of placeLives(lives, unit, anchor)) {
      const { values, cycles } = placed.life;
      const mean = (column: string, cycle: number) =>
        values
          .get(column)!
          .slice(cycle - 9, cycle + 1)
          .reduce((sum, value) => sum + value, 0) / 10;
      for (let cycle = 9; cycle < cycles; cycle++) {
        if (mean('T50', cycle) <= 1422 && mean('Ps30', cycle) <= 47.95) continue;
        const crossesAt = placed.firstFlight + cycle * 8 * hour;
        if (crossesAt > anchor) return { unit, crossesAt, placed };
        break;
      }
    }
    throw new Error('lives have no end');
  });
  return found.sort((one, other) => one.crossesAt - other.crossesAt)[0]!;
}

test('an engine near its end of life is shown on the open home page, and then removed', async () => {
  await instance.withTenant('demo', async (tenant) => {
    const { unit, crossesAt, placed } = await findFirst();
    let time = crossesAt - hour / 2;
    await withTransaction(tenant.db, async (trx) => {
      const { state } = await beginReplay(trx, anchor);
      await updateReplay(trx, { until: time, state });
      await loadDataSet({ ...tenant, db: trx }, 'engines', anchor);
      await holdReplay(trx);
    });
    const name = `Turbofan engine ${String(unit).padStart(3, '0')}`;
    await whenDone(tenant);
    const step = async (to: number) => {
      await moveOn(tenant, time, to);
      await whenDone(tenant);
      time = to;
    };
    const page = await browser.newPage({ viewport: desktop, baseURL: await instance.address() });
    await page.goto('/');
    await signIn(page, administrator);
    await page.waitForURL('**/home');
    await page.getByRole('group', { name: 'Money at risk' }).waitFor();
    const excursion = page.getByRole('link', { name: `${name}: Near the end of life` });
    expect(await excursion.count()).toBe(0);
    // When the flight that crosses the limit lands, the level rises without a reload.
    await step(crossesAt);
    await excursion.first().waitFor();
    await page.getByRole('button', { name: /Notifications/ }).click();
    await page
      .getByText(new RegExp(`${name}.*Near the end of life`))
      .first()
      .waitFor();
    await page.keyboard.press('Escape');

    // Days pass until its removal is completed.
    await step(placed.replacedAt - 60_000);
    await step(placed.replacedAt + 60_000);
    await page.goto('/apps/advisories');
    const advisory = page.getByRole('row', { name: new RegExp(name) }).first();
    await advisory.getByText(/Closed/i).waitFor();
    const { id } = await tenant.db
      .selectFrom('twin')
      .innerJoin('asset', 'asset.id', 'asset_id')
      .select('twin.id')
      .where('unique_id', '=', `ENGINE-${String(unit).padStart(3, '0')}`)
      .executeTakeFirstOrThrow();
    await page.goto(`/apps/twins/${id}/work`);
    await page
      .getByRole('row', { name: /Removed at the end of its life.*/ })
      .getByText(`After flight ${placed.life.cycles}`)
      .or(page.getByText('Removed at the end of its life').first())
      .first()
      .waitFor();
  });
}, 300_000);
