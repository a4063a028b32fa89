import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectUsable, stage, visit } from './browser.ts';

const row = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row', { name }).first();

test('a protection is simulated, compared with another limit, and applied', async () => {
  const page = await visit({ as: stage.administrator });
  await page.goto(`/apps/twins/${stage.machine.twinId}/protections`);
  await page
    .getByText(/^Record: 4 of 4 caught, 2 false episodes, 9.3 a year, median notice 15 d 2 h/)
    .waitFor();
  await page.getByRole('link', { name: 'Simulate Loss of heat' }).click();
  await page.getByRole('heading', { level: 1, name: 'Simulation of Loss of heat' }).waitFor();
  await page.getByRole('button', { name: 'Use all data' }).click();
  // The logic is collapsed if logics were compared before.
  await page.getByLabel('Compare with other logic').setChecked(true);
  const folded = page.getByRole('button', { name: 'Edit other logic' });
  if (await folded.isVisible()) await folded.click();
  await page.getByRole('textbox', { name: 'Logic of Very cold', exact: true }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('[Temperature] < 50');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Simulate' }).click();

  await page.getByText(/^64 excursions from/).waitFor();
  await page.getByRole('img', { name: /^Very cold, as saved: 11 excursions, .*/ }).waitFor();
  await page.getByRole('img', { name: /^Very cold, other logic: \d+ excursions, .*/ }).waitFor();
  const cells = async (table: string) => {
    const found = row(page, table, 'Very cold');
    await found.waitFor();
    return found.getByRole('cell').allInnerTexts();
  };
  const changes = await cells('Changes by threshold');
  expect(Number(changes[1])).toBeGreaterThan(0);
  expect(changes.slice(2, 3)).toEqual(['0']);
  // A lower limit misses two windows; the higher one misses one.
  expect((await cells('Score, saved logic')).slice(1, 4)).toEqual(['2', '2', '0']);
  expect((await cells('Score, other logic')).slice(1, 4)).toEqual(['3', '1', '0']);
  await expectUsable(page);

  // The better one is opened in the editor, which shows its score and that of the saved one, and again here.
  await page.getByRole('link', { name: 'Use in editor' }).click();
  await page.getByText('Unsaved changes').waitFor();
  await page.getByRole('button', { name: 'All data', exact: true }).click();
  const scores = page.getByRole('region', { name: 'Score of the visible range' });
  await scores.getByText(/^4 of 4 caught, \d+ false episodes/).waitFor();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByRole('table', { name: 'Changes by threshold' }).waitFor();
  await page.getByRole('application', { name: 'Excursions over time' }).waitFor();

  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apply' }).click();
  await page.getByText(/^64 excursions from/).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Monitor' }).click();
  await page
    .getByText(/^Record: 4 of 4 caught, 2 false episodes, 9.3 a year, median notice 15 d 2 h/)
    .waitFor();
});

test('a rule is scored against the known events of the twin while it is typed', async () => {
  const page = await visit({ as: stage.administrator });
  await page.goto(`/apps/twins/${stage.machine.twinId}/protections/new/edit`);
  await page.getByRole('button', { name: 'Add threshold' }).click();
  const logic = page.getByRole('textbox', { name: /^Logic/ }).first();
  await logic.click();
  await page.keyboard.type('[Temperature] < 4');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'All data', exact: true }).click();
  const scores = page.getByRole('region', { name: 'Score of the visible range' });
  await scores.getByText(/^1 of 4 caught, 0 false episodes/).waitFor();
  await logic.click();
  await page.keyboard.press('End');
  await page.keyboard.type('5');
  await scores.getByText('2 of 4 caught, 0 false episodes, median notice 5 d 3 h').waitFor();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('55');
  await scores.getByText('4 of 4 caught, 2 false episodes, 9.3 a year, median notice 15 d 2 h').waitFor();
  await expectUsable(page);
});
