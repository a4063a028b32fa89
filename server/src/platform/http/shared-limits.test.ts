import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendPoints } from '../../series/index.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { makeSession, makeTag } from '../../testing/factories.ts';

let server: TestApp;
let url: string;
let tagId: number;
beforeAll(async () => {
  server = await createTestApp();
  tagId = await makeTag(server.tenant.db);
  url = `/api/tags/${tagId}/data-points`;
});
afterAll(() => server.close());

const writer = () => makeSession(server.tenant.db, { isAdmin: true });
const points = JSON.stringify([{ time: 1000, value: 1 }]);

function post(headers: Record<string, string>, payload: PassThrough | string, length: number) {
  return server.app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': String(length) },
    payload,
  });
}

/** An unfinished body of 2 MiB of white space and a point. */
function begin(headers: Record<string, string>) {
  const body = new PassThrough();
  const length = 2 * 1024 * 1024;
  // `inject` starts the call when it is awaited.
  const answer = Promise.resolve(post(headers, body, length));
  return { answer, end: () => body.end(points.padStart(length)) };
}

test('the number of concurrent downloads of a user and a tenant is limited', async () => {
  const times = Float64Array.from({ length: 5_000 }, (_, i) => i * 1000);
  await appendPoints(server.tenant.db, [{ tagId, times, values: times, qualities: null }]);
  const users = await Promise.all([writer(), writer(), writer()]);
  const download = (headers: Record<string, string>) =>
    server.app.inject({ method: 'GET', url: `${url}.csv`, headers, payloadAsStream: true });
  const open = [];
  for (const headers of [users[0]!, users[1]!])
    for (let i = 0; i < 6; i++) open.push(await download(headers));
  expect(open.map(({ statusCode }) => statusCode)).toEqual(open.map(() => 200));
  for (const headers of users) {
    const { statusCode, headers: answered } = await download(headers);
    expect([statusCode, answered['retry-after']]).toEqual([429, '1']);
  }

  for (const { stream } of open) stream().resume();
  await expect.poll(async () => (await download(users[2]!)).statusCode).toBe(200);
});

test('the concurrent large bodies of a user and of a tenant are limited; small ones are not', async () => {
  const users = await Promise.all([writer(), writer(), writer()]);
  const held = [users[0]!, users[0]!, users[1]!, users[1]!].map(begin);
  for (const headers of users) {
    await expect
      .poll(async () => {
        const { answer, end } = begin(headers);
        end();
        return (await answer).statusCode;
      })
      .toBe(429);
    expect((await post(headers, points, points.length)).statusCode).toBe(200);
  }
  const refused = begin(users[2]!);
  refused.end();
  const { headers, body } = await refused.answer;
  expect([headers['retry-after'], JSON.parse(body).message]).toEqual([
    '1',
    'Too many large requests at a time.',
  ]);

  for (const { end } of held) end();
  for (const { answer } of held) expect((await answer).statusCode).toBe(200);
  const next = begin(users[2]!);
  next.end();
  expect((await next.answer).statusCode).toBe(200);
});
