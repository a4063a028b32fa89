import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { makeSession, makeTag } from '../../testing/factories.ts';
import { countValues, mostParsedBytes, mostValues } from './unparsed-body.ts';

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

test('the maximum number of points of a call stays below the limit', async () => {
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

test('a large body of points is parsed, checked and stored in a thread, with the same responses', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  const points = Array.from({ length: 100_000 }, (_, i) => ({ time: 10_000 + i * 1000, value: i }));
  const wrong = points.map((point, i) => (i === 70_000 ? { ...point, value: 'x' } : point));
  const answers = [];
  try {
    for (const body of [points, wrong, points.map(() => ({})), [...points, { time: 1, value: 1 }]]) {
      answers.push(await post(JSON.stringify(body)));
    }
    answers.push(await post(JSON.stringify(points).slice(0, -1)));
    const text = JSON.stringify(points.slice(0, 50_000));
    for (const name of ['__proto__', 'constructor']) {
      answers.push(await post(`[{"${name}":{"a":1}},${text.slice(1)}`));
    }
    const lengths = parse.mock.calls.map(([text]) => String(text).length);
    expect(Math.max(0, ...lengths)).toBeLessThan(mostParsedBytes);
  } finally {
    parse.mockRestore();
  }
  const [stored, oneWrong, allWrong, tooMany, cut, ...polluting] = answers;
  expect([stored!.statusCode, stored!.json().stored]).toEqual([200, 100_000]);
  expect([oneWrong!.statusCode, oneWrong!.json()]).toEqual([
    400,
    expect.objectContaining({
      id: 'invalid-request',
      errors: [{ path: '70000.value', message: 'Please enter a number.' }],
    }),
  ]);
  expect([allWrong!.statusCode, allWrong!.json().errors]).toEqual([
    400,
    expect.objectContaining({ length: 100 }),
  ]);
  expect([tooMany!.statusCode, tooMany!.json().message]).toEqual([
    400,
    expect.stringContaining('At most 100,000 points'),
  ]);
  expect([cut!.statusCode, cut!.json().message]).toEqual([400, 'The body is not valid JSON.']);
  for (const { statusCode } of polluting) expect(statusCode).toBe(400);
});

test('a large body of points of many tags is stored in a thread as well', async () => {
  const tagIds = [await makeTag(server.tenant.db), await makeTag(server.tenant.db)];
  const points = Array.from({ length: 5000 }, (_, i) => ({ time: i * 1000, value: i }));
  const answer = await server.ask(
    'POST',
    '/api/data-points',
    writer,
    tagIds.map((tagId) => ({ tagId, points })),
  );
  expect(answer.json()).toEqual(tagIds.map((tagId) => expect.objectContaining({ tagId, stored: 5000 })));
});
