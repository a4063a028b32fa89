import { randomUUID } from 'node:crypto';
import type { AssetDetail } from '@twinward/contracts/assets/asset';
import type { Tag } from '@twinward/contracts/signals/tag';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectUsable, stage, visit } from './browser.ts';
import { createClient } from './people.ts';

const minute = 60_000;
const day = 86_400_000;
const daysAgo = (days: number): string =>
  new Date(Date.now() - days * day).toISOString().slice(0, 16).replace('T', ' ');

/** An asset whose tags have points and work. */
async function createPump(id: string): Promise<number> {
  const client = await createClient(stage.administrator);
  const { id: assetId } = await client.call<AssetDetail>('POST', '/api/assets', {
    assetName: `Charge pump ${id}`,
    uniqueId: id,
  });
  const now = Date.now();
  const createTag = (tag: object) =>
    client.call<Tag[]>('POST', '/api/tags', [{ assetIds: [assetId], type: 'data_point', ...tag }]);
  for (const [name, caption, unit] of [
    [`${id}.PT-IN`, 'Suction pressure', 'bar'],
    [`${id}.PT-OUT`, 'Discharge pressure', 'bar'],
  ]) {
    const [tag] = await createTag({ name, caption, unit });
    const base = caption === 'Suction pressure' ? 2 : 12;
    const points = Array.from({ length: 60 }, (_, i) => ({ time: now - i * minute, value: base }));
    await client.call('POST', `/api/tags/${tag!.id}/data-points`, points);
  }
  await createTag({ name: `${id}.ORDERS`, caption: 'Orders', type: 'work' });
  return assetId;
}

async function addInput(
  page: Page,
  name: string,
  change: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
) {
  await page.getByRole('button', { name: 'New input' }).click();
  const dialog = page.getByRole('dialog', { name: 'New input' });
  await dialog.getByLabel('Name').fill(name);
  await change(dialog);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('an asset becomes a twin with mapped inputs, a calculated tag, risk, and a measured MTBF', async () => {
  const id = `P${randomUUID().slice(0, 6).toUpperCase()}`;
  const assetId = await createPump(id);
  const page = await visit({ as: stage.administrator });

  // The asset becomes a twin, with its mission.
  await page.goto(`/apps/assets/${assetId}`);
  await page.getByRole('button', { name: `More actions for Charge pump ${id}` }).click();
  await page.getByRole('menuitem', { name: 'Create digital twin' }).click();
  const creating = page.getByRole('dialog', { name: 'New twin' });
  await creating.getByRole('group', { name: 'Start date' }).getByRole('spinbutton', { name: 'Year' }).click();
  await page.keyboard.type('20240101');
  await page.keyboard.type('1200A');
  await creating.getByRole('textbox', { name: 'Mission time' }).fill('1');
  await creating.getByRole('button', { name: 'Create twin' }).click();
  await page.getByRole('heading', { name: `Charge pump ${id}`, level: 1 }).waitFor();

  // Its inputs are mapped by suggestion.
  await page.getByRole('link', { name: 'Tags', exact: true }).click();
  await addInput(page, 'Suction pressure', async () => {});
  await addInput(page, 'Discharge pressure', async () => {});
  await addInput(page, 'Orders', async (dialog) => {
    await dialog.getByLabel('Type').selectOption('Work');
  });
  await page.getByRole('link', { name: 'Mapping' }).click();
  await page.getByText('0 of 3 inputs are mapped.').waitFor();
  await page.getByRole('button', { name: /^Suction pressure Not mapped \d+ %$/ }).waitFor();
  await page.getByLabel('Minimum match').selectOption('50 %');
  await page.getByRole('button', { name: 'Map 3' }).click();
  await page.getByText('3 of 3 inputs are mapped.').waitFor();
  await page.getByRole('button', { name: new RegExp(`^Discharge pressure, bar .*${id}\\.PT-OUT`) }).waitFor();
  await expectUsable(page);

  // A calculated tag of both.
  await page.getByRole('link', { name: 'Tags', exact: true }).first().click();
  await page.getByRole('link', { name: 'New calculated tag' }).click();
  await page.getByLabel('Name', { exact: true }).fill(`${id}.HEAD`);
  await page.getByLabel('Caption').fill('Head');
  await page.getByRole('textbox', { name: 'Logic' }).click();
  await page.keyboard.insertText('[Discharge pressure] - [Suction pressure]');
  await page.getByText(/^[\d,]+ values$/).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/tag=\d+/);
  await page.getByRole('link', { name: 'Tags' }).first().click();
  const head = page.getByRole('row', { name: new RegExp(`^${id}\\.HEAD`) });
  await head.getByText('100 %').waitFor();
  await head.getByText(/\b10\b/).waitFor();

  // A failure mode with risk.
  await page.getByRole('link', { name: 'Risk', exact: true }).click();
  await page.getByRole('button', { name: 'Add failure mode' }).click();
  const mode = page.getByRole('dialog', { name: 'New failure mode' });
  await mode.getByLabel('Name').fill('Seal leaks');
  await mode.getByRole('button', { name: 'Set probability' }).click();
  await mode.getByRole('textbox', { name: 'Probability' }).fill('10');
  await mode.getByRole('button', { name: 'Set consequence' }).click();
  await mode.getByRole('textbox', { name: 'Cost of failure' }).fill('250000');
  await mode.getByRole('button', { name: 'Save' }).click();
  await mode.waitFor({ state: 'detached' });
  await page.getByRole('group', { name: 'From the failure modes' }).getByText('$25,000').waitFor();

  // Its work is imported from a file, and its MTBF is measured.
  await page.getByRole('link', { name: 'Work', exact: true }).click();
  await page.getByRole('button', { name: 'More actions for work' }).click();
  await page.getByRole('menuitem', { name: 'Import' }).click();
  const importing = page.getByRole('dialog');
  await importing.getByLabel('File of work').setInputFiles({
    name: `${id}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'Tag,Number,Name,Kind,Start,Completed,Cost',
        ...[300, 200, 100].map(
          (days, i) =>
            `${id}.ORDERS,${i},Replace the seal,corrective,${daysAgo(days)},${daysAgo(days - 1)},900`,
        ),
      ].join('\n'),
    ),
  });
  await importing.getByRole('button', { name: 'Import 3 items' }).click();
  await importing.getByText(`${id}.csv is imported.`).waitFor();
  // The import is listed after its dialog is closed.
  await importing.getByRole('button', { name: 'Choose another file' }).click();
  await importing.getByRole('region', { name: 'Recent imports' }).getByText('checked').first().waitFor();
  await importing
    .getByRole('button', { name: `${id}.csv` })
    .first()
    .click();
  await importing.getByText(`${id}.csv is imported.`).waitFor();
  await importing.getByRole('button', { name: 'Close' }).last().click();
  await page.getByLabel('Totals').getByText('$2,700').waitFor();
  await page.getByRole('link', { name: 'Asset', exact: true }).click();
  const mtbf = page.getByRole('region', { name: 'Measured MTBF' });
  await mtbf.getByRole('button', { name: 'Calculate' }).click();
  await mtbf.getByText('3 failures, calculated').waitFor();
  expect(await mtbf.getByText(/^[\d,]+ days$/).count()).toBe(1);
});
