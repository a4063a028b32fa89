import { expect, test } from 'vitest';
import { expectProblem, stage, visit } from './browser.ts';
import { signIn } from './chromium.ts';

test('a wrong password is answered without telling what was wrong', async () => {
  expectProblem(/status of 401/);
  const page = await visit();
  await page.goto('/signin');
  await signIn(page, { ...stage.viewer, password: 'Wrong-42!' });
  await page.getByRole('alert').getByText('The database, user name or password is wrong.').waitFor();
  const password = page.getByLabel('Password', { exact: true });
  expect(await password.inputValue()).toBe('');
  expect(await password.evaluate((field) => field === document.activeElement)).toBe(true);

  await signIn(page, stage.viewer);
  await page.waitForURL('**/home');
});

test('signing in leads to where one was going', async () => {
  const page = await visit();
  await page.goto('/apps/twins?state=active&page=2');
  await page.waitForURL('**/signin');
  await signIn(page, stage.administrator);
  await page.waitForURL('**/apps/twins?state=active&page=2');
  await page.getByRole('table', { name: 'Twins' }).waitFor();
});

test('an unknown address leads to a page that says so', async () => {
  const page = await visit({ as: stage.administrator });
  await page.goto('/apps/nothing?here=1');
  await page.waitForURL('**/notfound?path=*');
  await page.getByText('There is no page at /apps/nothing?here=1.').waitFor();
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await page.waitForURL('**/home');
});

test('who may not import is not offered it', async () => {
  const explore = `/apps/twins/${stage.pump.twinId}/tags/${stage.pump.tagId}/explore`;
  const allowed = await visit({ as: stage.administrator });
  await allowed.goto(explore);
  await allowed.getByRole('button', { name: 'Import data' }).waitFor();

  const page = await visit({ as: stage.viewer });
  await page.goto(`${explore}?import=${stage.pump.tagId}`);
  await page.getByRole('button', { name: 'Download CSV' }).waitFor();
  expect(await page.getByRole('button', { name: 'Import data' }).count()).toBe(0);
  expect(await page.getByRole('dialog').count()).toBe(0);
});
