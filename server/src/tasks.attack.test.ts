import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendPoints } from './series/index.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import { makeTag, makeTwin, makeViewerSession } from './testing/factories.ts';

/** Slow previews, against a listening server. */

let server: TestApp;
let address: string;
let twinId: number;
let hostile: Record<string, string>;
let quiet: Record<string, string>;

const points = 1_500_000;
const minute = 60_000;
/** As many windows as a protection may have, no two of the same length. */
const costlyThresholds = Array.from({ length: 4 }, (_, threshold) => {
  const windows = Array.from(
    { length: 100 },
    (_, index) => `STDDEV([Flow], #${threshold * 100 + index + 1}m)`,
  );
  return { name: `Costly ${threshold}`, logic: `${windows.join(' + ')} > 3` };
});

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  hostile = await makeViewerSession(db);
  quiet = await makeViewerSession(db);
  const tagId = await makeTag(db);
  twinId = await makeTwin(db, { aliases: [{ name: 'Flow', type: 'data_point', mappedTagId: tagId }] });
  const times = Float64Array.from({ length: points }, (_, index) => index * minute);
  await appendPoints(db, [{ tagId, times, values: times.map((time) => time % 7), qualities: null }]);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  // Starts the threads beforehand, so that their start does not affect the tests.
  await Promise.all([cheap(hostile), cheap(quiet)]);
});
afterAll(() => server.close());

const preview = (
  headers: Record<string, string>,
  thresholds: object[],
  minutes: number,
  signal?: AbortSignal,
) =>
  fetch(`${address}/api/indicators/preview`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      twinId,
      protection: { thresholds },
      from: 0,
      to: minutes * minute,
    }),
    ...(signal ? { signal } : {}),
  });
const costly = (signal?: AbortSignal) => preview(hostile, costlyThresholds, points, signal);
const cheap = (headers: Record<string, string>) =>
  preview(headers, [{ name: 'High', logic: '[Flow] > 6' }], 1000);

test('a costly preview is answered with 413 and a remedy, and delays no other call', async () => {
  const answered: string[] = [];
  const note = async (what: string, response: Promise<Response>) => {
    const { status } = await response;
    answered.push(`${what} ${status}`);
  };
  const ended = costly();
  const first = note('costly', ended);
  await note('health', fetch(`${address}/healthz`));
  await note('of another user', cheap(quiet));
  await first;
  expect(answered).toEqual(['health 200', 'of another user 200', 'costly 413']);
  expect(await (await ended).json()).toMatchObject({
    id: 'too-large',
    message: 'The preview took longer than 10 s. Choose a shorter range or a simpler rule.',
  });
});

test('a user with too many waiting previews is answered with 429 and Retry-After, other users with 200', async () => {
  const closing = new AbortController();
  const refused = await Promise.any(
    Array.from({ length: 12 }, async () => {
      const response = await costly(closing.signal);
      return response.status === 429 ? response : Promise.reject(new Error(`${response.status}`));
    }),
  );
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ id: 'too-many-requests' });
  expect((await cheap(quiet)).status).toBe(200);
  // Previews whose callers disconnected are canceled, including running ones.
  closing.abort();
  await expect.poll(async () => (await cheap(hostile)).status).toBe(200);
});
