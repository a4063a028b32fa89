import { setTimeout as delay } from 'node:timers/promises';
import {
  type Dashboard,
  type ReadyMadeDashboard,
  readyMadeDashboards,
} from '@twinward/contracts/questions/dashboard';
import { recordDay } from '@twinward/server/src/modules/questions/risk-history/service.ts';
import type { Client } from '@twinward/server/src/testing/client.ts';
import { percentile } from './percentile.ts';
import { seedExcursions, seedRisks } from './plant/outcomes.ts';
import { largePlant, seedPlant } from './plant/seed.ts';
import { withProduct } from './product.ts';
import { atMost, type BenchRow } from './row.ts';

const users = 20;
/** How often each user opens each dashboard, and seconds from one to the next. */
const rounds = 5;
const seconds = 10;
/** Calls of a page at a time, as browsers limit them for one address. */
const connections = 6;
/** Until the last card is read, for 95 of 100; ms. */
const limit = 1000;

/** Every dashboard of the product, opened by 20 users on a plant of 20,000 twins and 1,000,000 excursions. */
export function dashboardsBench(): Promise<BenchRow[]> {
  return withProduct(({ instance, signIn }) =>
    instance.withTenant('demo', async ({ pool, db }) => {
      await seedPlant(pool, largePlant);
      await seedRisks(pool);
      await seedExcursions(pool);
      await recordDay(db);
      const clients: Client[] = [];
      // One after the other: of several at once all but a few would count as tries of a password.
      while (clients.length < users) clients.push(await signIn());
      const rows: BenchRow[] = [];
      for (const name of readyMadeDashboards) {
        const times = await Promise.all(clients.map((client, user) => openRepeatedly(client, user, name)));
        const figure = `dashboard ${name} complete, ${users} users, one every ${seconds} s each, 95th percentile`;
        rows.push(atMost(figure, percentile(times.flat(), 0.95), 'ms', limit));
      }
      return rows;
    }),
  );
}

/** Milliseconds of each time that a user opens a dashboard. */
async function openRepeatedly(client: Client, user: number, name: ReadyMadeDashboard): Promise<number[]> {
  const times: number[] = [];
  await delay((user * seconds * 1000) / users);
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    await open(client, name);
    const took = performance.now() - begun;
    times.push(took);
    await delay(Math.max(0, seconds * 1000 - took));
  }
  return times;
}

/** Reads a dashboard, and then all of its cards. */
async function open(client: Client, name: ReadyMadeDashboard): Promise<void> {
  const { content } = await client.call<Dashboard>('GET', `/api/dashboards/${name}`);
  const waiting = content.cards.filter(({ kind }) => kind !== 'text');
  const readNext = async (): Promise<void> => {
    for (let card = waiting.shift(); card; card = waiting.shift()) {
      await client.call('POST', `/api/dashboards/${name}/cards/${card.id}`, {
        values: { range: content.range },
      });
    }
  };
  await Promise.all(Array.from({ length: connections }, readNext));
}
