import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { latestPoints, readPoints } from '../../../series/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { listBenchmarks } from '../../assets/benchmark/service.ts';
import { fitLives } from './engines.ts';
import { loadDemo } from './service.ts';
import { selectClasses } from './store.ts';
import { readEngineLives } from './turbofan.ts';
import '../../../subscriptions.ts';

let database: TestDatabase;
let tenant: Tenant;
const lines: string[] = [];

async function countRows(db: Db) {
  const count = async (table: 'asset' | 'tag' | 'twin' | 'tag_alias' | 'protection' | 'threshold' | 'work') =>
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count;
  return {
    asset: await count('asset'),
    tag: await count('tag'),
    twin: await count('twin'),
    alias: await count('tag_alias'),
    protection: await count('protection'),
    threshold: await count('threshold'),
    work: await count('work'),
  };
}

const whole = { asset: 102, tag: 2227, twin: 102, alias: 2221, protection: 102, threshold: 307, work: 100 };

beforeAll(async () => {
  database = await createTestDatabase();
  tenant = { name: 'demo', ...database };
  await loadDemo(tenant, { at: null, print: (line) => lines.push(line) });
}, 120_000);
afterAll(() => database.drop());

const findTagId = async (name: string) =>
  (await tenant.db.selectFrom('tag').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;

describe('loadDemo', () => {
  test('creates the machine and the engines, and reports its progress', async () => {
    expect(await countRows(tenant.db)).toEqual(whole);
    const percents = lines.flatMap((line) => /engines, (\d+) %/.exec(line)?.[1] ?? []).map(Number);
    expect(percents).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
  });

  test('loads an example benchmark for each class of equipment, marked as an example', async () => {
    const classes = await selectClasses(tenant.db);
    expect(classes.filter(({ hasBenchmark }) => !hasBenchmark)).toEqual([]);
    const benchmarks = await listBenchmarks(tenant.db);
    expect(benchmarks).toHaveLength(classes.length);
    expect(benchmarks.every(({ isExample }) => isExample)).toBe(true);
    const pumps = benchmarks.find((one) => one.class?.caption === 'Pumps');
    expect(pumps).toMatchObject({ level: 'class', mtbf: 'P700D', shape: 1.4, version: 1 });
  });

  test('loads every recorded point once', async () => {
    const machine = await readPoints(tenant.db, await findTagId('MACHINE-01.TEMPERATURE'));
    expect(machine.times.length).toBe(22_683);
    expect(new Date(machine.times[0]!).toISOString()).toBe('2013-12-02T21:15:00.000Z');
    expect(machine.values[0]).toBe(73.96732207);
    const engine = await readPoints(tenant.db, await findTagId('ENGINE-001.T50'));
    expect(engine.times.length).toBe(192);
    expect(engine.values[0]).toBe(1400.6);
  });

  test('ends all engines on one day, with the work that ended them', async () => {
    const ids = await Promise.all(['ENGINE-001.P30', 'ENGINE-069.W32', 'ENGINE-100.BPR'].map(findTagId));
    const latest = await latestPoints(tenant.db, ids);
    expect([...latest.values()].map((point) => new Date(point.time).toISOString())).toEqual(
      Array(3).fill('2014-02-19T12:00:00.000Z'),
    );
    const work = await tenant.db
      .selectFrom('work')
      .selectAll()
      .where('tag_id', '=', await findTagId('ENGINE-069.REMOVAL'))
      .execute();
    expect(work).toMatchObject([
      { kind: 'corrective', completed_at: new Date('2014-02-20T12:00:00Z'), description: 'After flight 362' },
    ]);
  });

  test('sets probability and consequence of the twins', async () => {
    const rows = await tenant.db
      .selectFrom('probability')
      .innerJoin('consequence', 'consequence.twin_id', 'probability.twin_id')
      .select(['probability.value as probability', 'consequence.value as consequence'])
      .distinct()
      .orderBy('consequence')
      .execute();
    expect(rows).toEqual([
      { probability: 2, consequence: 250_000 },
      { probability: 22, consequence: 400_000 },
      { probability: 31, consequence: 1_500_000 },
    ]);
  });

  test('has inspection reports, whose thickness is a tag of the asset', async () => {
    const records = await tenant.db.selectFrom('record').select(['title', 'fields']).orderBy('id').execute();
    expect(records).toHaveLength(19);
    expect(records[0]).toMatchObject({
      title: 'INS-0001 Combustor liner',
      fields: { inspected: '2013-12-02', thickness: 1.8, minimum: 1.2, passed: true },
    });
    const failed = records.filter(({ fields }) => fields.passed === false);
    expect(failed.map(({ fields }) => [fields.part, fields.thickness])).toEqual([['Casing, drive end', 7.3]]);
    const points = await readPoints(tenant.db, await findTagId('MACHINE-01.inspection.thickness'));
    expect(Array.from(points.values)).toEqual([8.1, 8, 7.8, 7.3]);
  });

  test('requests the evaluation of all protections', async () => {
    const due = await tenant.db.selectFrom('evaluation_due').select('protection_id').execute();
    expect(due.length).toBe(102);
  });

  test('does nothing the second time, even if records have been deleted since', async () => {
    await tenant.db.deleteFrom('asset').where('unique_id', '=', 'ENGINE-100').execute();
    lines.length = 0;
    await loadDemo(tenant, { at: null, print: (line) => lines.push(line) });
    expect(lines).toEqual([]);
    expect((await countRows(tenant.db)).asset).toBe(whole.asset - 1);
  });
});

test('an interrupted load is completed by the next one, and two concurrent ones load once', async () => {
  const fresh = await createTestDatabase();
  const other: Tenant = { name: 'demo', ...fresh };
  const failing = (line: string) => {
    if (line === 'Loading the demo: engines, 50 %') throw new Error('cut off');
  };
  await expect(loadDemo(other, { at: null, print: failing })).rejects.toThrow('cut off');
  expect((await countRows(other.db)).asset).toBe(1);
  await Promise.all([loadDemo(other, { at: null }), loadDemo(other, { at: null })]);
  expect(await countRows(other.db)).toEqual(whole);
  await fresh.drop();
}, 120_000);

test('the lives of the engines are fitted by a Weibull distribution', async () => {
  const lives = await readEngineLives();
  expect(lives.length).toBe(100);
  const cycles = lives.map((life) => life.cycles);
  expect([Math.min(...cycles), Math.max(...cycles)]).toEqual([128, 362]);
  expect(fitLives(lives)).toEqual({ distribution: 'weibull', type: 'cdf', shape: 4.41, scale: 'P225D' });
});
