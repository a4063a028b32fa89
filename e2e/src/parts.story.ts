import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectUsable, visit } from './browser.ts';
import { serveParts } from './parts-server.ts';

let parts: Awaited<ReturnType<typeof serveParts>>;

beforeAll(async () => {
  parts = await serveParts();
});
afterAll(() => parts?.stop());

async function open(): Promise<Page> {
  const page = await visit();
  await page.goto(parts.address);
  await page.getByRole('group', { name: 'Date too late' }).waitFor();
  return page;
}

test('every shared component is accessible, on a desktop and a phone, in light and dark', async () => {
  await expectUsable(await open());
});

test.each(['App dialog', 'Changed app dialog', 'Confirm dialog', 'Warning dialog', 'Why the risk'])(
  'the dialog %s is accessible, on a desktop and a phone, in light and dark',
  async (name) => {
    // The page behind a dialog is checked without an open dialog.
    const page = await visit();
    await page.goto(`${parts.address}?dialogs`);
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();
    await expectUsable(page);
  },
);

test('a form is filled in by keyboard only', async () => {
  const page = await open();
  const form = page.getByRole('form', { name: 'A form' });
  const type = (text: string) => page.keyboard.type(text);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await form.getByRole('textbox', { name: 'Name' }).focus();
  await press('Enter');
  await expect.poll(() => form.getByText('Required.').count()).toBe(4);
  await type('Pump 7');
  await press('Tab');
  await type('3 x');
  await press('Tab');
  await type('months');
  await press('Tab');
  await type('1,250,000');
  await press('Tab');
  await type('20240230');
  await form.getByText('Please enter a date.').waitFor();
  await press('Backspace');
  await type('29');
  await form.getByText('Please enter a date.').waitFor({ state: 'detached' });
  // The calendar, from the field's own button: a day later.
  await press('Tab', 'Enter');
  await page.getByRole('grid').waitFor();
  await press('ArrowRight', 'Enter');
  await page.getByRole('grid').waitFor({ state: 'detached' });
  await press('Tab');
  await type('20240310230a');
  await press('Enter');
  const values = form.getByRole('status', { name: 'Saved values' });
  await values.getByText('Pump 7').waitFor();
  expect(JSON.parse((await values.textContent()) ?? '')).toEqual({
    name: 'Pump 7',
    missionTime: 'P3M',
    cost: 1_250_000,
    start: '2024-03-01',
    inspected: '2024-03-10T01:30:00.000Z',
  });
  expect(await form.getByRole('textbox', { name: 'Cost of failure' }).inputValue()).toBe('1,250,000');
});

test('a card is turned by keyboard, and focus moves to the visible side', async () => {
  const page = await open();
  const card = page.getByRole('group', { name: 'Cost of failure', exact: true }).first();
  await card.getByRole('button', { name: 'Edit cost' }).focus();
  await page.keyboard.press('Enter');
  await card.locator('input:focus').waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('700000');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await card.getByText('$700,000').waitFor();
  expect(await card.getByRole('textbox').count()).toBe(0);
});
