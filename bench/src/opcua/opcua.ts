import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '@twinward/contracts/connections/connection';
import type { PointSeries } from '@twinward/contracts/signals/data-point';
import type { Tenant } from '@twinward/server/src/platform/database/tenants.ts';
import type { Client } from '@twinward/server/src/testing/client.ts';
import { steadySource } from '@twinward/server/src/testing/connectors/steady-server.ts';
import type { Instance } from '@twinward/server/src/testing/instance.ts';
import { sql } from 'kysely';
import { assertEvaluated, seedTags } from '../evaluated-tags.ts';
import { percentile } from '../percentile.ts';
import { withProduct } from '../product.ts';
import { atLeast, atMost, type BenchRow } from '../row.ts';
import { crossedAt, isHigh, isWatched, stretch } from './values.ts';

const items = Number(process.env.OPCUA_ITEMS ?? 10_000);
const seconds = Number(process.env.OPCUA_SECONDS ?? 60);

/** Maximum 95th percentile of the time from the source time to the stored level, in ms. */
const maximumLag = 2000;
/** Minimum percentage of stored points. */
const leastStored = 99;
/** Maximum ratio of the memory at the end to the memory after a tenth of the time. */
const mostGrown = 1.25;

/** A twin whose level changes as its item crosses the limit. */
interface Watched {
  item: number;
  tagId: number;
  twinId: number;
}

/**
 * Measures the whole product with an OPC UA server whose items (10,000 or `OPCUA_ITEMS`) change each second for
 * `OPCUA_SECONDS` (60): the time from the source time to the stored level of a twin, the fraction of stored points, the
 * processor time of the server, which may be the bottleneck, and the growth of the product's memory.
 */
export async function opcuaBench(): Promise<BenchRow[]> {
  const child = fork(join(import.meta.dirname, 'peer.ts'), [String(items)]);
  try {
    const { url } = await receiveAnswer<{ url: string }>(child);
    return await withProduct(
      async ({ instance, signIn }) => {
        const client = await signIn();
        return instance.withTenant('demo', async (tenant) => {
          const watched = await connect(client, tenant, url);
          return measure(client, tenant, watched, { peer: child, product: instance });
        });
      },
      { CONNECT_LOCAL: 'on' },
    );
  } finally {
    child.disconnect();
    await once(child, 'exit');
  }
}

const receiveAnswer = async <T>(child: ChildProcess): Promise<T> =>
  ((await once(child, 'message')) as [T])[0];

/** Connects each item to a tag with a protection. Resolves after every item was evaluated and the first crossings. */
async function connect(client: Client, tenant: Tenant, url: string): Promise<Watched[]> {
  const configuration = { url, securityMode: 'None', publishingInterval: 250, samplingInterval: 0 };
  const asked = { name: 'Bench', type: 'opcua', configuration };
  const { id, connectionGroupId } = await client.call<Connection>('POST', '/api/connections', asked);
  await seedTags(tenant, { tags: items, protectionsPerTag: 1 });
  const { db } = tenant;
  // The source of the item 0 without its number.
  const prefix = steadySource(0).slice(0, -1);
  await sql`update tag set connection_group_id = ${connectionGroupId},
    source = ${prefix} || (substring(name from '\\d+')::int - 1)`.execute(db);
  await client.call('POST', `/api/connections/${id}/resume`);
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from protection where evaluated_at is null`.execute(db);
    if (rows[0]!.count === 0) break;
    await delay(200);
  }
  await delay(2 * stretch * 1000);
  await assertEvaluated(tenant);
  const { rows } = await sql<Watched>`
    select substring(tag.name from '\\d+')::int - 1 as item, tag.id as "tagId", twin.id as "twinId"
    from tag join asset_tag on tag_id = tag.id join twin using (asset_id) order by item`.execute(db);
  return rows.filter(({ item }) => isWatched(items, item));
}

async function measure(
  client: Client,
  tenant: Tenant,
  watched: readonly Watched[],
  { peer, product }: { peer: ChildProcess; product: Instance },
): Promise<BenchRow[]> {
  const processorOfPeer = async () => {
    peer.send('processor');
    const { user, system } = await receiveAnswer<NodeJS.CpuUsage>(peer);
    return (user + system) / 1e6;
  };
  const begun = performance.now();
  const from = Math.ceil(Date.now() / 1000);
  const [peerBefore, productBefore] = [await processorOfPeer(), product.processorSeconds()];
  const memoryBefore = delay(seconds * 100).then(() => product.peakMemory());
  const lags = await crossings(tenant, watched, from);
  const grown = product.peakMemory() / (await memoryBefore);
  const [peerAfter, productAfter] = [await processorOfPeer(), product.processorSeconds()];
  const passed = (performance.now() - begun) / 1000;
  const ofPeer = (peerAfter - peerBefore) / passed;
  const ofProduct = (productAfter - productBefore) / passed;
  const what = `${items} items at 1 Hz`;
  return [
    atMost(`opcua: source to stored level, 95 of 100, ${what}`, percentile(lags, 0.95), 'ms', maximumLag),
    atLeast(`opcua: points stored, ${what}`, await storedShare(client, watched, from), '%', leastStored),
    atMost(
      `opcua: memory after ${seconds} s by that after a tenth of it, ${what}`,
      grown,
      'times',
      mostGrown,
    ),
    {
      name: `opcua: processor of the OPC UA server, ${what}`,
      value: ofPeer,
      unit: 'cores',
      peer: 'of the product without its database',
      peerValue: ofProduct,
      ratio: ofProduct / ofPeer,
      target: null,
    },
  ];
}

/**
 * Returns the milliseconds from each limit crossing to the stored level, by polling. A missed one counts as `stretch`.
 */
async function crossings({ db }: Tenant, watched: readonly Watched[], from: number): Promise<number[]> {
  const lags: number[] = [];
  const ids = watched.map(({ twinId }) => twinId);
  /** By item: the crossing whose level was not seen yet, in seconds since 1970. */
  const open = new Map<number, number>();
  const known = new Map(watched.map(({ item }) => [item, crossedAt(item, from - 1)]));
  while (Date.now() < (from + seconds) * 1000) {
    const { rows } = await sql<{ id: number; level: number | null }>`
      select id, level from twin where id = any(${ids}::int[])`.execute(db);
    const now = Date.now();
    const levels = new Map(rows.map(({ id, level }) => [id, level]));
    for (const { item, twinId } of watched) {
      const crossed = crossedAt(item, Math.floor(now / 1000));
      if (crossed !== known.get(item)) {
        if (open.has(item)) lags.push(stretch * 1000);
        known.set(item, crossed);
        open.set(item, crossed);
      }
      if (!open.has(item) || (levels.get(twinId) === 500) !== isHigh(item, crossed)) continue;
      lags.push(now - crossed * 1000);
      open.delete(item);
    }
    await delay(20);
  }
  return lags;
}

/** Returns the percentage of stored points of the watched items, which have one point per second. */
async function storedShare(client: Client, watched: readonly Watched[], from: number): Promise<number> {
  // Waits for the last points.
  await delay(maximumLag);
  const range = [from, from + seconds].map((second) => new Date(second * 1000).toISOString());
  let stored = 0;
  for (const { tagId } of watched) {
    const url = `/api/tags/${tagId}/data-points?from=${range[0]}&to=${range[1]}`;
    const { points } = await client.call<PointSeries>('GET', url);
    stored += points!.times.filter((time) => time >= from * 1000 && time < (from + seconds) * 1000).length;
  }
  return (100 * stored) / (watched.length * seconds);
}
