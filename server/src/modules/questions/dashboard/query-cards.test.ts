import type { Dashboard } from '@twinward/contracts/questions/dashboard';
import type { CardValues, DataByKind } from '@twinward/contracts/questions/dashboard-data';
import { toLocalDay } from '@twinward/domain/time-zone';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeExcursion, makeProtection, makeSession, makeTwin } from '../../../testing/factories.ts';

const zone = 'Europe/Berlin';
let test: TestApp;
let manager: Record<string, string>;
let viewer: Record<string, string>;
let other: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  manager = await makeSession(db, { groups: ['VIEWERS', 'DASHBOARD_MANAGERS'], timeZone: zone });
  viewer = await makeSession(db, { groups: ['VIEWERS'], timeZone: zone });
  other = await makeSession(db, { groups: ['VIEWERS'], timeZone: zone });
  const protectionId = await makeProtection(db, { twinId: await makeTwin(db) });
  for (const days of [1, 2, 10]) {
    const start = new Date(Date.now() - days * 86_400_000).toISOString();
    await makeExcursion(db, { protectionId, start, end: start });
  }
});
afterAll(() => test.close());

const operators = { from: 'GreaterThanEqualTo', to: 'LessThan' } as const;

/** Creates a shared query of the number of excursions, with the ends of the range as parameters. */
async function makeQuery(ends: ('from' | 'to')[], kind: 'date' | 'date-time', more: object[] = []) {
  const definition = {
    source: { kind: 'records', type: 'excursion' },
    columns: [{ kind: 'aggregate', key: 'n', aggregate: 'count', caption: 'Excursions' }],
    filters: [
      ...ends.map((name) => ({ field: 'start', operator: operators[name], value: { parameter: name } })),
      ...more.map(() => ({
        field: 'protection.twin.id',
        operator: 'EqualTo',
        value: { parameter: 'twin' },
      })),
    ],
    parameters: [...ends.map((name) => ({ name, caption: name, kind })), ...more],
    display: { view: 'number', values: ['n'] },
  };
  const answer = await test.ask('POST', '/api/queries', manager, {
    name: 'Excursions',
    sharing: 'tenant',
    definition,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: number }>().id;
}

const week: CardValues = { range: { from: 'now-7d', to: 'now' } };
const place = { x: 0, y: 0, w: 4, h: 4 };

async function read<Kind extends 'number' | 'query'>(
  kind: Kind,
  queryId: number,
  values = week,
  headers = viewer,
): Promise<DataByKind<Kind>> {
  const source = kind === 'query' ? { queryId } : { source: { kind: 'query', queryId } };
  const card = { id: 'card', ...place, kind, ...source };
  const answer = await test.ask('POST', '/api/dashboards/cards', headers, { card, values });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

describe('the number of a query', () => {
  it('is compared with the range before if the query has parameters for both ends of the range', async () => {
    expect(await read('number', await makeQuery(['from', 'to'], 'date-time'))).toMatchObject({
      value: 2,
      previous: 1,
    });
  });

  it.each([[['from']], [['to']], [[]]] as ('from' | 'to')[][][])(
    'is not compared with the range before if the query has the parameters %j',
    async (ends) => {
      expect((await read('number', await makeQuery(ends, 'date-time'))).previous).toBeNull();
    },
  );
});

describe('the range of a query card', () => {
  it('is converted to days in the reader’s time zone if the parameters are dates', async () => {
    const id = await makeQuery(['from', 'to'], 'date');
    const fixed = await read('query', id, { range: { from: '2026-03-01', to: '2026-04-01' } });
    expect(fixed.parameters).toEqual({ from: '2026-03-01', to: '2026-04-01' });
    const thisMonth = await read('query', id, { range: { from: 'now/M', to: 'now' } });
    expect(thisMonth.parameters.from).toBe(`${toLocalDay(Date.now(), zone).slice(0, 7)}-01`);
  });

  it('is read in one run for readers with equal permissions, also with relative times', async () => {
    const id = await makeQuery(['from', 'to'], 'date-time');
    const first = await read('query', id);
    expect(first.parameters).toEqual({ from: 'now-7d', to: 'now' });
    expect((await read('query', id, week, other)).result.ranAt).toBe(first.result.ranAt);
  });
});

it('reads a dashboard of 200 queries concurrently', async () => {
  const queryId = await makeQuery([], 'date-time', [{ name: 'twin', caption: 'Twin', kind: 'reference' }]);
  const cards = Array.from({ length: 200 }, (_, y) => ({
    ...place,
    id: `card-${y}`,
    y,
    kind: 'query',
    queryId,
  }));
  const made = await test.ask('POST', '/api/dashboards', viewer, { name: 'All', content: { cards } });
  expect(made.statusCode, made.body).toBe(201);
  const { id } = made.json<Dashboard>();
  // Each query is for another twin, so that none share a run.
  const answers = await Promise.all(
    cards.map((card, place) =>
      test.ask('POST', `/api/dashboards/${id}/cards/${card.id}`, viewer, {
        values: { ...week, twin: place + 1000 },
      }),
    ),
  );
  for (const answer of answers) expect(answer.statusCode, answer.body).toBe(200);
  const results = answers.map((answer) => answer.json<DataByKind<'query'>>());
  expect(results.map(({ parameters }) => parameters.twin)).toEqual(cards.map((_, place) => place + 1000));
  expect(results.every(({ result }) => result.rows[0]![0] === 0)).toBe(true);
});
