import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../platform/database/database.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeProtection, makeTwin } from '../../../testing/factories.ts';

let test: TestApp;
let db: Db;
beforeAll(async () => {
  test = await createTestApp();
  db = test.tenant.db;
});
afterAll(() => test.close());

/** An independent statement of each figure of each twin at a time `t`. Only the figures of advisories depend on `t`. */
const recounts = sql.raw(`
  select id as twin_id, 'twins-above-zero' as figure, (active and level > 0 and silent_since is null)::int as count from twin
  union all select id, 'silent-twins', (active and silent_since is not null)::int from twin
  union all select twin_id, 'stale-protections', (twin.active and protection.active and stale)::int
    from protection join twin on twin.id = twin_id
  union all select twin_id, 'failed-protections',
    (twin.active and protection.active and num_nonnulls(error, set_aside_at) > 0)::int
    from protection join twin on twin.id = twin_id
  union all select twin_id, 'stale-inputs', case when twin.active and protection.active then jsonb_array_length(stale_inputs) end
    from protection join twin on twin.id = twin_id
  union all select twin_id, 'overdue-advisories', (state = 'active' and target_at < t)::int from advisory`);

type Counts = Record<string, number>;

const toCounts = (rows: readonly { key: string; count: number }[]): Counts =>
  Object.fromEntries(rows.map(({ key, count }) => [key, count]));

/** Counts each figure of each twin at a time from the current rows. Omits zeros. */
async function recount(t: RawBuilder<unknown> = sql`now()`): Promise<Counts> {
  const { rows } = await sql<{ key: string; count: number }>`
    select twin_id || ' ' || figure as key, sum(count)::int as count
    from (select ${t} as t) as moment, lateral (${recounts}) as counted group by 1 having sum(count) <> 0`.execute(
    db,
  );
  return toCounts(rows);
}

/**
 * Returns each figure of each twin at a past time from the changes since then; at a future time, from the changes until
 * then.
 */
async function countAt(t: string): Promise<Counts> {
  const { rows } = await sql<{ key: string; count: number }>`
    select twin_id || ' ' || figure as key, sum(count)::int as count from (
      select twin_id, figure, count from (select now() as t) as moment, lateral (${recounts}) as counted
      union all select twin_id, figure, -change from figure_change where at > ${t}::timestamptz and at <= now()
      union all select twin_id, figure, change from figure_change where at <= ${t}::timestamptz and at > now()
    ) as step group by 1 having sum(count) <> 0`.execute(db);
  return toCounts(rows);
}

/** Returns the time of the database with microseconds, and the figures at that time. */
async function lookNow(): Promise<{ time: string; counts: Counts }> {
  const { rows } = await sql<{ time: string }>`select clock_timestamp()::text as time`.execute(db);
  return { time: rows[0]!.time, counts: await recount() };
}

const ofTwins = (counts: Counts, ids: readonly number[]): Counts =>
  Object.fromEntries(Object.entries(counts).filter(([key]) => ids.includes(Number(key.split(' ')[0]))));

const changeTwin = (id: number, set: RawBuilder<unknown>) =>
  sql`update twin set ${set} where id = ${id}`.execute(db);
const changeProtection = (id: number, set: RawBuilder<unknown>) =>
  sql`update protection set ${set} where id = ${id}`.execute(db);
const changeAdvisory = (id: number, set: RawBuilder<unknown>) =>
  sql`update advisory set ${set} where id = ${id}`.execute(db);

