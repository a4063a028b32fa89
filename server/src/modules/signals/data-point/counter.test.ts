import type { CounterData } from '@twinward/contracts/signals/counter';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeTag, makeViewerSession } from '../../../testing/factories.ts';

let server: TestApp;
let viewer: Record<string, string>;
let tagId: number;

const day = 86_400_000;
const t0 = Date.UTC(2024, 0, 1);
const at = (days: number) => new Date(t0 + days * day).toISOString();

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
  tagId = await makeTag(server.tenant.db, { name: 'HOURS', unit: 'h' });
  // Rises by 20 h a day from 100; on day 30 the meter is replaced by one that starts at 0.
  await append(tagId, 41, (days) => (days < 30 ? 100 + 20 * days : 20 * (days - 30)));
});
afterAll(() => server.close());

async function append(
  id: number,
  count: number,
  value: (index: number) => number,
  step = day,
): Promise<void> {
  const indices = Array.from({ length: count }, (_, index) => index);
  await appendPoints(server.tenant.db, [
    { tagId: id, times: indices.map((index) => t0 + index * step), values: indices.map(value) },
  ]);
}

const ask = (body: object, id = tagId, headers = viewer) =>
  server.ask('POST', `/api/tags/${id}/data-points/counter`, headers, {
    startDate: at(0),
    counterInterval: 500,
    counterStart: 100,
    completedWork: [],
    ...body,
  });

describe('a counter', () => {
  it('accumulates over resets, and is due by the interval from the last completed work', async () => {
    const answer = await ask({ completedWork: [at(27)] });
    expect(answer.statusCode).toBe(200);
    const data = answer.json<CounterData>();
    expect({ ...data, readings: data.readings.values.length }).toEqual({
      reading: 880,
      time: at(40),
      due: 1140,
      remaining: 260,
      reached: null,
      usePerDay: 19.5,
      dueDate: new Date(Math.round(t0 + 40 * day + (260 / 19.5) * day)).toISOString(),
      completions: [{ time: at(27), reading: 640, due: 1140 }],
      resets: [{ time: at(30), from: 680, to: 0 }],
      readings: 41,
    });
    expect(data.readings.values.slice(28, 33)).toEqual([660, 680, 680, 700, 720]);
    expect(data.readings.times[40]).toBe(t0 + 40 * day);
  });

  it('is due from its start without completed work, and returns when it became due', async () => {
    const data = (await ask({})).json<CounterData>();
    expect(data).toMatchObject({ due: 600, remaining: -280, reached: at(25), completions: [] });
  });

  it('counts from a date, with work in any order', async () => {
    const data = (await ask({ startDate: at(20), completedWork: [at(30), at(22)] })).json<CounterData>();
    expect(data.completions).toEqual([
      { time: at(22), reading: 540, due: 1040 },
      { time: at(30), reading: 680, due: 1180 },
    ]);
    expect(data.readings.times[0]).toBe(t0 + 20 * day);
  });

  it('returns only the reading at which work is due if there are no readings', async () => {
    const data = (await ask({}, await makeTag(server.tenant.db))).json();
    expect(data).toEqual({
      reading: null,
      time: null,
      due: 600,
      remaining: null,
      reached: null,
      usePerDay: null,
      dueDate: null,
      completions: [],
      resets: [],
      readings: { times: [], values: [] },
    });
  });

  it('returns 500 of many readings for a chart, including the last', async () => {
    const many = await makeTag(server.tenant.db);
    await append(many, 5000, (index) => index, 60_000);
    const { readings, reading } = (await ask({ counterStart: 0 }, many)).json<CounterData>();
    expect(readings.values.length).toBe(500);
    expect(readings.values.at(-1)).toBe(4999);
    expect(reading).toBe(4999);
    expect(readings.values).toEqual(readings.values.toSorted((a, b) => a - b));
  });

  it.each([
    [{ counterInterval: 0 }, 'counterInterval', 'Please enter a number greater than 0.'],
    [{ counterInterval: 1e308 }, 'counterInterval', 'Please enter a number between -1e15 and 1e15.'],
    [{ counterStart: -1e308 }, 'counterStart', 'Please enter a number between -1e15 and 1e15.'],
    [{ counterInterval: 'often' }, 'counterInterval', 'Please enter a number.'],
    [
      { startDate: '2024-13-01' },
      'startDate',
      'Please give a time from 1970 to 2100, as ISO 8601 with a zone or in epoch milliseconds.',
    ],
    [{ more: 1 }, '', 'There is no field more.'],
  ])('rejects %o', async (wrong, path, message) => {
    const answer = await ask(wrong);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual([{ path, message }]);
  });

  it('is rejected for unknown tags or tags without points, and for users without the right', async () => {
    const gone = await ask({}, 999_999_999);
    expect([gone.statusCode, gone.json().message]).toEqual([404, 'Tag not found.']);
    const work = await ask({}, await makeTag(server.tenant.db, { type: 'work', name: 'Service' }));
    expect([work.statusCode, work.json().message]).toEqual([
      409,
      'The tag Service records work: it has no points.',
    ]);
    expect((await ask({}, tagId, {})).statusCode).toBe(401);
    expect((await ask({}, tagId, await makeSession(server.tenant.db))).statusCode).toBe(403);
  });
});
