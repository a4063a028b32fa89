import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { makeSession, makeTag } from '../../testing/factories.ts';
import { countValues, mostValues } from './json-body.ts';

let server: TestApp;
let writer: Record<string, string>;
let url: string;
beforeAll(async () => {
  server = await createTestApp();
  writer = await makeSession(server.tenant.db, { isAdmin: true });
  url = `/api/tags/${await makeTag(server.tenant.db)}/data-points`;
});
afterAll(() => server.close());

const post = (payload: string) =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { ...writer, 'content-type': 'application/json' },
    payload,
  });

test('counts fields, items, objects and lists', () => {
  const count = (value: unknown) => countValues(Buffer.from(JSON.stringify(value)));
  expect(count(1)).toBe(1);
  expect(count([1, 2, 3])).toBe(4);
  expect(count([{ a: 1, b: [] }, {}])).toBe(7);
  expect(countValues(Buffer.from('[,,,,,,'), 3)).toBe(4);
});

test('a body with more values is rejected before it is parsed, valid or not', async () => {
  for (const body of [`[${'{},'.repeat(mostValues / 2)}{}]`, '['.repeat(mostValues + 1)]) {
    const answer = await post(body);
    expect([answer.statusCode, answer.json()]).toEqual([
      413,
      expect.objectContaining({
        id: 'too-large',
        message: 'The body has more than 500,000 values. Please send it in parts.',
      }),
    ]);
  }
});

test('the most points that a call accepts stay below the limit', async () => {
  const points = Array.from({ length: 100_000 }, (_, i) => ({ time: i * 1000, value: i, quality: 'good' }));
  expect(countValues(Buffer.from(JSON.stringify(points)))).toBeLessThan(mostValues);
  const tags = Array.from({ length: 10_000 }, (_, i) => ({ tagId: i + 1, points: points.slice(0, 10) }));
  expect(countValues(Buffer.from(JSON.stringify(tags)))).toBeLessThan(mostValues);
});

test('other bodies are parsed as before: invalid ones and prototype pollution are rejected', async () => {
  expect((await post('[{"time":1000,"value":1}]')).statusCode).toBe(200);
  for (const body of [
    '',
    '[{"time":',
    '[{"__proto__":{"a":1}}]',
    '[{"constructor":{"prototype":{"a":1}}}]',
  ]) {
    expect([(await post(body)).statusCode, body]).toEqual([400, body]);
  }
});
