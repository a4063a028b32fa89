import type { CardValues, DataByKind } from '@twinward/contracts/questions/dashboard-data';
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

async function figure(name: string, values: CardValues): Promise<DataByKind<'number'>> {
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

/** Compares the values of a card with a statement that counts at each of its times. */
async function compare(name: string, values: CardValues, countAt: string): Promise<DataByKind<'number'>> {
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

describe('the history of open excursions', () => {
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

  it('equals a recount at each of its times, for the plant and for a twin', async () => {
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

  it('ends with the number of currently open ones, also if points are ahead of the clock', async () => {
    expect(await figure('open-excursions', { range: last30Days, twin: twinId })).toMatchObject({
      value: 3,
      previous: 4,
    });
  });
});

describe('the history of active advisories', () => {
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

  it('equals a recount from their history, for the plant and for a twin', async () => {
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

  it('ends with the number of currently active ones', async () => {
    expect(await figure('active-advisories', { range: last30Days })).toMatchObject({ value: 2, previous: 2 });
  });
});

describe('the history of a figure whose changes are stored', () => {
  let protectionId: number;
  let advisoryId: number;
  const changed = {
    twin: (set: string) => sql`update twin set ${sql.raw(set)} where id = ${twinId}`,
    protection: (set: string) => sql`update protection set ${sql.raw(set)} where id = ${protectionId}`,
    advisory: (set: string) => sql`update advisory set ${sql.raw(set)} where id = ${advisoryId}`,
  };

  /** Performs a write, dated a number of days ago. */
  async function write(days: number, statement: (typeof changed)[keyof typeof changed], set: string) {
    const { db } = test.tenant;
    await db.transaction().execute(async (transaction) => {
      await statement(set).execute(transaction);
      await sql`update figure_change set at = ${daysAgo(days)} where at = now()`.execute(transaction);
    });
  }

  beforeAll(async () => {
    const { db } = test.tenant;
    await sql`update kept_figure set known_since = ${daysAgo(40)}`.execute(db);
    const other = await makeProtection(db);
    await sql`update protection set stale = true where id = ${other}`.execute(db);
    protectionId = await makeProtection(db, { twinId });
    const { rows } = await sql<{ id: number }>`
      insert into advisory (twin_id, source, name, state, target_at)
      values (${twinId}, 'user', 'Look', 'active', ${daysAgo(-400)}) returning id`.execute(db);
    advisoryId = rows[0]!.id;
    await write(20.5, changed.twin, 'level = 500');
    await write(10.5, changed.twin, 'level = 0');
    await write(5.5, changed.twin, 'level = 500');
    await write(4.5, changed.twin, 'silent_since = now()');
    await write(33, changed.protection, 'stale = true');
    await write(9.5, changed.protection, "stale = false, error = 'No.'");
    await write(8.5, changed.protection, `stale_inputs = '[{"alias": "a"}, {"alias": "b"}]'`);
    await write(3.5, changed.protection, `stale_inputs = '[{"alias": "a"}]'`);
    await write(12.5, changed.advisory, `target_at = '${daysAgo(12.5)}'`);
    await write(2.5, changed.advisory, "state = 'canceled'");
  });

  /** One value per day from 30 days ago until now. `countAt` returns the value for a number of days ago. */
  const course = (countAt: (days: number) => number) =>
    Array.from({ length: 31 }, (_, place) => countAt(30 - place));

  it.each<[string, (days: number) => number]>([
    ['twins-above-zero', (days) => Number((days < 20.5 && days > 10.5) || (days < 5.5 && days > 4.5))],
    ['silent-twins', (days) => Number(days < 4.5)],
    ['stale-protections', (days) => Number(days > 9.5)],
    ['failed-protections', (days) => Number(days < 9.5)],
    ['stale-inputs', (days) => (days < 8.5 ? (days > 3.5 ? 2 : 1) : 0)],
    ['overdue-advisories', (days) => Number(days < 12.5 && days > 2.5)],
  ])('matches the dated changes of a twin: %s', async (name, countAt) => {
    const found = await figure(name, { range: last30Days, twin: twinId });
    expect(found.spark!.values).toEqual(course(countAt));
    expect([found.previous, found.value]).toEqual([countAt(30), countAt(0)]);
    const range = { from: daysAgo(30), to: daysAgo(7) };
    expect(await figure(name, { range, twin: twinId })).toMatchObject({
      previous: countAt(30),
      value: countAt(7),
    });
  });

  it('includes all twins if none is selected', async () => {
    expect(await figure('stale-protections', { range: last30Days })).toMatchObject({ previous: 1, value: 1 });
  });

  it('is omitted for times before it was recorded', async () => {
    const partly = await figure('twins-above-zero', {
      range: { from: daysAgo(60), to: 'now' },
      twin: twinId,
    });
    expect(partly.previous).toBeNull();
    expect(partly.spark!.values.slice(0, 10)).toEqual(new Array(10).fill(null));
    expect(partly.spark!.values.slice(10)).not.toContain(null);
    const range = { from: daysAgo(70), to: daysAgo(41) };
    expect(await figure('twins-above-zero', { range })).toMatchObject({
      value: null,
      previous: null,
      spark: null,
    });
    expect(await figure('twins-above-zero', { range: { from: daysAgo(1500), to: 'now' } })).toMatchObject({
      value: 0,
      previous: null,
      spark: null,
    });
  });
});
