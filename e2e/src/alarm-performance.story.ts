import { expect, test } from 'vitest';
import { expectUsable, stage, visit } from './browser.ts';

test('alarm performance is opened by Ctrl+K, compared with new targets, and printed', async () => {
  const page = await visit({ as: stage.administrator });
  await page.goto('/home');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('alarm perf');
  await page.getByRole('option', { name: /^Alarm performance/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/apps/alarm-performance');
  await page.getByRole('table', { name: 'Against targets' }).waitFor();

  // The demo's machine failed in February 2014.
  await page.goto('/apps/alarm-performance?range=year&until=2014-02-17T12:01:00Z');
  const rates = page.getByRole('row', { name: /^Time in flood/ });
  await rates.getByText('Met').waitFor();
  const figure = page.getByRole('img', { name: /^Alarms per day: / });
  await figure.waitFor();

  await page.getByRole('button', { name: 'Actions for alarm performance' }).click();
  await page.getByRole('menuitem', { name: 'Edit targets' }).click();
  const dialog = page.getByRole('dialog', { name: 'Targets of alarm performance' });
  await dialog.getByLabel('Time in flood').fill('0');
  await dialog.getByLabel('High', { exact: true }).fill('6');
  await dialog.getByText('Please enter shares that sum to 100 %.').waitFor();
  await dialog.getByLabel('High', { exact: true }).fill('5');
  await expectUsable(page);
  await dialog.getByRole('button', { name: 'Save targets' }).click();
  await dialog.waitFor({ state: 'detached' });
  await rates.getByText('Missed').waitFor();

  // Paper has neither the bar nor the choices.
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('banner').isVisible()).toBe(false);
  expect(await page.getByRole('group', { name: 'Period' }).isVisible()).toBe(false);
  expect(await rates.isVisible()).toBe(true);
  expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('button', { name: 'Actions for alarm performance' }).click();
  await page.getByRole('menuitem', { name: 'Edit targets' }).click();
  await dialog.getByRole('button', { name: 'Use ISA-18.2 targets' }).click();
  await dialog.getByRole('button', { name: 'Save targets' }).click();
  await rates.getByText('Met').waitFor();
});
