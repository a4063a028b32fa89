import type { IndicatorPattern } from '@twinward/contracts/protections/indicator-pattern';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { readPoints } from '../../../series/index.ts';
import { createCall } from '../../../testing/commands.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { runTraining } from '../../../testing/patterns.ts';
import { Process } from '../../../testing/scene.ts';
import { getPatternSet } from '../../protections/pattern-model/service.ts';
import { clearDemo } from './clear.ts';
import { otherFaults, readProcessRuns, trainedFaults } from './process-data.ts';
import { type PlacedRun, placeRuns } from './reactor.ts';
import { loadDataSet } from './service.ts';
import '../../../subscriptions.ts';

/**
 * Tests the record of the reactor's pattern protection that docs/demo.md states, with training and regular evaluation.
 */

interface Found {
  threshold: string;
  start: number;
}

let database: TestDatabase;
let tests: PlacedRun[];
let excursions: Found[];
let set: IndicatorPattern;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const tenant: Tenant = { name: 'demo', ...database };
  await withTransaction(db, (trx) => loadDataSet({ ...tenant, db: trx }, 'reactor', null));
  const { id } = await db.selectFrom('pattern_set').select('id').executeTakeFirstOrThrow();
  await runTraining(tenant, id);
  set = await getPatternSet(db, id);
  await new Process(db).settle();
  tests = placeRuns(await readProcessRuns()).filter((run) => run.set === 'test');
  const rows = await db
    .selectFrom('excursion')
    .innerJoin('threshold', 'threshold.id', 'threshold_id')
    .select(['threshold.name', 'start_at'])
    .orderBy('start_at')
    .execute();
  excursions = rows.map(({ name, start_at }) => ({ threshold: name, start: start_at.getTime() }));
}, 180_000);
afterAll(() => database.drop());

/** Returns the threshold for the pattern of a fault. */
const findThreshold = (fault: number): string => {
  if ([1, 2, 8].includes(fault)) return 'Feed disturbed';
  if ([4, 5, 12, 14].includes(fault)) return 'Cooling disturbed';
  return fault === 13 ? 'Reaction drifts' : 'Feed lost';
};
/**
 * Returns the excursions that begin in a range. Those open at the end of a run last through the pause until the next
 * answer.
 */
const within = (from: number, to: number) => excursions.filter(({ start }) => start >= from && start < to);
const minutes = (length: number) => Math.round(length / 60_000);

describe('the reactor', () => {
  it('has the points of all test runs in sequence, in the units of its tags', async () => {
    const tagId = await database.db
      .selectFrom('tag')
      .select(['id', 'unit'])
      .where('name', '=', 'REACTOR-01.XMEAS-01')
      .executeTakeFirstOrThrow();
    expect(tagId.unit).toBe('m3{standard}/h');
    const { times, values } = await readPoints(database.db, tagId.id);
    expect(times.length).toBe(500 + 10 * 480 + 19 * 960);
    expect(values[0]).toBeCloseTo(249.87, 9);
    expect(new Date(times.at(-1)!).toISOString().slice(0, 10)).toBe('2014-02-19');
  });

  it('has a model of ten faults and normal operation', async () => {
    expect(set.model).toMatchObject({ version: 1, stepSeconds: 180, windows: [4, 16, 40] });
    expect(set.isCurrent).toBe(true);
    expect(set.patterns.map(({ name }) => name)).toEqual(['No match', ...trainedFaults.values()]);
    const { expected } = await database.db
      .selectFrom('pattern_version')
      .select('expected')
      .executeTakeFirstOrThrow();
    expect(expected).not.toBeNull();
  });

  it('detects the faults of the test runs', () => {
    const found = tests
      .filter(({ fault }) => trainedFaults.has(fault))
      .map(({ fault, faulty }) => {
        const during = within(faulty!.start, faulty!.end);
        const right = during.filter(({ threshold }) => threshold === findThreshold(fault));
        const begin = right.length === 0 ? null : minutes(right[0]!.start - faulty!.start);
        return [fault, begin, right.length, during.length - right.length];
      });
    expect(found).toEqual([
      [1, 42, 1, 0],
      [2, 72, 2, 0],
      [4, 0, 1, 0],
      [5, 51, 2, 0],
      [6, 96, 1, 4],
      [7, 6, 2, 1],
      [8, 78, 10, 4],
      [12, 21, 1, 0],
      [13, 162, 10, 46],
      [14, 81, 1, 0],
    ]);
  });

  it('detects nothing in normal operation', () => {
    const normal = tests.flatMap(({ times, faulty }) =>
      within(times[0]!, faulty?.start ?? times.at(-1)! + 1),
    );
    expect(normal).toEqual([]);
  });

  it('classifies some untrained faults as trained ones', () => {
    const taken = tests
      .filter(({ fault }) => otherFaults.has(fault))
      .map(({ fault, faulty }) => [fault, within(faulty!.start, faulty!.end).length]);
    expect(taken).toEqual([
      [10, 42],
      [11, 5],
      [16, 24],
      [17, 0],
      [18, 2],
      [19, 0],
      [20, 23],
      [21, 0],
    ]);
  });

  it('is cleared, including its model in service', async () => {
    const tenant: Tenant = { name: 'demo', ...database };
    const actor = { userId: null, userName: 'Demo' };
    await clearDemo.run(createCall(tenant, { input: actor }));
    const left = await database.db.selectFrom('pattern_set').select('id').execute();
    expect(left).toEqual([]);
    expect(await database.db.selectFrom('tag').select('id').execute()).toEqual([]);
  });
});
