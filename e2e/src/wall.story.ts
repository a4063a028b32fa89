import { rm } from 'node:fs/promises';
import type { Dashboard } from '@twinward/contracts/questions/dashboard';
import type { CreatedDisplay } from '@twinward/contracts/questions/display';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../../server/src/testing/client.ts';
import { makeDatabaseFolder } from '../../server/src/testing/folder.ts';
import { freePort } from '../../server/src/testing/free-port.ts';
import { Instance } from '../../server/src/testing/instance.ts';
import { launch } from './chromium.ts';

/** Folder of a separate product, since it is restarted. */
let directory: string;
let browser: Browser;
let instance: Instance;
beforeAll(async () => {
  directory = await makeDatabaseFolder('twinward-wall-');
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
  await instance.end('SIGTERM');
  await rm(directory, { recursive: true, force: true });
});

const password = 'Rotor-42!';

async function start(port: number): Promise<Client> {
  instance = new Instance({
    directory,
    environment: { ADMIN_PASSWORD: password, PORT: String(port), LOG_LEVEL: 'warn' },
  });
  return Client.signIn(await instance.address(), 'admin', password);
}

test('a display shows its dashboard without a sign-in, even after a restart of the server', async () => {
  const port = await freePort();
  const client = await start(port);
  const cards = [
    { id: 'note', kind: 'text', x: 0, y: 0, w: 4, h: 2, text: 'Good morning' },
    {
      id: 'count',
      kind: 'number',
      x: 4,
      y: 0,
      w: 3,
      h: 2,
      source: { kind: 'figure', figure: 'silent-twins' },
    },
  ];
  const made = await client.call<Dashboard>('POST', '/api/dashboards', { name: 'Hall', content: { cards } });
  const { token } = await client.call<CreatedDisplay>('POST', '/api/displays', {
    name: 'North wall',
    dashboards: [made.id],
    expiresAt: new Date(Date.now() + 3600_000).toISOString(),
  });
  const page = await browser.newPage({ baseURL: client.address, viewport: { width: 1440, height: 900 } });
  await page.goto(`/dashboard#display=demo.${token}`);
  await page.getByRole('heading', { level: 1, name: 'Hall' }).waitFor();
  await page.getByText('Good morning').waitFor();
  await page.getByRole('group', { name: 'Silent twins' }).getByText('0').waitFor();
  expect(await page.getByRole('button').count()).toBe(0);

  await instance.end('SIGTERM');
  const again = await start(port);
  await again.call('PUT', `/api/dashboards/${made.id}`, {
    name: 'Hall',
    content: { cards: [{ ...cards[0], text: 'Good evening' }, cards[1]] },
    version: 1,
  });
  await page.getByText('Good evening').waitFor({ timeout: 120_000 });

  const [display] = await again.call<CreatedDisplay[]>('GET', '/api/displays');
  await again.call('DELETE', `/api/displays/${display!.id}`);
  await page.getByText('This display was deleted or has expired.').waitFor({ timeout: 120_000 });
});
