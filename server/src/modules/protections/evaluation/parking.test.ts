import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTag } from '../../../testing/factories.ts';
import { minute, type Sample, Scene, t0 } from '../../../testing/scene.ts';

/** Every evaluation must stop after a few points. */
const hurried = { batchTime: 0, leastTime: 0 };
const thresholds = [{ name: 'High', logic: '[A] > 80', level: 250 }];

let scene: Scene;
let tag: number;
let slow: number;

beforeAll(async () => {
  scene = await Scene.create();
});
afterAll(() => scene.close());

const samples = (count: number, first = 0): Sample[] =>
  Array.from({ length: count }, (_, index) => [first + index, (first + index) % 2 === 0 ? 90 : 10]);

const due = (id: number) =>
  scene.db.selectFrom('evaluation_due').selectAll().where('protection_id', '=', id).executeTakeFirst();
const evaluatedUpTo = async (id: number) =>
  (
    await scene.db
      .selectFrom('protection')
      .select('evaluated_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).evaluated_at;
const starts = async (id: number) => (await scene.readExcursions(id)).map(([, start]) => start);
const even = (count: number) => Array.from({ length: count / 2 }, (_, index) => 2 * index);

/** A process that has parked the evaluation of a protection over 100 points. */
async function parked() {
  tag = await makeTag(scene.db);
  slow = await scene.protect({ A: tag }, thresholds);
  await scene.append(tag, samples(100));
  const process = scene.process(hurried);
  await process.take();
  expect(await process.batch()).toMatchObject({ dueSince: [], isBehind: true });
  const note = await due(slow);
  expect(note).toMatchObject({ parked: expect.any(String), parked_since: null, tried_at: expect.any(Date) });
  expect(note!.since).toBeGreaterThan(t0);
  return process;
}

test('a long evaluation continues in later batches, after other due protections', async () => {
  const process = await parked();
  const other = await makeTag(scene.db);
  const quick = await scene.protect({ A: other }, thresholds);
  await scene.append(other, samples(1));
  await process.take();
  await process.batch();
  expect(await evaluatedUpTo(quick)).toEqual(new Date(t0));
  expect(await evaluatedUpTo(slow)).toBeNull();
  await process.settle();
  expect(await starts(slow)).toEqual(even(100));
  expect(await due(slow)).toBeUndefined();
});

test('points that arrive while an evaluation is parked are evaluated, whether late or new', async () => {
  const process = await parked();
  await scene.append(tag, [
    [1, 95],
    [100, 90],
  ]);
  await process.settle();
  expect(await starts(slow)).toEqual([0, ...even(100).slice(2), 100]);
  expect(await evaluatedUpTo(slow)).toEqual(new Date(t0 + 100 * minute));
});

test('another process skips a parked evaluation, and restarts it if it was abandoned', async () => {
  await parked();
  const other = scene.process();
  expect(await other.batch()).toEqual({ dueSince: [], isBehind: false });
  await sql`update evaluation_due set tried_at = now() - interval '2 minutes'`.execute(scene.db);
  await other.settle();
  expect(await starts(slow)).toEqual(even(100));
  expect(await due(slow)).toBeUndefined();
});
