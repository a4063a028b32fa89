import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { VideoSettings } from '@twinward/contracts/system/setting';
import type { Twin } from '@twinward/contracts/twins/twin';
import { clips } from '@twinward/domain/clips';
import { expect, test } from 'vitest';
import { makeAsset, makeProtection, makeTag, makeTwin } from '../../server/src/testing/factories.ts';
import { withTenantOfServer } from '../../server/src/testing/instance.ts';
import { desktop, expectAccessible, expectProblem, phone, stage, visit } from './browser.ts';
import { signIn } from './chromium.ts';
import { createClient, createPerson } from './people.ts';

const sizes = [
  ['wide', desktop],
  ['on a phone', phone],
] as const;

test.each(sizes)('a twin is found by keyboard only, %s', async (_, viewport) => {
  const page = await visit({ viewport, as: stage.viewer });
  await page.goto('/home');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search' });
  await box.waitFor();
  await page.getByText('Start typing to search.').waitFor();
  await page.keyboard.type('cooling pump-07');
  const options = page.getByRole('option');
  await options.nth(1).waitFor();
  expect(await options.locator('mark').first().textContent()).toMatch(/^cooling$/i);
  await expectAccessible(page);
  // To the second and back again, by the arrows.
  const current = () => page.locator('[role=option][aria-selected=true]').textContent();
  const first = await current();
  await page.keyboard.press('ArrowDown');
  await expect.poll(current).not.toBe(first);
  await page.keyboard.press('ArrowUp');
  await expect.poll(current).toBe(first);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/apps/twins/${stage.pump.twinId}`);
  await page.getByRole('heading', { level: 1, name: 'Cooling water pump' }).waitFor();
});

test('all subscribers are notified of an excursion at once, each in their own browser', async () => {
  const { twinId, tagId } = await withTenantOfServer(stage.directory, 'demo', async ({ db }) => {
    const assetId = await makeAsset(db, { assetName: 'Story fan' });
    const tagId = await makeTag(db, { unit: 'Cel', assetIds: [assetId] });
    const twinId = await makeTwin(db, {
      assetId,
      aliases: [{ name: 'Bearing', type: 'data_point', mappedTagId: tagId, unit: 'Cel' }],
    });
    await makeProtection(db, {
      twinId,
      name: 'Overheating',
      thresholds: [{ name: 'Hot', logic: '[Bearing] > 80', level: 500 }],
    });
    return { twinId, tagId };
  });
  const pages = await Promise.all(
    [desktop, phone].map(async (viewport) => {
      const person = await createPerson();
      await (await createClient(person)).ask('POST', `/api/twins/subscriptions/${twinId}`);
      const page = await visit({ viewport, as: person });
      await page.goto('/home');
      await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
      return page;
    }),
  );
  const administrator = await createClient(stage.administrator);
  const append = (value: number, ago: number) =>
    administrator.call('POST', `/api/tags/${tagId}/data-points`, [{ time: Date.now() - ago, value }]);
  await append(60, 120_000);
  // Excursions in earlier points are history, of which no user is notified.
  await expect
    .poll(async () => (await administrator.call<Twin>('GET', `/api/twins/${twinId}`)).level, {
      timeout: 30_000,
    })
    .toBe(0);
  await append(95, 60_000);
  for (const page of pages) {
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    const drawer = page.getByRole('dialog', { name: 'Notifications' });
    await drawer
      .getByText(/Story fan/)
      .first()
      .waitFor();
    await expectAccessible(page);
  }
});

test.each(sizes)(
  'an administrator creates a user, who has access to other menus and routes, %s',
  async (_, viewport) => {
    const userName = `lists-${randomBytes(4).toString('hex')}`;
    const password = 'Stator-42!';
    const administrator = await visit({ viewport, as: stage.administrator });
    await administrator.goto('/settings/users');
    await administrator.getByRole('link', { name: 'Add user' }).click();
    await administrator.getByLabel('User name', { exact: true }).fill(userName);
    await administrator.getByLabel('VIEWERS').uncheck();
    await administrator.getByLabel('LIST_MANAGERS').check();
    await administrator.getByLabel('New password', { exact: true }).fill(password);
    await administrator.getByLabel('Confirm password', { exact: true }).fill(password);
    await administrator.getByLabel('Must be changed at the next sign-in').uncheck();
    await administrator.getByRole('button', { name: 'Add user' }).click();
    await administrator.waitForURL('**/settings/users');

    const page = await visit({ viewport });
    await page.goto('/settings/users');
    await page.waitForURL('**/signin');
    await signIn(page, { userName, password });
    await page.waitForURL('**/settings/users');
    await page.getByText('You do not have sufficient privileges to access this page.').waitFor();
    expect(await page.getByRole('button', { name: 'Search' }).count()).toBe(0);
    if (viewport === phone) {
      await page.getByRole('button', { name: 'Open menu' }).click();
      const menu = page.getByRole('navigation', { name: 'Main' });
      await menu.getByRole('link', { name: 'Home' }).waitFor();
      await menu.getByRole('link', { name: 'Records', exact: true }).waitFor();
      for (const name of ['Twins', 'Users', 'System']) {
        expect(await menu.getByRole('link', { name, exact: true }).count()).toBe(0);
      }
    } else {
      await page.getByRole('button', { name: 'Tools' }).click();
      await page.getByRole('menuitem', { name: 'Records', exact: true }).waitFor();
      await page.keyboard.press('Escape');
      expect(await page.getByRole('button', { name: 'Apps' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Watchlist' }).click();
      const watchlist = page.getByRole('dialog', { name: 'Watchlist' });
      await watchlist.getByText('You do not have sufficient privileges to access this page.').waitFor();
    }
  },
);

test('the help menu opens the documentation, and plays the built-in clips with captions', async () => {
  const page = await visit({ as: stage.viewer });
  await page.goto('/home');
  await page.getByRole('button', { name: 'Help' }).click();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('menuitem', { name: /^Documentation/ }).click();
  const documentation = await opened;
  await documentation.getByRole('link', { name: 'The language of logic' }).click();
  await documentation.getByRole('heading', { level: 1, name: 'The Xen language' }).waitFor();
  await expectAccessible(documentation);
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'Guide Me' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Support' }).count()).toBe(0);
  await page.getByRole('menuitem', { name: 'Guide Me' }).click();
  const dialog = page.getByRole('dialog', { name: 'Guide Me' });
  for (const [index, { title }] of clips.entries()) {
    if (index > 0) {
      await dialog.getByRole('button', { name: 'Available Videos' }).click();
      await page.getByRole('menuitem', { name: title }).click();
    }
    const video = dialog.frameLocator(`iframe[title="${title}"]`).getByLabel(title);
    await expect.poll(() => video.evaluate(play)).toEqual({ plays: true, hasCaptions: true });
    if (index === 0) await expectAccessible(page);
  }
  const opening = page.context().waitForEvent('page');
  await dialog.getByRole('link', { name: 'Read the steps' }).click();
  const guide = await opening;
  await guide.getByRole('heading', { level: 2, name: clips.at(-1)!.title }).waitFor();
  await expectAccessible(guide);
});

/** Plays from the middle, which needs requests of parts; runs in the page. */
async function play(video: HTMLVideoElement): Promise<{ plays: boolean; hasCaptions: boolean }> {
  video.muted = true;
  await video.play();
  const middle = video.duration / 2;
  video.currentTime = middle;
  await new Promise((next) => video.addEventListener('timeupdate', next, { once: true }));
  const track = video.textTracks[0]!;
  track.mode = 'hidden';
  return {
    plays: video.currentTime >= middle && video.videoWidth > 0,
    hasCaptions: (track.cues?.length ?? 0) > 3,
  };
}

test('a help video plays in a frame, from the host set by an administrator', async () => {
  const host = createServer((_, response) => response.setHeader('content-type', 'audio/wav').end(silence()));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  const administrator = await createClient(stage.administrator);
  const videos = [
    { title: 'Your first twin', id: 'first-twin', moi: false },
    { title: 'Points from a file', id: 'import', moi: false },
  ];
  const set = (body: VideoSettings) => administrator.call('POST', '/api/settings/system/video', body);
  await set({ path: `http://127.0.0.1:${port}/videos`, videos, clips: false });
  try {
    const page = await visit({ as: stage.viewer });
    await page.goto('/home');
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name: 'Guide Me' }).click();
    const dialog = page.getByRole('dialog', { name: 'Guide Me' });
    const readDuration = (title: string) =>
      dialog
        .frameLocator(`iframe[title="${title}"]`)
        .getByLabel(title)
        .evaluate((video: HTMLVideoElement) => video.duration);
    await expect.poll(() => readDuration('Your first twin')).toBe(1);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Available Videos' }).click();
    await page.getByRole('menuitem', { name: 'Points from a file' }).click();
    await expect.poll(() => readDuration('Points from a file')).toBe(1);
    expectProblem(/404/);
    await set({ path: '/no-videos', videos, clips: false });
    await page.reload();
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name: 'Guide Me' }).click();
    const frame = dialog.frameLocator('iframe');
    await frame.getByRole('alert').getByText('This video could not be played').waitFor();
  } finally {
    await set({ path: '', videos: [], clips: true });
    host.close();
    host.closeAllConnections();
  }
});

/** A second of silence as a WAV file (8 kHz, 8 bits, mono): what a video element can play anywhere. */
function silence(): Buffer {
  const samples = 8000;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 128)]);
}
