import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession } from '../../../testing/factories.ts';

let test: TestApp;
let anyone: Record<string, string>;
let admin: Record<string, string>;
beforeAll(async () => {
  test = await createTestApp();
  anyone = await makeSession(test.tenant.db);
  admin = await makeSession(test.tenant.db, { isAdmin: true });
});
afterAll(() => test.close());

const get = (url: string, headers = anyone) => test.ask('GET', url, headers);

it('reports no library before a model is published', async () => {
  const none = { available: false, version: null, lastSync: null, modelCount: 0 };
  await test.ask('POST', '/api/library/models', admin, { name: 'Draft', accessLevel: 'tenant' });
  expect((await get('/api/library/status')).json()).toEqual(none);
  expect((await get('/api/validateSession')).json()).toMatchObject({ videoPath: '', libraryStatus: none });
  expect((await get('/api/library/status', {})).statusCode).toBe(401);
});

it('counts published models except private ones, and returns the time of the newest publication', async () => {
  const publish = async (name: string, accessLevel: string) => {
    const model = (await test.ask('POST', '/api/library/models', admin, { name, accessLevel })).json();
    const body = { version: model.version };
    const answer = await test.ask('POST', `/api/library/models/${model.id}/publish`, admin, body);
    expect(answer.statusCode, answer.body).toBe(200);
    const [version] = (await test.ask('GET', `/api/library/models/${model.id}/versions`, admin)).json();
    return version.publishedAt as string;
  };
  const version = await publish('Pump', 'shared');
  await publish('Secret', 'private');
  const status = { available: true, version, lastSync: null, modelCount: 1 };
  expect((await get('/api/library/status')).json()).toEqual(status);
  expect((await get('/api/validateSession')).json()).toMatchObject({ libraryStatus: status });
});
