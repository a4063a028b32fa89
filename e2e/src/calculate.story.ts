import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectUsable, stage, visit } from './browser.ts';

const tags = `/apps/twins/${stage.pump.twinId}/tags`;
const logicEditor = (page: Page) => page.getByRole('textbox', { name: 'Logic' });
const readText = async (page: Page) =>
  (await logicEditor(page).locator('.cm-line').allInnerTexts()).join('\n');
/** The focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent;
  });

/** Accepts an option. The editor ignores keys directly after the list appears, so that none is accepted by mistake. */
async function takeOption(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('option', { name }).waitFor();
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
}

test('a calculated tag is created, viewed and deleted by keyboard only', async () => {
  const page = await visit({ as: stage.administrator });
  const { keyboard } = page;
  await page.goto(tags);
  await page.getByRole('link', { name: 'New calculated tag' }).focus();
  await keyboard.press('Enter');

  await page.getByLabel('Name', { exact: true }).focus();
  await keyboard.type('PUMP-07.MEAN');
  await keyboard.press('Tab');
  await keyboard.type('Mean of the bearing');
  await keyboard.press('Tab');
  await keyboard.type('Cel');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  expect(await focused(page)).toBe('Format');
  await keyboard.press('Tab');

  // Choose a function and its alias from the list, and type its window.
  await keyboard.type('AVER');
  await takeOption(page, /^AVERAGE/);
  await expect.poll(() => readText(page)).toBe('AVERAGE([tag], #1d)');
  await keyboard.type('Bea');
  await takeOption(page, /^\[Bearing\]/);
  await keyboard.press('End');
  await keyboard.type('+1');
  await keyboard.press('Shift+Alt+F');
  await expect.poll(() => readText(page)).toBe('AVERAGE([Bearing], #1d) + 1');
  await page.getByText(/^[\d,]+ values$/).waitFor();

  // Undo, redo, and leave the editor.
  await keyboard.press('Control+Z');
  await expect.poll(() => readText(page)).toBe('AVERAGE([Bearing], #1d)+1');
  await keyboard.press('Control+Y');
  await keyboard.press('Tab');
  expect(await logicEditor(page).evaluate((field) => field.contains(document.activeElement))).toBe(false);

  await page.getByRole('button', { name: 'Save' }).focus();
  await keyboard.press('Enter');
  await page.waitForURL(/tag=\d+/);
  await page.getByRole('button', { name: 'Delete' }).waitFor();
  await page.getByRole('link', { name: 'Tags' }).first().focus();
  await keyboard.press('Enter');
  const row = page.getByRole('row', { name: /^PUMP-07\.MEAN/ });
  await row.getByText('100 %').waitFor();
  await row.getByText('Complete').waitFor();
  await row.getByText(/°C/).waitFor();

  await row.getByRole('link').focus();
  await keyboard.press('Enter');
  await page.getByRole('group', { name: 'Result of the logic' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).focus();
  await keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Delete PUMP-07.MEAN?' });
  await dialog.waitFor();
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  for (let steps = 0; steps < 3 && (await focused(page)) !== 'Delete'; steps++) await keyboard.press('Tab');
  await keyboard.press('Enter');
  await page.getByText('No calculated tags yet.').waitFor();
});

test('errors are shown while logic is typed, and the last valid chart is kept', async () => {
  const page = await visit({ as: stage.administrator });
  const { keyboard } = page;
  await page.goto(`${tags}?tag=new`);
  await logicEditor(page).click();
  await keyboard.type('[Bearing] * 2');
  await page.getByRole('group', { name: 'Result of the logic' }).waitFor();
  await keyboard.type(' + COUNTER([Bearnig])');
  const problems = page.getByRole('list', { name: 'Problems' });
  await problems.getByText('COUNTER is not available in base Xen language').waitFor();
  await page.getByRole('group', { name: 'Result of the last valid logic' }).waitFor();

  await keyboard.press('F8');
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('COUNTER');
  await keyboard.type('ABS');
  await problems.getByText('Unknown tag alias [Bearnig]. Did you mean [Bearing]?').waitFor();
  await keyboard.press('F8');
  await keyboard.type('[Bearing');
  await page.getByRole('group', { name: 'Result of the logic', exact: true }).waitFor();
  await expect.poll(() => problems.getByRole('button').count()).toBe(0);

  await keyboard.press('F1');
  await page.getByText('PUMP-07.BEARING Data points.', { exact: true }).waitFor();
  await keyboard.press('Escape');

  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('alertdialog', { name: 'Unsaved Changes' }).waitFor();
  await page.getByRole('button', { name: 'Stay' }).click();
  expect(page.url()).toContain('tag=new');
});

test('a user without write access can view a calculated tag, but not change it', async () => {
  const page = await visit({ as: stage.viewer });
  await page.goto(tags);
  await page.getByRole('table', { name: 'Inputs' }).waitFor();
  expect(await page.getByRole('link', { name: 'New calculated tag' }).count()).toBe(0);
});

test('the tags of a twin are accessible', async () => {
  const page = await visit({ as: stage.administrator });
  await page.goto(`${tags}?tag=new`);
  await logicEditor(page).click();
  await page.keyboard.type('IF [Bearing] > 1 { RETURN ABS(1) } // why');
  await page.getByRole('group', { name: 'Result of the logic' }).waitFor();
  await expectUsable(page);
  await logicEditor(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('[Flow] ');
  await page.getByRole('group', { name: 'Result of the last valid logic' }).waitFor();
  await expectUsable(page);
});
