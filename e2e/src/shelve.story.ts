import { expect, test } from 'vitest';
import { Client } from '../../server/src/testing/client.ts';
import { makeAsset, makeProtection, makeTag, makeTwin } from '../../server/src/testing/factories.ts';
import { withTenantOfServer } from '../../server/src/testing/instance.ts';
import { expectAccessible, stage, visit } from './browser.ts';

const at = Date.UTC(2024, 4, 3);

test('a protection is shelved with a reason, and is back in service after its time', async () => {
  const { tagId, protectionId } = await withTenantOfServer(stage.directory, 'demo', async ({ db }) => {
    const assetId = await makeAsset(db, { assetName: 'Shelving pump' });
    const tagId = await makeTag(db, { name: 'SHELVING.FLOW', assetIds: [assetId] });
    const twinId = await makeTwin(db, {
      assetId,
      aliases: [{ name: 'Flow', type: 'data_point', mappedTagId: tagId }],
    });
    const thresholds = [{ name: 'Starved', logic: '[Flow] < 5', level: 770 }];
    return { tagId, protectionId: await makeProtection(db, { twinId, name: 'Starving', thresholds }) };
  });
  const { userName, password } = stage.administrator;
  const client = await Client.signIn(stage.address, userName, password);
  await client.call('POST', `/api/tags/${tagId}/data-points`, [{ time: at, value: 9 }]);

  const page = await visit({ as: stage.administrator });
  await page.goto('/apps/protections?search=shelving+pump');
  const row = page.getByRole('row', { name: /Starving/ });
  await row.getByText('In service').waitFor();
  await expect.poll(() => row.textContent()).toContain('Level 0');

  await client.call('POST', `/api/tags/${tagId}/data-points`, [{ time: at + 60_000, value: 2 }]);
  await row.getByText('770').waitFor();
  await row.getByText('Starved').waitFor();

  await row.getByRole('link', { name: /^Starving/ }).click();
  await page.getByRole('img', { name: /^Starved: 1 excursion, .*open$/ }).waitFor();
  await page.getByRole('button', { name: 'Shelve', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Shelve Starving' });
  await dialog.getByRole('button', { name: 'Shelve', exact: true }).click();
  await dialog.getByText('Required.').waitFor();
  await dialog.getByLabel('Reason').fill('The pump is being overhauled');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Shelve', exact: true }).click();
  await page.getByText('by admin: The pump is being overhauled').waitFor();
  await page.locator('s', { hasText: '770' }).first().waitFor();
  await page.getByRole('link', { name: 'Close Starving' }).click();
  await row.getByText('Shelved until').waitFor();

  await withTenantOfServer(stage.directory, 'demo', ({ db }) =>
    db.updateTable('shelving').set({ until: new Date() }).where('protection_id', '=', protectionId).execute(),
  );
  await row.getByText('In service').waitFor();
  await page.locator('s', { hasText: '770' }).waitFor({ state: 'detached' });
});
