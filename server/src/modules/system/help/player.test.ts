import type { Video, VideoSettings } from '@twinward/contracts/system/setting';
import { clips } from '@twinward/domain/clips';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession } from '../../../testing/factories.ts';

const videos: Video[] = [{ title: 'Your <first> twin', id: 'first-twin', moi: false }];
const settings = '/api/settings/system/video';

let test: TestApp;
let viewer: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  viewer = await makeSession(test.tenant.db);
});
afterAll(() => test.close());

/** Stores the setting without validation, as an earlier version may have. */
async function store(value: Partial<VideoSettings>): Promise<void> {
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

it('plays a built-in clip with its captions, unless the administrator omits the clips', async () => {
  await store({ path: '/videos', videos });
  const { headers, body } = await test.ask('GET', await open('import'), {});
  expect(headers['content-security-policy']).toContain("media-src 'self'");
  expect(body).toContain('<video controls src="../../../../docs/clips/import.webm"');
  expect(body).toContain('<track kind="captions" src="../../../../docs/clips/import.vtt"');
  await store({ path: '/videos', videos: [{ ...videos[0]!, id: 'import' }] });
  const replaced = await test.ask('GET', await open('import'), {});
  expect(replaced.body).toContain('<video controls src="/videos/import.mp4"');
  expect(replaced.body).not.toContain('<track');
  await store({ path: '/videos', videos, clips: false });
  expect((await test.ask('GET', `${settings}/import/player`, viewer)).statusCode).toBe(404);
});

it.each(clips)('serves the clip $id in parts, and its captions', async ({ id }) => {
  const part = await test.ask('GET', `/docs/clips/${id}.webm`, { range: 'bytes=0-3' });
  expect(part.statusCode).toBe(206);
  expect(part.headers['content-type']).toBe('video/webm');
  expect(part.headers['content-range']).toMatch(/^bytes 0-3\/\d+$/);
  expect(part.rawPayload).toEqual(Buffer.from('1a45dfa3', 'hex'));
  const captions = await test.ask('GET', `/docs/clips/${id}.vtt`, {});
  expect(captions.headers['content-type']).toMatch(/^text\/vtt/);
  expect(captions.body).toMatch(/^WEBVTT\n\n00:00\.000 --> /);
});

it.each(['https://x;sandbox', 'https://x;sandbox/videos', "https://x,'none'", 'https://user:pw@host/v'])(
  'rejects a folder at %s, ignores a stored one, and omits it from every policy',
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
