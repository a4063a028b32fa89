import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { LibraryStatus } from '@twinward/contracts/system/library';
import type { ValueList } from '@twinward/contracts/system/value-list';
import type { TwinSummary } from '@twinward/contracts/twins/twin';
import { expect, test } from 'vitest';
import { hashPassword } from '../../server/src/platform/passwords.ts';
import type { Client } from '../../server/src/testing/client.ts';
import {
  makeAsset,
  makeProtection,
  makeTag,
  makeTwin,
  makeUser,
} from '../../server/src/testing/factories.ts';
import { withTenantOfServer } from '../../server/src/testing/instance.ts';
import { expectUsable, stage, visit } from './browser.ts';
import type { SignIn } from './chromium.ts';
import { createClient } from './people.ts';

const suffix = randomBytes(3).toString('hex').toUpperCase();

test('records are exported as a package and imported again, and the import is rolled back', async () => {
  const client = await createClient(stage.administrator);
  const name = `SHIFTS_${suffix}`;
  const list = await client.call<ValueList>('POST', '/api/lists', {
    name,
    configuration: { items: [{ value: 'N', caption: 'Night' }] },
  });
  const page = await visit({ as: stage.administrator });
  await page.goto('/settings/exchange');
  await page.getByRole('button', { name: 'Export a package' }).click();
  const exporting = page.getByRole('dialog', { name: 'Export a package' });
  await exporting.getByLabel(/^Lists \(/).selectOption('Selected records');
  await exporting.getByLabel('Chosen: lists').fill(name);
  await page.getByRole('option', { name }).click();
  await expectUsable(page);
  await exporting.getByRole('button', { name: 'Export', exact: true }).click();
  const download = exporting.getByRole('button', { name: /^Download / });
  await download.waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  const content = await readFile(await file.path());
  await exporting.getByRole('button', { name: 'Close' }).last().click();

  const { configuration } = list;
  await client.call('PUT', `/api/lists/${list.id}`, {
    description: '',
    configuration: { ...configuration, items: [{ ...configuration.items[0]!, caption: 'Late' }] },
    version: list.version,
  });
  await page.getByRole('button', { name: 'Import a package' }).click();
  const importing = page.getByRole('dialog', { name: 'Import a package' });
  await importing.getByLabel('Package', { exact: true }).setInputFiles({
    name: `${name}.zip`,
    mimeType: 'application/zip',
    buffer: content,
  });
  await importing.getByText('configuration.items.0.caption: Late → Night').waitFor();
  await importing.getByText('Signed by this database').waitFor();
  await expectUsable(page);
  await importing.getByRole('button', { name: 'Import 1 record' }).click();
  await importing.getByText('0 created, 1 updated.', { exact: false }).waitFor();
  const captionNow = async () =>
    (await client.call<ValueList>('GET', `/api/lists/${name}`)).configuration.items[0]!.caption;
  expect(await captionNow()).toBe('Night');
  await importing.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: `Actions for ${name}.zip` }).click();
  await page.getByRole('menuitem', { name: 'Roll back' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Roll back' }).click();
  await page.getByText('1 restored, 0 deleted.').waitFor();
  expect(await captionNow()).toBe('Late');
});

/** Creates a separate database, with an administrator and the models of the product. */
async function createDatabase(databaseName: string): Promise<SignIn> {
  const user = { userName: 'mover', password: 'Stator-42!', databaseName };
  await withTenantOfServer(stage.directory, databaseName, async ({ db }) => {
    const id = await makeUser(db, { isAdmin: true });
    const password_hash = await hashPassword(user.password);
    await db
      .updateTable('app_user')
      .set({ user_name: user.userName, password_hash })
      .where('id', '=', id)
      .execute();
  });
  const client = await createClient(user);
  await expect
    .poll(async () => (await client.call<LibraryStatus>('GET', '/api/library/status')).modelCount)
    .toBe(10);
  return user;
}

const pumps = ['P-1', 'P-2', 'P-3'];
const toSignal = (uniqueId: string): string => `${uniqueId}.VIB`;

/** Creates three pumps with twins, one with an individual threshold. */
async function createPumps(databaseName: string): Promise<void> {
  await withTenantOfServer(stage.directory, databaseName, async ({ db }) => {
    for (const [place, uniqueId] of pumps.entries()) {
      const assetId = await makeAsset(db, { uniqueId, assetName: `Pump ${uniqueId}` });
      const name = toSignal(uniqueId);
      const tagId = await makeTag(db, { name, caption: 'Vibration', unit: 'mm/s', assetIds: [assetId] });
      const aliases = [{ name: 'Vibration', type: 'data_point' as const, mappedTagId: tagId, unit: 'mm/s' }];
      const twinId = await makeTwin(db, { assetId, aliases });
      await makeProtection(db, {
        twinId,
        name: 'Rough running',
        thresholds: [
          { name: 'Notice', logic: '[Vibration] > 4', level: 250 },
          { name: 'Trip', logic: `AVERAGE([Vibration], #3m) > ${7 - place}`, level: 900 },
        ],
      });
    }
  });
}

/** Sends points of one hour: one pump stays below its limits, one exceeds the lower one, one exceeds both. */
async function sendPoints(client: Client): Promise<void> {
  for (const [place, uniqueId] of pumps.entries()) {
    const [tag] = await client.list<{ id: number }>('/api/tags/filters', {
      filters: [{ field: 'Name', operator: 'EqualTo', value: toSignal(uniqueId), dataType: 'C' }],
    });
    const points = Array.from({ length: 60 }, (_, minute) => ({
      time: Date.UTC(2024, 4, 3) + minute * 60_000,
      value: 2 + (place * 3 * minute) / 60,
    }));
    await client.call('POST', `/api/tags/${tag!.id}/data-points`, points);
  }
}

async function listLevels(client: Client): Promise<(number | null)[]> {
  const sorts = [{ field: 'AssetUniqueId', direction: 'Ascending' }];
  const twins = await client.list<TwinSummary>('/api/twins/filters', { filters: [], sorts });
  return twins.map(({ level }) => level);
}

test('all records are moved to an empty database, with the same results for the same points', async () => {
  const source = await createDatabase(`from-${suffix.toLowerCase()}`);
  const target = await createDatabase(`to-${suffix.toLowerCase()}`);
  await createPumps(source.databaseName!);
  const page = await visit({ as: source });
  await page.goto('/settings/exchange');
  await page.getByRole('button', { name: 'Export a package' }).click();
  const exporting = page.getByRole('dialog', { name: 'Export a package' });
  await exporting.getByRole('button', { name: 'Choose everything' }).click();
  await exporting.getByRole('button', { name: 'Export', exact: true }).click();
  const download = exporting.getByRole('button', { name: /^Download / });
  await download.waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);

  const there = await visit({ as: target });
  await there.goto('/apps/twins');
  await there.getByText('No twins yet.').waitFor();
  await there.goto('/settings/exchange');
  await there.getByRole('button', { name: 'Import a package' }).click();
  const importing = there.getByRole('dialog', { name: 'Import a package' });
  await importing.getByLabel('Package', { exact: true }).setInputFiles({
    name: 'everything.zip',
    mimeType: 'application/zip',
    buffer: await readFile(await file.path()),
  });
  await importing.getByText('Signed by another database', { exact: true }).waitFor();
  await importing.getByLabel('I trust this package. It is signed by another database.').check();
  await expectUsable(there);
  await importing.getByRole('button', { name: /^Import \d+ records$/ }).click();
  await importing.getByText(/created, 0 updated\./).waitFor();

  const clients = [await createClient(source), await createClient(target)];
  for (const client of clients) {
    await sendPoints(client);
    await expect.poll(() => listLevels(client)).toEqual([0, 250, 900]);
  }
  for (const shown of [page, there]) {
    await shown.goto('/apps/twins?sort=AssetName');
    const table = shown.getByRole('table', { name: 'Twins' });
    await table.getByText('900').waitFor();
  }
});
