import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../../platform/process/log.ts';
import { makeTag } from '../../../testing/factories.ts';
import { minute, Scene, t0 } from '../../../testing/scene.ts';
import { evaluateChanges, evaluateDue } from './batch.ts';
import { type BatchOptions, batchOptions } from './batch-work.ts';
import { PreparedCache } from './prepared-cache.ts';
import { requestEvaluation } from './service.ts';

let scene: Scene;
let tag: number;
let protectionId: number;

beforeAll(async () => {
  scene = await Scene.create();
});
afterAll(() => scene.close());

/** A protection that has been evaluated up to minute 0. */
beforeEach(async () => {
  tag = await makeTag(scene.db);
  protectionId = await scene.protect({ A: tag }, [{ name: 'High', logic: '[A] > 80', level: 250 }]);
  await scene.append(tag, [[0, 50]]);
  await scene.process().settle();
});

async function listDue(): Promise<number[]> {
  const rows = await scene.db.selectFrom('evaluation_due').select('protection_id').execute();
  return rows.map((row) => row.protection_id);
}

const countChanges = async (): Promise<number> =>
  (await scene.db.selectFrom('point_change').select('id').execute()).length;

async function readLevel(id: number): Promise<number | null> {
  const query = scene.db.selectFrom('protection').select('level').where('id', '=', id);
  return (await query.executeTakeFirstOrThrow()).level;
}

test('changes are evaluated without a queue row', async () => {
  await scene.append(tag, [[1, 90]]);
  const result = await scene.process().evaluateChanges();
  expect(result).toMatchObject({ changed: 1, isBehind: false, dueSince: [expect.any(Date)] });
  expect(await readLevel(protectionId)).toBe(250);
  expect([await listDue(), await countChanges()]).toEqual([[], 0]);
});

test('a protection that is already due stays in the queue, with the earliest change', async () => {
  await scene.append(tag, [[5, 60]]);
  const process = scene.process();
  await process.take();
  await scene.append(tag, [[2, 70]]);
  expect(await process.evaluateChanges()).toMatchObject({ changed: 1, dueSince: [] });
  const [row] = await scene.db.selectFrom('evaluation_due').selectAll().execute();
  expect(row).toMatchObject({ protection_id: protectionId, since: t0 + 2 * minute, tag_ids: [tag] });
  expect(await process.protect()).toBe(1);
});

test('changes stay logged while another transaction marks a protection as due', async () => {
  await scene.append(tag, [[1, 90]]);
  const process = scene.process();
  await scene.db.transaction().execute(async (other) => {
    await requestEvaluation(other, protectionId);
    expect(await process.evaluateChanges()).toBeNull();
  });
  expect(await countChanges()).toBe(1);
  expect(await readLevel(protectionId)).toBe(0);
  await process.settle();
  expect(await readLevel(protectionId)).toBe(250);
});

test('protections that are not evaluated in time stay in the queue', async () => {
  const other = await scene.protect({ A: tag }, [{ name: 'Low', logic: '[A] < 20', level: 250 }]);
  await scene.process().settle();
  await scene.append(tag, [[1, 90]]);
  const process = scene.process({ batchTime: -1 });
  const result = await process.evaluateChanges();
  expect(result).toMatchObject({ changed: 1, isBehind: true, dueSince: [expect.any(Date)] });
  expect(await listDue()).toEqual([other]);
  expect(await process.protect()).toBe(1);
});

test('a protection that is not evaluated in time stays in the cache', async () => {
  await scene.protect({ A: tag }, [{ name: 'Low', logic: '[A] < 20', level: 250 }]);
  await scene.process().settle();
  const cache = new PreparedCache();
  const evaluate = (options: Partial<BatchOptions>) =>
    evaluateChanges(scene.db, cache, createLogger('silent'), { ...batchOptions, ...options });
  await scene.append(tag, [[1, 60]]);
  expect(await evaluate({})).toMatchObject({ isBehind: false });
  await scene.append(tag, [[2, 60]]);
  expect(await evaluate({ batchTime: -1 })).toMatchObject({ isBehind: true });
  expect(cache.all()).toHaveLength(2);
  await scene.process().settle();
});

test('a parked evaluation that is not resumed in time is evicted, being ahead of its state', async () => {
  await scene.protect({ A: tag }, [{ name: 'Low', logic: '[A] < 20', level: 250 }]);
  await scene.protect({ A: tag }, [{ name: 'Very low', logic: '[A] < 10', level: 250 }]);
  await scene.process().settle();
  const cache = new PreparedCache();
  const log = createLogger('silent');
  await scene.append(tag, [[1, 60]]);
  await evaluateChanges(scene.db, cache, log);
  expect(cache.all()).toHaveLength(3);
  await scene.append(
    tag,
    Array.from({ length: 500 }, (_, i) => [2 + i, 60] as const),
  );
  const hurried = { ...batchOptions, batchTime: -1, leastTime: 0 };
  await evaluateChanges(scene.db, cache, log, hurried);
  for (let batch = 0; batch < 2; batch++) await evaluateDue(scene.db, cache, log, hurried);
  const parked = await scene.db
    .selectFrom('evaluation_due')
    .select('protection_id')
    .where('parked', 'is not', null)
    .execute();
  expect(parked).toHaveLength(3);
  expect(cache.all()).toEqual([]);
  for (let isBehind = true; isBehind; ) ({ isBehind } = await evaluateDue(scene.db, cache, log));
  await scene.process().settle();
});

test('a protection that reads a calculated tag waits in the queue for its calculation', async () => {
  const doubled = await scene.calculated('[A] * 2', { A: tag });
  const reader = await scene.protect({ A: tag, B: doubled }, [
    { name: 'High', logic: '[A] > 0 AND [B] > 150', level: 500 },
  ]);
  const process = scene.process();
  await process.settle();
  await scene.append(tag, [[1, 90]]);
  expect(await process.evaluateChanges()).toMatchObject({ changed: 1, dueSince: [expect.any(Date)] });
  expect(await listDue()).toEqual([reader]);
  await process.settle();
  expect(await readLevel(reader)).toBe(500);
});
