import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession } from '../../../testing/factories.ts';

let test: TestApp;
let anyone: Record<string, string>;
let system: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  anyone = await makeSession(test.tenant.db);
  system = await makeSession(test.tenant.db, { groups: ['ADMINISTRATORS'] });
});
afterAll(() => test.close());

const video = '/api/settings/system/video';
const get = (url: string, headers = anyone) => test.app.inject({ url, headers });
const post = (body: object, headers = system) =>
  test.app.inject({ method: 'POST', url: video, headers, payload: body });

it('reports an installation on premises', async () => {
  expect((await get('/api/settings/onprem')).json()).toEqual({ onPremise: true });
  expect((await get('/api/settings/onprem', {})).statusCode).toBe(401);
});

it('stores the videos of the help menu, and their folder', async () => {
  expect((await get(video)).json()).toEqual({ path: '', videos: [], clips: true });
  expect((await post({ path: '/videos' })).json()).toEqual({ path: '/videos', videos: [], clips: true });
  const videos = [{ title: 'Your first twin', id: 'first-twin', moi: false }];
  const path = 'https://help.plant.example/videos';
  expect((await post({ path, videos, clips: false })).json()).toEqual({ path, videos, clips: false });
  expect((await get(video)).json()).toEqual({ path, videos, clips: false });
  expect((await get('/api/validateSession')).json()).toMatchObject({ videoPath: path });
  expect((await post({ path: '' })).statusCode).toBe(200);
});

it('reports the errors of each video', async () => {
  const videos = [
    { title: 'Fine', id: '42', moi: true },
    { title: '', id: '../up', moi: false },
  ];
  expect((await post({ path: '', videos })).json().errors).toEqual([
    { path: 'videos.1.title', message: 'Required.' },
    {
      path: 'videos.1.id',
      message: 'Please enter a valid identifier. Characters "A-Z", "0-9", "_", and "-" are allowed.',
    },
  ]);
});

it.each(['javascript:alert(1)', '//evil.example', '/\\\\evil.example', 'https://', 'videos'])(
  'rejects videos at %s',
  async (path) => {
    const answer = await post({ path });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe('path: Please enter an address, or a path that begins with /.');
  },
);

it('the videos can be changed only by administrators', async () => {
  expect((await post({ path: '/a' }, anyone)).statusCode).toBe(403);
  expect((await post({ path: '/a' }, {})).statusCode).toBe(401);
});

const help = '/api/settings/system/help';
const postHelp = (payload: object, headers = system) =>
  test.app.inject({ method: 'POST', url: help, headers, payload });

it('stores the address of the help, which is by default the included documentation', async () => {
  expect((await get(help)).json()).toEqual({ documentation: '/docs', support: '' });
  const chosen = { documentation: 'https://wiki.plant.example/twins', support: 'help@plant.example' };
  expect((await postHelp(chosen)).json()).toEqual(chosen);
  expect((await get(help)).json()).toEqual(chosen);
  expect((await postHelp(chosen, anyone)).statusCode).toBe(403);
});

it('records in the audit trail who changed the help', async () => {
  await postHelp({ documentation: '/docs', support: 'https://help.plant.example' });
  await postHelp({ documentation: '/docs', support: '' });
  const [line] = await test.tenant.db
    .selectFrom('audit_entry')
    .select(['action', 'entity_id', 'old', 'new'])
    .where('entity_id', '=', 'help')
    .orderBy('id', 'desc')
    .execute();
  expect(line).toEqual({
    action: 'update',
    entity_id: 'help',
    old: { support: 'https://help.plant.example' },
    new: { support: '' },
  });
});

it.each([
  [{ documentation: '', support: '' }, 'documentation: Required.'],
  [
    { documentation: 'javascript:alert(1)', support: '' },
    'documentation: Please enter an address, or a path that begins with /.',
  ],
  [
    { documentation: '/docs', support: 'javascript:alert(1)' },
    'support: Please enter an e-mail address, or a web address.',
  ],
  [
    { documentation: '/docs', support: '/support' },
    'support: Please enter an e-mail address, or a web address.',
  ],
])('rejects help at %j', async (payload, message) => {
  const answer = await postHelp(payload);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().message).toBe(message);
});

describe('the documentation', () => {
  it.each(['/docs', '/docs/demo', '/docs/language', '/docs/operations', '/docs/architecture'])(
    'is public at %s',
    async (url) => {
      const answer = await get(url, {});
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.body).toMatch(/<h1[ >]/);
    },
  );

  it('shows its pictures', async () => {
    const page = await get('/docs/guide', {});
    const picture = /<img src="(images\/[\w-]+\.png)" alt="[^"]+"/.exec(page.body)![1];
    const answer = await get(`/docs/${picture}`, {});
    expect(answer.headers['content-type']).toBe('image/png');
    expect(answer.rawPayload.subarray(0, 4)).toEqual(Buffer.from('\x89PNG', 'latin1'));
  });

  it.each([
    '/docs/nothing',
    '/docs/clips/none.webm',
    '/docs/..%2fpackage',
    '/docs/images/..%2f..%2fpackage.json',
    '/docs/images/none.png',
  ])('has no page at %s', async (url) => expect((await get(url, {})).statusCode).toBe(404));
});
