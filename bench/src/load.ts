import { setTimeout as delay } from 'node:timers/promises';
import type { Tenant } from '@twinward/server/src/platform/database/tenants.ts';
import type { Client } from '@twinward/server/src/testing/client.ts';
import { assertEvaluated, evaluated, seedTags } from './evaluated-tags.ts';
import { computeLag } from './lag.ts';
import { percentile } from './percentile.ts';
import { withProduct } from './product.ts';
import type { BenchRow } from './row.ts';

const tags = 2000;
const protectionsPerTag = 5;
const protections = tags * protectionsPerTag;
const seconds = 60;

/** Maximum 95th percentile of the time until a point is evaluated, and until a page is answered, in ms. */
const maximumLag = 2000;
const maximumAnswer = 100;

/**
 * Measures the whole product under a steady load: 10,000 protections over 2,000 tags, each with a new point every
 * second for a minute, while a user pages through the list of twins. Then measures the maximum number of evaluated
 * points per second.
 */
export async function loadBench(): Promise<BenchRow[]> {
  return withProduct(async ({ instance, signIn }) => {
    const client = await signIn();
    return instance.withTenant('demo', async (tenant) => {
      const tagIds = await seedTags(tenant, { tags, protectionsPerTag });
      const first = Date.now() - 60_000;
      await append(client, tagIds, first);
      await evaluated(tenant);
      const { lag, answer } = await steadyLoad(client, tenant, tagIds);
      await assertEvaluated(tenant);
      const rate = await saturate(client, tenant, tagIds);
      return [
        limit('evaluation lag, 95 of 100, of 10,000 protections at 2,000 points/s', lag, maximumLag),
        limit('a page of twins beside it, 95 of 100', answer, maximumAnswer),
        {
          name: 'protections evaluated when points come as fast as they can',
          value: rate,
          unit: 'evaluations/s',
          peer: 'what the steady load asks for',
          peerValue: protections,
          ratio: rate / protections,
          target: null,
        },
      ];
    });
  });
}

function limit(name: string, value: number, most: number): BenchRow {
  return { name, value, unit: 'ms', peer: 'limit', peerValue: most, ratio: most / value, target: 1 };
}

let step = 0;

/** Returns a value between 40 and 60, and one in a hundred times a value that is too high, like a healthy plant. */
function nextReading(tagId: number): number {
  const turn = (tagId * 7 + step * 13) % 100;
  return turn === 0 ? 95 : 40 + (turn % 20);
}

/** Stores a point of every tag in one call. */
async function append(client: Client, tagIds: readonly number[], time: number): Promise<void> {
  step += 1;
  await client.call(
    'POST',
    '/api/data-points',
    tagIds.map((tagId) => ({ tagId, points: [{ time, value: nextReading(tagId) }] })),
  );
}

/** Returns the cumulative histogram of evaluation lag from the product's metrics. */
async function lagCounts(client: Client): Promise<Map<number, number>> {
  const { text } = await client.ask('GET', '/metrics');
  const lines = text.matchAll(/^twinward_evaluation_lag_seconds_bucket\{.*?le="([^"]+)".*?\} (\d+)$/gm);
  return new Map(
    Array.from(lines, ([, most, count]) => [
      most === '+Inf' ? Number.POSITIVE_INFINITY : Number(most),
      Number(count),
    ]),
  );
}

async function steadyLoad(
  client: Client,
  tenant: Tenant,
  tagIds: readonly number[],
): Promise<{ lag: number; answer: number }> {
  const answers: number[] = [];
  let running = true;
  async function turnPages(): Promise<void> {
    for (let page = 1; running; page = (page % 20) + 1) {
      const begun = performance.now();
      await client.ask('POST', `/api/twins/filters?page-number=${page}&page-size=25`, {
        sorts: [{ field: 'Level', direction: 'Descending' }],
      });
      answers.push(performance.now() - begun);
      await delay(200);
    }
  }

  const before = await lagCounts(client);
  const turning = turnPages();
  const begun = performance.now();
  for (let second = 0; second < seconds; second++) {
    await delay(Math.max(0, begun + second * 1000 - performance.now()));
    await append(client, tagIds, Date.now());
  }
  await evaluated(tenant);
  running = false;
  await turning;
  const after = await lagCounts(client);
  return { lag: computeLag(before, after, 0.95), answer: percentile(answers, 0.95) };
}

/** Returns evaluations per second while points of all tags are sent without pause. */
async function saturate(client: Client, tenant: Tenant, tagIds: readonly number[]): Promise<number> {
  const begun = performance.now();
  const calls = 20;
  for (let call = 0; call < calls; call++) await append(client, tagIds, Date.now());
  await evaluated(tenant);
  return (calls * protections * 1000) / (performance.now() - begun);
}
