import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession } from '../../../testing/factories.ts';

let test: TestApp;
let anyone: Record<string, string>;
beforeAll(async () => {
  test = await createTestApp();
  anyone = await makeSession(test.tenant.db);
});
afterAll(() => test.close());

const get = (url: string, headers = anyone) => test.ask('GET', url, headers);

it('reports that there is no library yet', async () => {
  const none = { available: false, version: null, lastSync: null, modelCount: 0 };
  expect((await get('/api/library/status')).json()).toEqual(none);
  expect((await get('/api/validateSession')).json()).toMatchObject({ videoPath: '', libraryStatus: none });
  expect((await get('/api/library/status', {})).statusCode).toBe(401);
});
