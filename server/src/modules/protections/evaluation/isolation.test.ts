import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTag } from '../../../testing/factories.ts';
import { type Sample, Scene } from '../../../testing/scene.ts';

let hostile: Scene;
let quiet: Scene;

beforeAll(async () => {
  hostile = await Scene.create();
  quiet = await Scene.create();
});
afterAll(async () => {
  await hostile.close();
  await quiet.close();
});

const samples = (count: number): Sample[] => Array.from({ length: count }, (_, index) => [index, index % 7]);

test('a tenant is evaluated while another one repeatedly exceeds its budget', async () => {
  const windows = Array.from({ length: 100 }, (_, index) => `STDDEV([A], #${index + 1}m)`).join(' + ');
  const costlyTag = await makeTag(hostile.db);
  const costly = await hostile.protect({ A: costlyTag }, [
    { name: 'Costly', logic: `${windows} > 3`, level: 1 },
  ]);
  await hostile.append(costlyTag, samples(20_000));
  const cheapTag = await makeTag(quiet.db);
  const cheap = await quiet.protect({ A: cheapTag }, [{ name: 'High', logic: '[A] > 5', level: 1 }]);
  await quiet.append(cheapTag, samples(7));

  let isHostileDone = false;
  const evaluating = hostile
    .process({ limits: { steps: 10_000, stepsPerPoint: 1 } })
    .settle()
    .finally(() => {
      isHostileDone = true;
    });
  await quiet.settle();
  expect(isHostileDone).toBe(false);
  expect(await quiet.readExcursions(cheap)).toEqual([['High', 6, null]]);

  await evaluating;
  const { db } = hostile;
  const row = await db
    .selectFrom('protection')
    .selectAll()
    .where('id', '=', costly)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ overruns: 3, set_aside_at: expect.any(Date) });
});
