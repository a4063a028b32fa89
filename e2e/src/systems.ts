import type { Page } from 'playwright-core';
import { expectUsable } from './browser.ts';

/** Adds a connection on its screens, and tests it. @param fields values of its form by label. @returns its id */
export async function addConnection(
  page: Page,
  type: string,
  fields: Readonly<Record<string, string>>,
): Promise<number> {
  await page.goto('/settings/connections/add');
  await page.getByLabel('Type', { exact: true }).selectOption({ label: type });
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
  await expectUsable(page);
  await page.getByRole('button', { name: 'Add connection' }).click();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText('All steps passed.').waitFor();
  await expectUsable(page);
  return Number(/\/connections\/(\d+)\//.exec(page.url())![1]);
}

/** Opens the mapping of a stream from the page of extraction. */
export async function openMapping(page: Page, label: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Connection', exact: true })
    .getByRole('link', { name: 'Records', exact: true })
    .click();
  await page.getByRole('link', { name: `Map fields of ${label}` }).click();
  await page.getByText(/as they would be imported: all are valid\.$/).waitFor();
}

export async function saveMapping(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save mapping' }).click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
}

export async function resume(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Running', { exact: true }).first().waitFor();
}

/** Changes a system while its connection is paused. The changes are read when it is resumed. */
export async function changeWhilePaused(page: Page, connectionId: number, change: () => void): Promise<void> {
  await page.goto(`/settings/connections/${connectionId}/records`);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused', { exact: true }).waitFor();
  change();
  await resume(page);
}
