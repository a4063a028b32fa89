import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from '@twinward/contracts/core/command';
import type { Client } from '@twinward/server/src/testing/client.ts';
import { fillInBulk } from '../bulk.ts';
import { percentile } from '../percentile.ts';
import { withProduct } from '../product.ts';
import { atMost, type BenchRow } from '../row.ts';
import { copyTwins, insertVersions, placed, seedAssets, upgraded } from './seed.ts';

/** Maximum 95th percentile of the time until the last call of a page is answered, in ms. */
const limit = 50;
/** Between two pages, in ms. */
const pause = 200;
/** Number of pages that are opened first, without a pause: a process that has just started compiles what it runs. */
const warmUp = 500;
/** Number of pages that are measured before the upgrade begins. */
const quiet = 100;

/** Measures opening a twin's page repeatedly while the product's job upgrades all 20,000 twins of a model. */
export function libraryPageBench(): Promise<BenchRow[]> {
  return withProduct(({ instance, signIn }) =>
    instance.withTenant('demo', async ({ pool }) => {
      const client = await signIn();
      await seedAssets(pool);
      const { modelId, first, second } = await insertVersions(pool);
      await createTwins(client, modelId, first);
      for (let offset = placed; offset < upgraded; offset += placed) await copyTwins(pool, offset);
      // Updates statistics, as autovacuum does within minutes.
      await fillInBulk(pool, async () => undefined);
      const { rows } = await pool.query<{ id: number }>(
        'select id from twin where model_version_id = $1 order by id',
        [first],
      );
      const twinIds = rows.map(({ id }) => id);
      await openPages(client, twinIds, (count) => count < warmUp, 0);
      const alone = await openPages(client, twinIds, (count) => count < quiet);
      let isUpgrading = true;
      const upgrading = upgradeAll(client, modelId, second).finally(() => {
        isUpgrading = false;
      });
      const beside = await openPages(client, twinIds, () => isUpgrading);
      const seconds = await upgrading;
      return [
        atMost('library: a twin’s page complete, 95 of 100', percentile(alone, 0.95), 'ms', limit),
        atMost(
          `library: a twin’s page beside the upgrade of ${upgraded} twins, 95 of 100`,
          percentile(beside, 0.95),
          'ms',
          limit,
        ),
        atMost(`library: preview and upgrade of ${upgraded} twins beside it`, seconds, 's', 360),
      ];
    }),
  );
}

/** Applies the model to the first assets, and copies their twins to the others. */
async function createTwins(client: Client, modelId: number, versionId: number): Promise<void> {
  const assetIds = Array.from({ length: placed }, (_, i) => i + 1);
  // The newest published version is the second. Moves the twins back to the first version, where the upgrade starts.
  const placement = await start(client, `/api/library/models/${modelId}/placements`, {
    assets: { kind: 'ids', assetIds },
  });
  await start(client, `/api/library/placements/${placement}/apply`, { activate: true });
  const preview = await start(client, `/api/library/models/${modelId}/upgrades`, { versionId });
  await start(client, `/api/library/upgrades/${preview}/apply`, { others: 'model' });
}

/** @returns seconds of the preview and the upgrade. */
async function upgradeAll(client: Client, modelId: number, versionId: number): Promise<number> {
  const begun = performance.now();
  const preview = await start(client, `/api/library/models/${modelId}/upgrades`, { versionId });
  const upgrade = await start(client, `/api/library/upgrades/${preview}/apply`, {});
  const { result } = await client.call<Command>('GET', `/api/commands/${upgrade}`);
  if (result?.upgraded !== upgraded) throw new Error(`upgraded ${JSON.stringify(result)}`);
  return (performance.now() - begun) / 1000;
}

/** Runs a command to its end. @returns its id */
async function start(client: Client, path: string, body: object): Promise<string> {
  const { commandId } = await client.call<{ commandId: string }>('POST', path, body);
  for (;;) {
    const { status, error } = await client.call<Command>('GET', `/api/commands/${commandId}`);
    if (status === 'done') return commandId;
    if (status === 'error' || status === 'canceled') throw new Error(`${path}: ${error ?? status}`);
    await delay(pause);
  }
}

/** Opens the pages of twins one after the other. @returns ms of each */
async function openPages(
  client: Client,
  twinIds: readonly number[],
  goesOn: (count: number) => boolean,
  between = pause,
): Promise<number[]> {
  const times: number[] = [];
  while (goesOn(times.length)) {
    // Spreads the twins over the order of the upgrade.
    const id = twinIds[(times.length * 7919) % twinIds.length]!;
    const begun = performance.now();
    await openPage(client, id);
    times.push(performance.now() - begun);
    await delay(between);
  }
  return times;
}

/** Makes the calls of a twin's page: the twin, then its sections. */
async function openPage(client: Client, id: number): Promise<void> {
  await client.call('GET', `/api/twins/${id}`);
  const ofTwin = [{ field: 'TwinId', operator: 'EqualTo', value: id, dataType: 'N' }];
  await Promise.all([
    ...['protections', 'tag-aliases', 'failure-modes', 'activities', 'parameters', 'model'].map((part) =>
      client.call('GET', `/api/twins/${id}/${part}`),
    ),
    client.call('POST', '/api/excursions/filters?page-size=25', { filters: ofTwin }),
  ]);
}