async function makeAdvisory(twinId: number, state: string, target: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into advisory (twin_id, source, name, state, target_at)
    values (${twinId}, 'user', 'Look', ${state}, ${target}) returning id`.execute(db);
  return rows[0]!.id;
}

const inputs = (count: number) =>
  sql`stale_inputs = ${JSON.stringify(new Array(count).fill({ alias: 'x' }))}`;
const past = sql`now() - interval '2 days'`;
const ahead = sql`now() + interval '2 days'`;

describe('the changes of figures', () => {
  let twin: number;
  let protection: number;
  let advisory: number;
  beforeAll(async () => {
    twin = await makeTwin(db);
    protection = await makeProtection(db, { twinId: twin });
    advisory = await makeAdvisory(twin, 'submitted', past);
  });

  const writes: [name: string, change: number, write: () => Promise<unknown>][] = [
    ['a level above zero', 1, () => changeTwin(twin, sql`level = 500`)],
    ['another level above zero', 0, () => changeTwin(twin, sql`level = 700`)],
    ['a twin that falls silent', 2, () => changeTwin(twin, sql`silent_since = now()`)],
    ['a protection that becomes stale', 1, () => changeProtection(protection, sql`stale = true`)],
    ['a protection that fails', 1, () => changeProtection(protection, sql`error = 'No.'`)],
    ['another error', 0, () => changeProtection(protection, sql`error = 'Yes.', set_aside_at = now()`)],
    ['stale inputs', 1, () => changeProtection(protection, inputs(3))],
    ['as many stale inputs', 0, () => changeProtection(protection, sql`${inputs(3)}, evaluated_at = now()`)],
    ['a protection that is deactivated', 3, () => changeProtection(protection, sql`active = false`)],
    ['a protection that is activated', 3, () => changeProtection(protection, sql`active = true`)],
    ['a twin that is deactivated', 4, () => changeTwin(twin, sql`active = false`)],
    ['a protection of an inactive twin', 0, () => changeProtection(protection, inputs(1))],
    ['a twin that is activated', 4, () => changeTwin(twin, sql`active = true`)],
    [
      'an advisory that is overdue when it becomes active',
      1,
      () => changeAdvisory(advisory, sql`state = 'active'`),
    ],
    ['a target date that is ahead', 2, () => changeAdvisory(advisory, sql`target_at = ${ahead}`)],
    [
      'another target date that is ahead',
      2,
      () => changeAdvisory(advisory, sql`target_at = ${ahead} + interval '1 day'`),
    ],
    ['an advisory that is canceled', 1, () => changeAdvisory(advisory, sql`state = 'canceled'`)],
    [
      'a protection that is deleted',
      3,
      () => sql`delete from protection where id = ${protection}`.execute(db),
    ],
  ];

  it.each(writes)('are stored for %s', async (_, expected, write) => {
    const before = await lookNow();
    const rows = async () =>
      (await sql<{ count: number }>`select count(*)::int as count from figure_change`.execute(db)).rows[0]!
        .count;
    const kept = await rows();
    await write();
    expect((await rows()) - kept).toBe(expected);
    expect(await countAt(before.time)).toEqual(before.counts);
    const later = sql`now() + interval '9 days'`;
    const { rows: moment } = await sql<{ time: string }>`select (${later})::text as time`.execute(db);
    expect(await countAt(moment[0]!.time)).toEqual(await recount(later));
  });

  it('are deleted with their twin, also if it is overdue or stale at that time', async () => {
    const asset = await sql<{ id: number }>`select asset_id as id from twin where id = ${twin}`.execute(db);
    const own = await makeProtection(db, { twinId: twin });
    await changeProtection(own, sql`stale = true`);
    await makeAdvisory(twin, 'active', past);
    await sql`delete from asset where id = ${asset.rows[0]!.id}`.execute(db);
    const { rows } = await sql`select from figure_change where twin_id = ${twin}`.execute(db);
    expect(rows).toHaveLength(0);
  });

  it('are correct at any time between random writes', async () => {
    const place = fc.nat({ max: 5 });
    const operation = fc.oneof(
      fc.record({
        kind: fc.constant('twin' as const),
        place,
        set: fc.constantFrom(
          sql`level = null`,
          sql`level = 0`,
          sql`level = 500`,
          sql`silent_since = now()`,
          sql`silent_since = null`,
          sql`active = not active`,
        ),
      }),
      fc.record({
        kind: fc.constant('protection' as const),
        place,
        set: fc.constantFrom(
          sql`stale = not stale`,
          sql`error = 'No.'`,
          sql`error = null`,
          sql`set_aside_at = now()`,
          sql`set_aside_at = null, error = null`,
          inputs(0),
          inputs(1),
          inputs(3),
          sql`active = not active`,
        ),
      }),
      fc.record({
        kind: fc.constant('advisory' as const),
        place,
        set: fc.constantFrom(
          sql`state = 'active'`,
          sql`state = 'canceled'`,
          sql`target_at = null`,
          sql`target_at = ${past}`,
          sql`target_at = ${ahead}`,
        ),
      }),
      fc.record({ kind: fc.constantFrom('delete twin', 'delete protection', 'delete advisory'), place }),
      fc.record({ kind: fc.constantFrom('add twin', 'add protection', 'add advisory'), place }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 15 }), async (operations) => {
        const twins: number[] = [];
        const protections: number[] = [];
        const advisories: number[] = [];
        const add = async (kind: string, at: number) => {
          if (kind === 'add twin') twins.push(await makeTwin(db, { aliases: [] }));
          const twinId = twins[at % twins.length];
          if (twinId === undefined) return;
          if (kind === 'add protection')
            protections.push(await makeProtection(db, { twinId, thresholds: [] }));
          if (kind === 'add advisory') advisories.push(await makeAdvisory(twinId, 'active', ahead));
        };
        for (let at = 0; at < 2; at++)
          for (const kind of ['add twin', 'add protection', 'add advisory']) await add(kind, at);
        const looks = [await lookNow()];
        for (const { kind, place: at, ...more } of operations) {
          const ids = kind.endsWith('twin') ? twins : kind.endsWith('protection') ? protections : advisories;
          const id = ids[at % Math.max(1, ids.length)] ?? 0;
          if ('set' in more)
            await sql`update ${sql.table(kind)} set ${more.set} where id = ${id}`.execute(db);
          else if (kind.startsWith('add')) await add(kind, at);
          else {
            await sql`delete from ${sql.table(kind.replace('delete ', ''))} where id = ${id}`.execute(db);
            ids.splice(ids.indexOf(id), 1);
          }
          looks.push(await lookNow());
        }
        for (const { time, counts } of looks)
          expect(ofTwins(await countAt(time), twins)).toEqual(ofTwins(counts, twins));
      }),
      { numRuns: 25 },
    );
  });
});

it('an evaluation that started before its twin was activated is rolled back and run again', async () => {
  const twinId = await makeTwin(db, { active: false });
  const id = await makeProtection(db, { twinId });
  const evaluation = db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await sql`select from protection where id = ${id}`.execute(transaction);
      await changeTwin(twinId, sql`active = true`);
      await sql`update protection set stale = true where id = ${id}`.execute(transaction);
    });
  await expect(evaluation).rejects.toMatchObject({ code: '40001' });
});
