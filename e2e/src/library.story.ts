import { randomUUID } from 'node:crypto';
import type { Protection, ProtectionSummary } from '@twinward/contracts/protections/protection';
import type { TwinSummary } from '@twinward/contracts/twins/twin';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeAsset, makeProtection, makeTag, makeTwin } from '../../server/src/testing/factories.ts';
import { withTenantOfServer } from '../../server/src/testing/instance.ts';
import { expectUsable, stage, visit } from './browser.ts';
import { createClient } from './people.ts';

/** Creates a fan with a tuned twin, and a hundred similar fans without twins. @returns the id of the twin */
async function createFans(plant: string): Promise<number> {
  return withTenantOfServer(stage.directory, 'demo', async ({ db }) => {
    const fan = async (number: number) => {
      const uniqueId = `${plant}-${String(number).padStart(3, '0')}`;
      const assetId = await makeAsset(db, { uniqueId, assetName: `Fan ${uniqueId}` });
      const name = `${uniqueId}.VIB`;
      const tagId = await makeTag(db, { name, caption: 'Vibration', unit: 'mm/s', assetIds: [assetId] });
      return { assetId, tagId };
    };
    const { assetId, tagId } = await fan(0);
    const aliases = [{ name: 'Vibration', type: 'data_point' as const, mappedTagId: tagId, unit: 'mm/s' }];
    const twinId = await makeTwin(db, { assetId, active: false, aliases });
    await makeProtection(db, {
      twinId,
      name: 'Rough running',
      thresholds: [{ name: 'High', logic: '[Vibration] > 7', level: 250 }],
    });
    for (let number = 1; number <= 100; number++) await fan(number);
    return twinId;
  });
}

async function publish(page: Page, version: string): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Publish / });
  await dialog.getByRole('button', { name: `Publish ${version}` }).waitFor();
  await dialog.getByLabel('Notes').fill(`What ${version} changes`);
  await expectUsable(page);
  await dialog.getByRole('button', { name: `Publish ${version}` }).click();
  await page.getByText(`Version ${version}`, { exact: true }).waitFor();
}

test('a twin becomes the model of a hundred twins, which are upgraded to a new version', async () => {
  const plant = `LIB${randomUUID().slice(0, 8).toUpperCase()}`;
  const model = `Fan of ${plant}`;
  const source = await createFans(plant);
  const client = await createClient(stage.administrator);
  const page = await visit({ as: stage.administrator });

  await page.goto(`/apps/twins/${source}`);
  await page.getByRole('button', { name: `Actions for Fan ${plant}-000` }).click();
  await page.getByRole('menuitem', { name: 'Create a model of this twin' }).click();
  const making = page.getByRole('dialog', { name: 'New model of a twin' });
  await making.getByLabel('Name').fill(model);
  await expectUsable(page);
  await making.getByRole('button', { name: 'Create model' }).click();
  await page.getByRole('heading', { level: 1, name: model }).waitFor();
  await expectUsable(page);

  await page.getByRole('link', { name: 'Tags', exact: true }).click();
  await page.getByRole('button', { name: 'Vibration', exact: true }).click();
  const input = page.getByRole('dialog', { name: 'Input Vibration' });
  await input.getByLabel('Tag name pattern').fill('{uniqueId}.VIB');
  await expectUsable(page);
  await input.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: '{uniqueId}.VIB' }).waitFor();
  await publish(page, '1.0.0');

  await page.getByRole('link', { name: 'Apply to assets' }).click();
  await page.getByRole('searchbox', { name: 'Name or unique id' }).fill(plant);
  await page.getByText('100 assets without a twin.').waitFor();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Create 100 twins' }).waitFor();
  await page.getByRole('button', { name: `Fan ${plant}-001` }).click();
  const asset = page.getByRole('dialog', { name: `Fan ${plant}-001` });
  await asset.getByText(`${plant}-001.VIB`).waitFor();
  await expectUsable(page);
  await page.keyboard.press('Escape');
  await expectUsable(page);
  await page.getByRole('button', { name: 'Create 100 twins' }).click();
  await page.getByText(/^100 created\.$/).waitFor();

  // Three twins are changed individually.
  const twins = await client.call<TwinSummary[]>('POST', '/api/twins/filters?page-number=1&page-size=200', {
    filters: [{ field: 'AssetName', operator: 'Contains', value: `Fan ${plant}-0`, dataType: 'C' }],
    sorts: [{ field: 'AssetName', direction: 'Ascending' }],
  });
  const tuned = twins.filter(({ id }) => id !== source).slice(0, 3);
  for (const { id } of tuned) await tune(id, 300);

  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: model }).click();
  await page.getByRole('link', { name: 'Protections', exact: true }).last().click();
  await page.getByRole('button', { name: 'Rough running', exact: true }).click();
  const level = page.getByRole('group', { name: 'High' }).getByLabel('Level');
  await level.fill('500');
  await expectUsable(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  await publish(page, '1.0.1');

  // A twin shows differences from its model, and that there is a newer version.
  await page.goto(`/apps/twins/${tuned[0]!.id}`);
  await page.getByText('Version 1.0.1 of its model is available.').waitFor();
  await page.getByRole('button', { name: '1 part differs from the model' }).click();
  await page.getByRole('dialog').getByText('300').waitFor();
  await expectUsable(page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: model }).click();
  await page.getByRole('button', { name: `Actions for ${model}` }).click();
  await page.getByRole('menuitem', { name: 'Upgrade 100 outdated twins' }).click();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText(/^3 with conflicts, 97 proposed\.$/).waitFor();
  await expectUsable(page);
  await page.getByRole('button', { name: tuned[0]!.assetName, exact: true }).click();
  const merge = page.getByRole('dialog', { name: tuned[0]!.assetName });
  await merge.getByRole('switch', { name: 'Apply choices to all twins with the same conflict' }).check();
  await merge.getByLabel('Choice for Level of High').selectOption('Keep twin value');
  await expectUsable(page);
  await merge.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Upgrade 100 twins' }).click();
  await page.getByText(/^100 upgraded\.$/).waitFor();
  expect(await getLevel(tuned[0]!.id)).toBe(300);
  expect(await getLevel(twins.at(-1)!.id)).toBe(500);

  // The address restores the state.
  await page.reload();
  await page.getByRole('button', { name: 'Undo the upgrade' }).click();
  await page.getByText(/^100 undone\.$/).waitFor();
  expect(await getLevel(twins.at(-1)!.id)).toBe(250);
  expect(await getLevel(tuned[0]!.id)).toBe(300);

  await page.goto('/apps/library');
  await page.getByRole('table', { name: 'In use' }).getByRole('link', { name: model }).waitFor();
  await expectUsable(page);

  async function getProtection(twinId: number): Promise<Protection> {
    const [summary] = await client.call<ProtectionSummary[]>('GET', `/api/twins/${twinId}/protections`);
    return client.call<Protection>('GET', `/api/indicators/${summary!.id}`);
  }
  async function getLevel(twinId: number): Promise<number | null> {
    return (await getProtection(twinId)).thresholds[0]!.level;
  }
  async function tune(twinId: number, to: number): Promise<void> {
    const { id, name, description, type, active, defaultLevel, startDate, version, ...rest } =
      await getProtection(twinId);
    await client.call('PUT', `/api/indicators/${id}`, {
      name,
      description,
      type,
      active,
      defaultLevel,
      startDate,
      version,
      tagAliasIds: rest.tagAliasIds,
      failureModeIds: rest.failureModeIds,
      thresholds: rest.thresholds.map((threshold) => ({ ...threshold, level: to })),
    });
  }
});
