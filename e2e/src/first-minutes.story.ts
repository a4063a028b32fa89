import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectUsable, stage, visit } from './browser.ts';
import { createClient } from './people.ts';

// The first minutes of a new user with own data: a file of three unknown columns becomes a chart, a twin, a rule that
// watches, an advisory and a risk.

const minute = 60_000;
const step = 10 * minute;
const rows = 2000;
const begin = Math.floor(Date.now() / step) * step - rows * step;
const isBad = (row: number) => (row >= 500 && row < 600) || (row >= 1400 && row < 1500);

/** Two weeks of a pump that overheated twice. */
function fileOfPump(): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const time = new Date(begin + row * step).toISOString();
    const temperature = 60 + 4 * Math.sin(row / 20) + (isBad(row) ? 25 : 0);
    return `${time},${temperature.toFixed(2)},${(2 + Math.sin(row / 7)).toFixed(2)},${1480 + (row % 5)}`;
  });
  return ['When,Bearing (°C),Vibration [mm/s],Speed rpm', ...lines, ''].join('\n');
}

/** Counts each press of the mouse on any page of the tab, drags included. */
const countClicks = (page: Page) =>
  page.addInitScript(() => {
    addEventListener(
      'pointerdown',
      () => sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks') ?? 0) + 1)),
      true,
    );
  });
const readClicks = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('clicks') ?? 0));

test('a file becomes a chart, a twin, a rule, an advisory and a risk in 40 clicks', async () => {
  const name = `Pump ${randomUUID().slice(0, 8)}`;
  const page = await visit();
  await countClicks(page);
  await page.goto('/');
  await page.getByLabel('Database').fill('demo');
  await page.getByLabel('User name').fill(stage.administrator.userName);
  await page.getByLabel('Password', { exact: true }).fill(stage.administrator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Import data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import data' });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a file, or drop it here' }).click();
  const file = { name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(fileOfPump()) };
  await (await chooser).setFiles(file);
  await dialog.getByText(/There is no column for the time/).waitFor();
  await dialog.getByLabel('Time column').selectOption('When');
  await dialog.getByText(`Creates the asset ${name} and its twin. Creates 3 tags.`).waitFor();
  await expect.poll(() => dialog.getByLabel('Unit of Bearing (°C)').inputValue()).toBe('Cel');
  await expectUsable(page);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await page.waitForURL('**/explore?with=*');
  await page.getByRole('application', { name: new RegExp(`^Chart of ${name} Bearing`) }).waitFor();
  // Sign in, Import data, choose the file, Import.
  expect(await readClicks(page)).toBeLessThanOrEqual(6);

  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('link', { name: 'Monitor', exact: true }).click();
  await page.getByRole('link', { name: 'Suggest a rule' }).first().click();
  const layer = page.getByRole('application', { name: 'Signal and marked ranges' });
  await layer.waitFor();
  // The drag is wider than the margin that the chart shows beside the data.
  await drag(page, 450 / rows, 650 / rows);
  await page.getByText(/^Rules are fitted to one known event /).waitFor();
  await drag(page, 1350 / rows, 1550 / rows);
  await page.getByText(/^Rules are fitted to 2 known events /).waitFor();
  const rules = page.getByRole('table', { name: 'Suggested rules' });
  const first = rules.getByRole('row').nth(1);
  await first.getByText('2 of 2').waitFor();
  await expect.poll(() => first.getByRole('cell').nth(2).textContent()).toBe('0');
  const limit = page.getByRole('slider', { name: 'Limit' });
  const before = await first.textContent();
  await limit.focus();
  await page.keyboard.press('End');
  await first.getByText('0 of 2').waitFor();
  await page.keyboard.press('Home');
  // Ten steps of 0.1 each: 70 °C, between the usual values and those of the bad days.
  for (let i = 0; i < 14; i++) await page.keyboard.press('PageUp');
  await first.getByText('2 of 2').waitFor();
  await expect.poll(() => first.textContent()).not.toBe(before);
  await expectUsable(page);
  await page.getByRole('button', { name: 'Save as protection' }).click();

  await page.getByText('Inactive: not evaluated').waitFor();
  await page.getByRole('button', { name: 'Create an advisory' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByText('Inactive: not evaluated').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Monitor', exact: true }).click();
  const protection = page.getByRole('region', { name: 'Bearing high' });
  await protection.getByText('Level 0', { exact: true }).waitFor();
  const client = await createClient(stage.administrator);
  const tags = await client.call<{ id: number; name: string }[]>('POST', '/api/tags/filters', {
    filters: [{ field: 'Name', operator: 'EqualTo', value: `${name} Bearing` }],
  });
  await client.call('POST', `/api/tags/${tags[0]!.id}/data-points`, [{ time: Date.now(), value: 90 }]);
  await protection.getByText('Level 500', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Advisories', exact: true }).click();
  await page
    .getByRole('link', { name: /Bearing high/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: /Bearing high/ }).waitFor();
  await page.getByRole('link', { name, exact: true }).click();

  await page.getByRole('link', { name: 'Risk', exact: true }).click();
  await page.getByRole('button', { name: 'Edit mission' }).click();
  const start = page.getByRole('group', { name: 'Start date' });
  await start.getByRole('spinbutton', { name: 'Year' }).click();
  await page.keyboard.type('20240101');
  await page.keyboard.type('1200A');
  await page.getByRole('textbox', { name: 'Mission time' }).fill('1');
  await page.getByRole('button', { name: 'Set probability' }).click();
  await page.getByRole('textbox', { name: 'Probability' }).fill('20');
  await page.getByRole('button', { name: 'Set consequence' }).click();
  await page.getByRole('textbox', { name: 'Cost of failure' }).fill('50000');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('$10,000').first().waitFor();
  expect(await readClicks(page)).toBeLessThanOrEqual(40);
});

/** Drags over a share of the plot, between the margins of `plotFrame`. */
async function drag(page: Page, from: number, to: number): Promise<void> {
  const chart = page.getByRole('application', { name: 'Signal and marked ranges' });
  // The layer exists before its signal is drawn, below the position of the drag.
  await expect.poll(async () => (await chart.boundingBox())!.height).toBeGreaterThan(200);
  const box = (await chart.boundingBox())!;
  const left = box.x + 76;
  const width = box.width - 76 - 12;
  const y = box.y + 80;
  await page.mouse.move(left + from * width, y);
  await page.mouse.down();
  await page.mouse.move(left + ((from + to) / 2) * width, y, { steps: 4 });
  await page.mouse.move(left + to * width, y, { steps: 4 });
  await page.mouse.up();
}
