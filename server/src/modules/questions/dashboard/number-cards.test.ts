import type { CardValues, DataOf } from '@twinward/contracts/questions/dashboard-data';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeExcursion, makeProtection, makeTwin, makeViewerSession } from '../../../testing/factories.ts';

let test: TestApp;
let viewer: Record<string, string>;
let twinId: number;
beforeAll(async () => {
  test = await createTestApp();
  viewer = await makeViewerSession(test.tenant.db);
  twinId = await makeTwin(test.tenant.db);
});
afterAll(() => test.close());

const day = 86_400_000;
const now = Date.now();
const daysAgo = (days: number) => new Date(now - days * day).toISOString();
const last30Days = { from: daysAgo(30), to: 'now' };

async function figure(name: string, values: CardValues): Promise<DataOf<'number'>> {
  const card = {
    id: 'card',
    x: 0,
    y: 0,
    w: 3,
    h: 2,
    kind: 'number',
    source: { kind: 'figure', figure: name },
  };
  const answer = await test.ask('POST', '/api/dashboards/cards', viewer, { card, values });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

/** The values that a card shows, and those of a statement that counts at each of its times. */
async function compare(name: string, values: CardValues, countAt: string): Promise<DataOf<'number'>> {
  const found = await figure(name, values);
  const { times, values: shown } = found.spark!;
  expect(times).toHaveLength(31);
  const { rows } = await sql<{ count: number }>`
    select (${sql.raw(countAt)})::int as count
    from unnest(${times.map((time) => new Date(time))}::timestamptz[]) with ordinality as moment (t, place)
    order by place`.execute(test.tenant.db);
  expect(shown).toEqual(rows.map(({ count }) => count));
  expect([found.previous, found.value]).toEqual([shown[0], shown.at(-1)]);
  return found;
}

describe('the course of open excursions', () => {
  const recount = (condition: string) => `select count(*) from excursion
    join protection on protection.id = protection_id
    where start_at < t and (end_at is null or end_at >= t) and ${condition}`;

  beforeAll(async () => {
    const { db } = test.tenant;
    const own = await makeProtection(db, { twinId });
    const other = await makeProtection(db);
    const lengths: [start: number, end: number | null][] = [
      [400, null],
      [90, 45],
      [60, 12],
      [32, 31],
      [30.5, 29.7],
      [30.4, 30],
      [20, 14.2],
      [13, 12.9],
      [3, null],
      [-1, null],
    ];
    for (const [start, end] of lengths) {
      const excursion = { start: daysAgo(start), end: end === null ? null : daysAgo(end) };
      await makeExcursion(db, { protectionId: own, ...excursion });
      if (start < 25) await makeExcursion(db, { protectionId: other, ...excursion });
    }
  });

  it('equals a recount at each of its times, of the plant and of a twin', async () => {
    const range = { from: daysAgo(30), to: daysAgo(1) };
    const plant = await compare('open-excursions', { range }, recount('true'));
    expect(new Set(plant.spark!.values).size).toBeGreaterThan(3);
    const ofTwin = await compare(
      'open-excursions',
      { range, twin: twinId },
      recount(`protection.twin_id = ${twinId}`),
    );
    expect([ofTwin.previous, ofTwin.value]).toEqual([4, 2]);
  });

  it('ends with those that are open now, also by points that are ahead of the clock', async () => {
    expect(await figure('open-excursions', { range: last30Days, twin: twinId })).toMatchObject({
      value: 3,
      previous: 4,
    });
  });
});

describe('the course of active advisories', () => {
  const recount = (condition: string) => `select count(*) from advisory
    where (select to_state from advisory_change
      where advisory_id = advisory.id and to_state is not null and at < t order by id desc limit 1) = 'active'
      and ${condition}`;

  beforeAll(async () => {
    const { db } = test.tenant;
    const remediation = await db
      .selectFrom('value_list_item')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const make = async (ofTwin: number, states: [days: number, state: string][]) => {
      const { rows } = await sql<{ id: number }>`
        insert into advisory (twin_id, source, name, state, remediation_id, outcome)
        values (${ofTwin}, 'user', 'Look', ${states.at(-1)![1]}, ${remediation.id}, 'confirmed') returning id`.execute(
        db,
      );
      for (const [place, [days, state]] of states.entries()) {
        await sql`insert into advisory_change (advisory_id, at, action, from_state, to_state)
          values (${rows[0]!.id}, ${daysAgo(days)}, 'step', ${states[place - 1]?.[1] ?? null}, ${state})`.execute(
          db,
        );
        await sql`insert into advisory_change (advisory_id, at, action)
          values (${rows[0]!.id}, ${daysAgo(days - 0.1)}, 'edit')`.execute(db);
      }
    };
    const other = await makeTwin(db);
    await make(twinId, [
      [70, 'draft'],
      [50, 'active'],
    ]);
    await make(twinId, [
      [45, 'active'],
      [20, 'closed'],
      [10, 'active'],
      [5.5, 'closed'],
    ]);
    await make(other, [
      [12, 'draft'],
      [11, 'submitted'],
      [8, 'active'],
    ]);
    await make(other, [
      [15, 'active'],
      [14, 'canceled'],
    ]);
  });

  it('equals a recount by their history, of the plant and of a twin', async () => {
    const range = { from: daysAgo(30), to: daysAgo(1) };
    const plant = await compare('active-advisories', { range }, recount('true'));
    expect(new Set(plant.spark!.values).size).toBeGreaterThan(2);
    const ofTwin = await compare(
      'active-advisories',
      { range, twin: twinId },
      recount(`advisory.twin_id = ${twinId}`),
    );
    expect([ofTwin.previous, ofTwin.value]).toEqual([2, 1]);
    const early = { from: daysAgo(48), to: daysAgo(40) };
    await compare('active-advisories', { range: early }, recount('true'));
  });

  it('ends with those that are active now', async () => {
    expect(await figure('active-advisories', { range: last30Days })).toMatchObject({ value: 2, previous: 2 });
  });
});

it.each([
  'twins-above-zero',
  'silent-twins',
  'stale-protections',
  'failed-protections',
  'stale-inputs',
  'overdue-advisories',
])('%s, whose past is not kept, has no course', async (name) => {
  expect(await figure(name, { range: last30Days })).toMatchObject({ previous: null, spark: null });
});
