import type { MailSettingsChange } from '@twinward/contracts/system/mail';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../server/src/testing/client.ts';
import { startIdentityProvider, testClient } from '../../server/src/testing/identity-provider.ts';
import { type MailServer, startMailServer } from '../../server/src/testing/mail-server.ts';
import { desktop, expectAccessible, expectProblem, expectUsable, phone, stage, visit } from './browser.ts';
import { signIn } from './chromium.ts';
import { createClient, createPerson } from './people.ts';

const sizes = [
  ['wide', desktop],
  ['on a phone', phone],
] as const;

test('a wrong password is rejected without revealing what was wrong', async () => {
  expectProblem(/status of 401/);
  const page = await visit();
  await page.goto('/signin');
  await signIn(page, { ...stage.viewer, password: 'Wrong-42!' });
  await page.getByRole('alert').getByText('The database, user name or password is wrong.').waitFor();
  const password = page.getByLabel('Password', { exact: true });
  await expect.poll(() => password.inputValue()).toBe('');
  expect(await password.evaluate((field) => field === document.activeElement)).toBe(true);

  await signIn(page, stage.viewer);
  await page.waitForURL('**/home');
});

test.each(sizes)('signing in opens the requested page, %s', async (_, viewport) => {
  const page = await visit({ viewport });
  await page.goto('/apps/twins?state=active&page=2');
  await page.waitForURL('**/signin');
  await signIn(page, stage.administrator);
  await page.waitForURL('**/apps/twins?state=active&page=2');
  await page.getByRole('table', { name: 'Twins' }).waitFor();
});

test('a password set by another user must be changed before anything else', async () => {
  // The event stream is requested before the permissions of the session are known.
  expectProblem(/status of 403 .*\/api\/notifications\/subscription/);
  const person = await createPerson({ temporaryPassword: true });
  const page = await visit();
  await page.goto('/apps/twins');
  await page.waitForURL('**/signin');
  await signIn(page, person);
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
  await expectUsable(page);
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  await fill('Current password', person.password);
  await fill('New password', 'Stator-43-Flange!');
  await fill('Confirm password', 'Stator-43-Flange!');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.waitForURL('**/apps/twins');
  await page.getByRole('table', { name: 'Twins' }).waitFor();
});

describe('with mail', () => {
  let mail: MailServer;
  let administrator: Client;
  const settings = (host: string, port: number): MailSettingsChange => ({
    host,
    port,
    security: 'none',
    userName: '',
    from: 'twinward@plant.example',
    publicAddress: stage.address,
  });
  beforeAll(async () => {
    mail = await startMailServer();
    administrator = await createClient(stage.administrator);
    await administrator.call('POST', '/api/settings/system/mail', settings('127.0.0.1', mail.port));
  });
  afterAll(async () => {
    await administrator.call('POST', '/api/settings/system/mail', settings('', 587));
    await mail.close();
  });

  test.each(sizes)('a forgotten password is reset by mail, %s', async (_, viewport) => {
    const email = `person-${viewport.width}-${Date.now()}@plant.example`;
    const person = await createPerson({ email });
    const page = await visit({ viewport });
    await page.goto('/signin');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await page.getByLabel('Database').fill('demo');
    await page.getByLabel('User name or e-mail').fill(email);
    await page.getByRole('button', { name: 'Send mail' }).click();
    await page.getByText(/we have sent a mail/).waitFor();
    await expectAccessible(page);
    const received = () => mail.mails.find(({ to, text }) => to[0] === email && text.includes('/reset#'));
    await expect.poll(received, { timeout: 30_000 }).toBeDefined();
    const link = /\S+\/reset#\S+/.exec(received()!.text)![0];
    expect(link.startsWith(stage.address)).toBe(true);

    await page.goto(link);
    const password = 'staple battery 42!';
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Your password is changed. All your sessions have ended.').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, { ...person, password });
    await page.waitForURL('**/home');
  });

  test('an external user signs in at the identity provider, and returns to the requested page', async () => {
    // The provider's own pages request a font and an icon that don't exist.
    expectProblem(/\/interaction\//);
    const provider = await startIdentityProvider(`${stage.address}/api/external-sign-in/callback`);
    const chosen = {
      issuer: provider.issuer,
      ...testClient,
      label: 'Plant account',
      userNameClaim: 'preferred_username',
    };
    const path = '/api/settings/security/identity-provider';
    try {
      await administrator.call('POST', path, chosen);
      const person = await createPerson({ external: true });
      const page = await visit();
      await page.goto('/apps/twins?state=active');
      await page.waitForURL('**/signin');
      await page.getByLabel('Database').fill('demo');
      await page.getByRole('button', { name: 'Plant account' }).click();
      await page.waitForURL(`${provider.issuer}/**`);
      await page.locator('input[name=login]').fill(person.userName);
      await page.locator('input[name=password]').fill('any');
      await page.getByRole('button', { name: 'Sign-in' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.waitForURL('**/apps/twins?state=active');
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('dialog', { name: 'Account' }).getByText(person.userName).first().waitFor();

      const refused = await visit();
      await refused.goto('/signin?external=failed');
      await refused
        .getByRole('alert')
        .getByText(/^The sign-in at your organization failed\./)
        .waitFor();
    } finally {
      const { clientSecret: _, ...none } = { ...chosen, issuer: '', clientId: '' };
      await administrator.call('POST', path, none);
      await provider.close();
    }
  });
});

test('an unknown address shows the not-found page', async () => {
  const page = await visit({ as: stage.administrator });
  await page.goto('/apps/nothing?here=1');
  await page.waitForURL('**/notfound?path=*');
  await page.getByText('There is no page at /apps/nothing?here=1.').waitFor();
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await page.waitForURL('**/home');
});

test('a user without import permission has no access to the import', async () => {
  const explore = `/apps/twins/${stage.pump.twinId}/tags/${stage.pump.tagId}/explore`;
  const allowed = await visit({ as: stage.administrator });
  await allowed.goto(explore);
  await allowed.getByRole('button', { name: 'Import data' }).waitFor();

  const page = await visit({ as: stage.viewer });
  await page.goto(`${explore}?import=${stage.pump.tagId}`);
  await page.getByRole('button', { name: /^Actions for the chart of / }).waitFor();
  expect(await page.getByRole('button', { name: 'Import data' }).count()).toBe(0);
  expect(await page.getByRole('dialog').count()).toBe(0);
});
