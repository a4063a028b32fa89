import type { TwinSummary } from '@twinward/contracts/twin';
import { expect, test } from 'vitest';
import { desktop, expectUsable, stage, visit } from './browser.ts';
import { clientOf } from './people.ts';

/** Gives a hundred twins a tag each and an input that is to be mapped to it. */
async function makeUnmapped(): Promise<TwinSummary[]> {
  const client = await clientOf(stage.administrator);
  const engines = await client.list<TwinSummary>('/api/twins/filters', {
    filters: [{ field: 'AssetName', operator: 'StartsWith', value: 'Turbofan engine' }],
  });
  for (const { id, assetId, assetUniqueId } of engines) {
    const name = `${assetUniqueId}.VIB`;
    await client.call('POST', '/api/tags', [
      { name, caption: 'Casing vibration', type: 'data_point', unit: 'mm/s', assetIds: [assetId] },
    ]);
    await client.call('POST', '/api/tag-aliases', { twinId: id, name: 'Casing vibration', unit: 'mm/s' });
  }
  return engines;
}

test('inputs are mapped by suggestion, first of one twin by keys, then of a hundred, and all is undone', async () => {
  const [first] = await makeUnmapped();
  const page = await visit({ as: stage.administrator });
  await page.goto(`/apps/twins/${first!.id}/tags/mapping`);
  const input = page.getByRole('button', { name: /^Casing vibration, mm\/s Not mapped 100 %$/ });
  await input.focus();
  await page.keyboard.press('Enter');
  const best = page.getByRole('button', {
    name: new RegExp(`^${first!.assetUniqueId}\\.VIB .* 100 % match$`),
  });
  await expect.poll(() => best.evaluate((element) => element === document.activeElement)).toBe(true);
  await expectUsable(page);
  await page.setViewportSize(desktop);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Casing vibration, mm\/s .*\.VIB$/ }).waitFor();

  await page.getByRole('link', { name: 'Map many twins' }).click();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByRole('button', { name: /^Map \d+ inputs$/ }).waitFor();
  await page.getByText(/\b99 proposed\b/).waitFor();
  await page.getByRole('checkbox').first().uncheck();
  await expectUsable(page);
  await page.setViewportSize(desktop);
  await page.getByRole('button', { name: 'Map 98 inputs' }).click();
  await page.getByText(/^98 mapped\.$/).waitFor();
  // The address leads back to it.
  await page.reload();
  await page.getByRole('button', { name: 'Undo all' }).click();
  await page.getByText(/^98 undone\.$/).waitFor();
});
