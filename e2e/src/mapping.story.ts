import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeAsset, makeTag, makeTwin } from '../../server/src/testing/factories.ts';
import { withTenantOfServer } from '../../server/src/testing/instance.ts';
import { expectUsable, stage, visit } from './browser.ts';
import { createClient } from './people.ts';

/** Makes a hundred twins with a tag each, and an input that is to be mapped to it. @returns the first twin's id. */
async function createUnmapped(plant: string): Promise<number> {
  const twins = await withTenantOfServer(stage.directory, 'demo', async ({ db }) => {
    const made: number[] = [];
    for (let i = 1; i <= 100; i++) {
      const uniqueId = `${plant}-${String(i).padStart(3, '0')}`;
      const assetId = await makeAsset(db, { uniqueId, assetName: `Fan ${uniqueId}` });
      const name = `${uniqueId}.VIB`;
      await makeTag(db, { name, caption: 'Casing vibration', unit: 'mm/s', assetIds: [assetId] });
      made.push(await makeTwin(db, { assetId, active: false, aliases: [] }));
    }
    return made;
  });
  const client = await createClient(stage.administrator);
  for (const twinId of twins)
    await client.call('POST', '/api/tag-aliases', { twinId, name: 'Casing vibration', unit: 'mm/s' });
  return twins[0]!;
}

test('inputs of one twin are mapped by keyboard, then those of a hundred, which is undone', async () => {
  const plant = `PLANT${randomUUID().slice(0, 8).toUpperCase()}`;
  const first = await createUnmapped(plant);
  const page = await visit({ as: stage.administrator });
  await page.goto(`/apps/twins/${first}/tags/mapping`);
  const input = page.getByRole('button', { name: /^Casing vibration, mm\/s Not mapped 100 %$/ });
  await input.focus();
  await page.keyboard.press('Enter');
  const best = page.getByRole('button', { name: new RegExp(`^${plant}-001\\.VIB .* 100 % match$`) });
  await expect.poll(() => best.evaluate((element) => element === document.activeElement)).toBe(true);
  await expectUsable(page);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Casing vibration, mm\/s .*\.VIB$/ }).waitFor();

  await page.goto(`/apps/twins?search=${plant}`);
  await page.getByText('of 100 twins').waitFor();
  await page.getByRole('checkbox', { name: `Select Fan ${plant}-001` }).check();
  await page.getByRole('button', { name: 'Select all on this page' }).click();
  await page.getByRole('link', { name: 'Map inputs' }).click();
  await page.getByText(/ unmapped inputs of 100 chosen twins\./).waitFor();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByRole('button', { name: 'Map 99 inputs' }).waitFor();
  await page.getByText(/\b99 proposed\b/).waitFor();
  await page.getByRole('checkbox').first().uncheck();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Map 98 inputs' }).click();
  await page.getByText(/^98 mapped\.$/).waitFor();
  // The address restores the state.
  await page.reload();
  await page.getByRole('button', { name: 'Undo all' }).click();
  await page.getByText(/^98 undone\.$/).waitFor();
});
