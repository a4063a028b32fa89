import { test } from 'vitest';
import { expectAccessible, expectUsable, phone, stage, visit } from '../browser.ts';
import { lookAtPages } from './pages-below.ts';

lookAtPages(null);

test('the sign-in page is accessible, on a desktop and a phone, in light and dark', async () => {
  const page = await visit();
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Required.').first().waitFor();
  await expectUsable(page);
});

test('on a phone the menus are in a drawer', async () => {
  const page = await visit({ viewport: phone, as: stage.administrator });
  await page.goto('/home');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('navigation', { name: 'Main' });
  await drawer.getByRole('link', { name: 'Twins' }).waitFor();
  await expectAccessible(page);
  await drawer.getByRole('link', { name: 'Twins' }).click();
  await page.waitForURL('**/apps/twins');
});
