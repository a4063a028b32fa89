import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ValueList } from '@twinward/contracts/system/value-list';
import { expect, test } from 'vitest';
import { expectUsable, stage, visit } from './browser.ts';
import { clientOf } from './people.ts';

const suffix = randomBytes(3).toString('hex').toUpperCase();

test('records leave in a package, come back by an import, and the import is rolled back', async () => {
  const client = await clientOf(stage.administrator);
  const name = `SHIFTS_${suffix}`;
  const list = await client.call<ValueList>('POST', '/api/lists', {
    name,
    configuration: { items: [{ value: 'N', caption: 'Night' }] },
  });
  const page = await visit({ as: stage.administrator });
  await page.goto('/settings/exchange');
  await page.getByRole('button', { name: 'Export a package' }).click();
  const exporting = page.getByRole('dialog', { name: 'Export a package' });
  await exporting.getByLabel(/^Lists \(/).selectOption('Chosen ones');
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
