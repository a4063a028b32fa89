import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestEvaluation } from './modules/protections/evaluation/service.ts';
import { makeDatabaseFolder } from './testing/folder.ts';
import { type Attack, refused, runAttack } from './testing/hostile/attack.ts';
import { evaluationAttacks, poison } from './testing/hostile/attacks/evaluation.ts';
import { Stage } from './testing/hostile/stage.ts';
import { buildProduct } from './testing/instance.ts';

/** One attack, briefly. `npm run soak hostile` runs all of them, and measures. */

let directory: string;
let stage: Stage;

beforeAll(async () => {
  buildProduct();
  directory = await makeDatabaseFolder('twinward-hostile-');
  stage = await Stage.open(directory);
}, 180_000);
afterAll(async () => {
  await stage?.close();
  await rm(directory, { recursive: true, force: true });
});

const saving = evaluationAttacks.find(({ name }) => name.startsWith('saved protections of 400 windows'))!;
/** Each takes one or two seconds to evaluate, and later evaluations wait for all of them. */
const mostCostly = 20;
const costly: Attack = {
  ...saving,
  async prepare(stage) {
    const save = await saving.prepare(stage);
    let left = mostCostly;
    return (call) => (left-- > 0 ? save(call) : Promise.resolve(refused));
  },
};
const wait = { timeout: 120_000, interval: 100 };

test('evaluates a quiet tenant, stops and restarts despite invalid and costly protections of another', async () => {
  const poisoned = await poison(stage);
  const isDue = () =>
    stage.hostile.db.selectFrom('evaluation_due').selectAll().where('protection_id', '=', poisoned).execute();
  const errorOfPoisoned = async () => {
    const { db } = stage.hostile;
    const row = await db
      .selectFrom('protection')
      .select('error')
      .where('id', '=', poisoned)
      .executeTakeFirst();
    return row?.error;
  };
  const message =
    'The expected interval of [Service] must be from 1 second to 1,000 years, such as P30D, not PT0.1S.';
  await expect.poll(errorOfPoisoned, wait).toBe(message);

  const { unexpected, measured, end } = await runAttack(costly, stage, 1000);
  expect(unexpected).toEqual([]);
  expect(measured.failures).toEqual([]);
  expect(measured.lags.length).toBeGreaterThan(0);
  expect(end.code).toBe(0);

  // The evaluation of the costly protections has not ended yet.
  stage.meter.begin();
  await requestEvaluation(stage.hostile.db, poisoned);
  await expect.poll(isDue, wait).toEqual([]);
  expect(await errorOfPoisoned()).toBe(message);
  const { failures, lags } = await stage.meter.end();
  expect(failures).toEqual([]);
  expect(lags.length).toBeGreaterThan(0);
}, 400_000);
