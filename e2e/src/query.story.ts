import { randomBytes } from 'node:crypto';
import type { Asset } from '@twinward/contracts/assets/asset';
import type { Dashboard } from '@twinward/contracts/questions/dashboard';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectProblem, expectUsable, stage, visit } from './browser.ts';
import { createClient, createPerson } from './people.ts';

const suffix = randomBytes(3).toString('hex');
const area = `Area ${suffix}`;
const name = `Assets by area ${suffix}`;

async function createPlant(): Promise<void> {
  const client = await createClient(stage.administrator);
  const create = (assetName: string, parentId: number | null) =>
    client.call<Asset>('POST', '/api/assets', {
      assetName,
      uniqueId: `Q-${suffix}-${assetName.replaceAll(' ', '-')}`,
      ...(parentId === null ? {} : { parentId }),
    });
  for (const [place, count] of [3, 2].entries()) {
    const parent = await create(`${area} ${place + 1}`, null);
    for (let pump = 1; pump <= count; pump += 1)
      await create(`Pump ${suffix} ${place + 1} ${pump}`, parent.id);
  }
}

async function addColumn(page: Page, choose: (dialog: ReturnType<Page['getByRole']>) => Promise<unknown>) {
  await page.getByRole('button', { name: 'Add column' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add column' });
  await choose(dialog);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function removeColumns(page: Page): Promise<void> {
  const items = page.getByRole('list', { name: 'Columns' }).getByRole('listitem');
  for (let left = await items.count(); left > 0; left -= 1) {
    await items
      .first()
      .getByRole('button', { name: /^Actions for / })
      .click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect.poll(() => items.count()).toBe(left - 1);
  }
}

/** Clicks the upper one of two bars, which is the longer one. */
async function clickUpperBar(page: Page, chart: ReturnType<Page['getByRole']>): Promise<void> {
  await chart.locator('canvas').waitFor();
  const box = (await chart.boundingBox())!;
  await page.mouse.click(box.x + box.width * 0.6, box.y + 12 + (box.height - 36) / 4);
}

test('a query is created, and a click on a bar of its chart shows the rows', async () => {
  await createPlant();
  const page = await visit({ as: stage.administrator });
  await page.goto('/tools/querylist');
  await page.getByRole('link', { name: 'New query' }).first().click();
  await page.getByLabel('Data source').selectOption('Assets');
  await page.getByRole('table', { name: 'New query' }).waitFor();
  await expectUsable(page);

  await removeColumns(page);
  await addColumn(page, async (dialog) => {
    await dialog.getByLabel('Column type').selectOption('Group by a field');
    await dialog.getByLabel('Field', { exact: true }).selectOption('Parent ›');
    await dialog.getByLabel('Field of Asset').selectOption('Name');
  });
  await addColumn(page, (dialog) => dialog.getByLabel('Column type').selectOption('Add up or count'));
  await page.getByRole('button', { name: 'Add parameter' }).click();
  const parameter = page.getByRole('dialog', { name: 'Add parameter' });
  await parameter.getByLabel('Caption').fill('Area');
  await parameter.getByLabel('Default').fill(area);
  await expectUsable(page);
  await parameter.getByRole('button', { name: 'OK' }).click();
  await parameter.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Add condition' }).first().click();
  const condition = page.getByRole('dialog', { name: 'Add condition' });
  await condition.getByLabel('Field', { exact: true }).selectOption('Parent ›');
  await condition.getByLabel('Field of Asset').selectOption('Name');
  await condition.getByLabel('Condition').selectOption('contains');
  await condition.getByLabel('Compared with').selectOption('A parameter');
  await condition.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: 'Parent › Name contains Area', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add sort' }).click();
  await page.getByLabel('Sort by').selectOption('Number of assets');
  const rows = page.getByRole('table', { name: 'New query' }).locator('tbody tr');
  await expect.poll(() => rows.allTextContents()).toEqual([`${area} 13`, `${area} 22`]);
  await page.getByLabel('Show as').selectOption('Bar chart');
  await page
    .getByRole('img', { name: /^New query\. Bar chart of Number of assets by .+: 2 values\./ })
    .waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByLabel('Folder').fill('Stories');
  await page.getByLabel('Sharing').selectOption({ index: 1 });
  await expectUsable(page);
  await page.getByRole('button', { name: 'Save query' }).click();

  await page.getByRole('heading', { level: 1, name }).waitFor();
  const chart = page.getByRole('img', { name: new RegExp(`^${name}\\. Bar chart`) });
  await chart.locator('canvas').waitFor();
  await expectUsable(page);
  await clickUpperBar(page, chart);
  const drill = page.getByRole('dialog', { name: `Records: ${area} 1` });
  await expect.poll(() => drill.getByRole('table').locator('tbody tr').count()).toBe(3);
  await expectUsable(page);
  await drill.getByRole('button', { name: 'Close' }).click();

  await page.getByLabel('Area', { exact: true }).fill(`${area} 2`);
  await page.waitForURL(/p\.area=/);
  await page.getByRole('img', { name: /: 1 value\./ }).waitFor();

  await page.goto('/tools/querylist?folder=Stories');
  await page.getByRole('button', { name: `Favorite ${name}` }).click();
  await page.getByRole('button', { name: `Favorite ${name}`, pressed: true }).waitFor();
  await expectUsable(page);

  const client = await createClient(stage.administrator);
  const dashboard = { name: `Areas ${suffix}`, content: { cards: [] } };
  const { id } = await client.call<Dashboard>('POST', '/api/dashboards', dashboard);
  await page.goto(`/dashboard?id=${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Add card' }).first().click();
  const adding = page.getByRole('dialog', { name: 'Add card' });
  await adding.getByLabel('Card type').selectOption('Query');
  await adding.getByRole('combobox', { name: 'Query' }).fill(name);
  await page.getByRole('option', { name }).click();
  await adding.getByRole('button', { name: 'Add card' }).click();
  await page.getByRole('button', { name: 'Save dashboard' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  await clickUpperBar(page, page.getByRole('img', { name: /Bar chart of .*: 2 values\./ }));
  await expect.poll(() => drill.getByRole('table').locator('tbody tr').count()).toBe(3);

  // A dashboard manager runs and copies a shared query, but may not change it.
  const manager = await visit({
    as: await createPerson({ assignedGroups: ['VIEWERS', 'DASHBOARD_MANAGERS'] }),
  });
  await manager.goto('/tools/querylist?folder=Stories');
  await manager.getByRole('link', { name }).click();
  await manager.getByRole('img', { name: /: 2 values\./ }).waitFor();
  expect(await manager.getByRole('link', { name: 'Edit' }).count()).toBe(0);
  await manager.getByRole('button', { name: `Actions for ${name}` }).click();
  await manager.getByRole('menuitem', { name: 'Copy' }).click();
  await manager.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  await manager.getByRole('heading', { level: 1, name: `Copy of ${name}` }).waitFor();

  // Without the right to read assets, a user sees the query but none of its rows.
  expectProblem(/\/api\/queries\/\d+\/run/);
  const outsider = await visit({ as: await createPerson({ assignedGroups: ['DASHBOARD_MANAGERS'] }) });
  await outsider.goto('/tools/querylist?folder=Stories');
  await outsider.getByRole('link', { name }).click();
  await outsider.getByText("There is no type 'asset' that you may read.").waitFor();
  expect(await outsider.getByRole('img', { name: /Bar chart/ }).count()).toBe(0);
});
