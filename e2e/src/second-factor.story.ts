import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { totpCode, totpStep } from '../../server/src/testing/second-factor.ts';
import { expectProblem, expectUsable, stage, visit } from './browser.ts';
import { type SignIn, signIn } from './chromium.ts';
import { createPerson } from './people.ts';

// Passkeys require a host name.
const address = stage.address.replace('127.0.0.1', 'localhost');

async function begin(page: Page, person: SignIn): Promise<void> {
  await page.goto(`${address}/signin`);
  await signIn(page, person);
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${address}/signout`);
  await page.getByRole('heading', { name: 'Sign in to Twinward' }).waitFor();
}

/** Adds an authenticator app by its key. @returns the key, in base32. */
async function addTotp(page: Page, { password }: SignIn, step: number): Promise<string> {
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code of the key' }).waitFor();
  const secret = (await page.getByLabel('Key', { exact: true }).inputValue()).replaceAll(' ', '');
  await page.getByLabel('Code from the app').fill(totpCode(secret, step));
  await expectUsable(page);
  await page.getByRole('button', { name: 'Add app' }).click();
  return secret;
}

test('a user adds an app and a passkey, and signs in with each and with a recovery code', async () => {
  expectProblem(/status of 401/);
  const person = await createPerson();
  const page = await visit();
  const authenticator = await page.context().newCDPSession(page);
  await authenticator.send('WebAuthn.enable');
  await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'usb', isUserVerified: true },
  });

  await begin(page, person);
  await page.waitForURL('**/home');
  await page.goto(`${address}/account`);
  const step = totpStep();
  const secret = await addTotp(page, person, step);
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  expect(await codes.count()).toBe(10);
  const recoveryCode = (await codes.first().textContent())!;
  await expectUsable(page);
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Key ring');
  await page.getByLabel('Your password').fill(person.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('list', { name: 'Second factors' }).getByText('Key ring').waitFor();
  // The sticky bar would cover fields that are scrolled behind it.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectUsable(page);
  await signOut(page);

  await begin(page, person);
  const code = page.getByLabel('Code of your authenticator app');
  await code.fill(totpCode(secret, step));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // The code that added the app is used.
  await page.getByRole('alert').waitFor();
  await expectUsable(page);
  await code.fill(totpCode(secret, Math.max(totpStep(), step + 1)));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/home');
  await signOut(page);

  await begin(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.getByLabel('Recovery code').press('Enter');
  await page.waitForURL('**/home');
  await signOut(page);

  await begin(page, person);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/home');
});

test('a user who must have a second factor sets it up before anything else', async () => {
  const person = await createPerson();
  const page = await visit();
  // The setting would affect all stories, so only this page is told that it is on.
  const state = '**/api/validateSession';
  await page.route(state, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), mustEnrol: true } });
  });
  await page.goto(`${address}/apps/twins`);
  await signIn(page, person);
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  await expectUsable(page);
  await addTotp(page, person, totpStep());
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
  await page.unroute(state);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.waitForURL('**/apps/twins');
  await page.getByRole('table', { name: 'Twins' }).waitFor();
});
