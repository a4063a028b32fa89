import type { VideoSettings } from '@twinward/contracts/system/setting';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession } from '../../../testing/factories.ts';

const videos = [{ title: 'Your <first> twin', id: 'first-twin', moi: false }];
const settings = '/api/settings/system/video';

let test: TestApp;
let viewer: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  viewer = await makeSession(test.tenant.db);
});
afterAll(() => test.close());

/** Stores the setting without validation, as an earlier version may have. */
async function store(value: VideoSettings): Promise<void> {
  await test.tenant.db
    .insertInto('system_setting')
    .values({ name: 'video', value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
    .execute();
}

async function open(id = 'first-twin'): Promise<string> {
  const answer = await test.ask('GET', `${settings}/${id}/player`, viewer);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ address: string }>().address;
}

it.each<[string, string, string, string]>([
  ['a folder of this server', '/videos', "media-src 'self'", '<video controls src="/videos/first-twin.mp4"'],
  [
    'a folder of another',
    'https://help.plant.example:8443/videos?a;b//',
    'media-src https://help.plant.example:8443',
    '<video controls src="https://help.plant.example:8443/videos?a;b/first-twin.mp4"',
  ],
  [
    'the hosted provider',
    '',
    'frame-src https://player.vimeo.com',
    '<iframe src="https://player.vimeo.com/video/first-twin?quality=1080p&amp;dnt=1"',
  ],
])('plays a video of %s, with a policy that allows nothing else', async (_, path, source, element) => {
  await store({ path, videos });
  const { headers, body } = await test.ask('GET', await open(), {});
  expect(String(headers['content-security-policy']).split('; ')).toEqual([
    "default-src 'none'",
    source,
    expect.stringMatching(/^script-src 'nonce-[0-9a-f]+'$/),
    expect.stringMatching(/^style-src 'nonce-[0-9a-f]+'$/),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ]);
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(body).toContain(element);
  expect(body).toContain('<title>Your &lt;first&gt; twin</title>');
});

it.each(['https://x;sandbox', 'https://x;sandbox/videos', "https://x,'none'", 'https://user:pw@host/v'])(
  'rejects a folder at %s, ignores a stored one, and keeps it out of every policy',
  async (path) => {
    const administrator = await makeSession(test.tenant.db, { isAdmin: true });
    const refused = await test.ask('POST', settings, administrator, { path, videos });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors).toEqual([
      { path: 'path', message: expect.stringContaining('Please enter a') },
    ]);
    await store({ path, videos });
    const player = await test.ask('GET', `${settings}/first-twin/player`, viewer);
    expect(player.statusCode).toBe(404);
    const page = await test.app.inject({ url: '/', headers: { accept: 'text/html' } });
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("frame-src 'self'");
    expect(policy).not.toContain('media-src');
    expect(policy).not.toContain('sandbox');
  },
);

it('shows no video without a valid ticket of that database', async () => {
  await store({ path: '/videos', videos });
  const address = await open();
  const other = address.replace('database=test', 'database=other');
  const changed = address.replace(
    /(ticket=.{40})(.)/,
    (_, start: string, next: string) => start + (next === 'x' ? 'y' : 'x'),
  );
  for (const url of [other, changed]) expect((await test.ask('GET', url, {})).statusCode).toBe(404);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1000 });
  try {
    expect((await test.ask('GET', address, {})).statusCode).toBe(404);
  } finally {
    vi.useRealTimers();
  }
  expect((await test.ask('GET', address, {})).statusCode).toBe(200);
});

it('has no player for a video that is not listed or was removed', async () => {
  await store({ path: '/videos', videos });
  const address = await open();
  expect((await test.ask('GET', `${settings}/second/player`, viewer)).statusCode).toBe(404);
  await store({ path: '/videos', videos: [] });
  expect((await test.ask('GET', address, {})).statusCode).toBe(404);
});
