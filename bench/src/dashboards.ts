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
/** Number of times that each user opens each dashboard, and seconds between them. */
const rounds = 5;
const seconds = 10;
/** Concurrent calls of a page, like the limit of browsers per host. */
const connections = 6;
/** Maximum 95th percentile of the time until the last card is read, in ms. */
const limit = 1000;
const share = 0.95;

/** Measures each dashboard of the product with 20 users on a plant of 20,000 twins and 1,000,000 excursions. */
export function dashboardsBench(): Promise<BenchRow[]> {
  return withProduct(({ instance, signIn }) =>
    instance.withTenant('demo', async ({ pool, db }) => {
      await seedPlant(pool, largePlant);
      await seedRisks(pool);
      await seedExcursions(pool, new Date());
      await recordDay(db);
      const clients: Client[] = [];
      // One by one: most of several concurrent sign-ins would count as password guesses.
      while (clients.length < users) clients.push(await signIn());
      const rows: BenchRow[] = [];
      for (const name of readyMadeDashboards) {
        const times: Times = { dashboard: [], cards: {} };
        await Promise.all(clients.map((client, user) => openRepeatedly(client, user, name, times)));
        const complete = percentile(times.dashboard, share);
        const figure = `dashboard ${name} complete, ${users} users, one every ${seconds} s each, 95th percentile`;
        rows.push(atMost(figure, complete, 'ms', limit));
        for (const [id, took] of Object.entries(times.cards)) {
          const value = percentile(took, share);
          rows.push({
            name: `dashboard ${name}, card ${id}, 95th percentile`,
            value,
            unit: 'ms',
            peer: 'whole dashboard',
            peerValue: complete,
            ratio: complete / value,
            target: null,
          });
        }
      }
      return rows;
    }),
  );
}

/** Milliseconds of each opening, and of each card. */
interface Times {
  dashboard: number[];
  cards: Record<string, number[]>;
}

/** Opens a dashboard repeatedly, like a user. */
async function openRepeatedly(
  client: Client,
  user: number,
  name: ReadyMadeDashboard,
  times: Times,
): Promise<void> {
  await delay((user * seconds * 1000) / users);
  for (let round = 0; round < rounds; round++) {
    const took = await timed(() => open(client, name, times.cards));
    times.dashboard.push(took);
    await delay(Math.max(0, seconds * 1000 - took));
  }
}

/** Reads a dashboard, and then all of its cards. */
async function open(client: Client, name: ReadyMadeDashboard, times: Times['cards']): Promise<void> {
  const { content } = await client.call<Dashboard>('GET', `/api/dashboards/${name}`);
  const waiting = content.cards.filter(({ kind }) => kind !== 'text');
  const readNext = async (): Promise<void> => {
    for (let card = waiting.shift(); card; card = waiting.shift()) {
      const path = `/api/dashboards/${name}/cards/${card.id}`;
      const took = await timed(() => client.call('POST', path, { values: { range: content.range } }));
      times[card.id] ??= [];
      times[card.id]!.push(took);
    }
  };
  await Promise.all(Array.from({ length: connections }, readNext));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
