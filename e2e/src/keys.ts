import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Describes the element with the focus. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'nothing';
    return element.getAttribute('aria-label') ?? (element.textContent || element.id);
  });
export const expectFocus = (page: Page, what: string | RegExp) =>
  expect.poll(() => focused(page), { timeout: 30_000 }).toMatch(what);
/** Asserts a screen reader announcement. */
export const expectSaid = (page: Page, what: RegExp) =>
  expect.poll(() => page.locator('[data-announcer]').textContent(), { timeout: 60_000 }).toMatch(what);
/** Focuses a control, which Tab has to reach from the control before it. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect
    .poll(() => control.evaluate((element) => element === document.activeElement), {
      timeout: 30_000,
      message: `Tab reaches ${control}`,
    })
    .toBe(true);
}
/** Focuses a button by Tab, and presses Enter. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: true }).last());
  await page.keyboard.press('Enter');
}
