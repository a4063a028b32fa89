import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { makeSession } from '../../testing/factories.ts';

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

it('tells that this installation is on premises', async () => {
  expect((await get('/api/settings/onprem')).json()).toEqual({ onPremise: true });
  expect((await get('/api/settings/onprem', {})).statusCode).toBe(401);
});

it('keeps where the videos are', async () => {
  expect((await get(video)).json()).toEqual({ path: '' });
  expect((await post({ path: '/videos' })).json()).toEqual({ path: '/videos' });
  expect((await get(video)).json()).toEqual({ path: '/videos' });
  expect((await post({ path: 'https://help.plant.example/videos' })).statusCode).toBe(200);
  expect((await post({ path: '' })).statusCode).toBe(200);
});

it.each(['javascript:alert(1)', '//evil.example', 'videos'])('refuses videos at %s', async (path) => {
  const answer = await post({ path });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().message).toBe('path: Please enter an address, or a path that begins with /.');
});

it('lets nobody else choose', async () => {
  expect((await post({ path: '/a' }, anyone)).statusCode).toBe(403);
  expect((await post({ path: '/a' }, {})).statusCode).toBe(401);
});
