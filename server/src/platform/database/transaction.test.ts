import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import type { Db } from './database.ts';
import { defineCommitStep, withTransaction } from './transaction.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterAll(() => database.db.destroy());

const settingNames = async () =>
  (await db.selectFrom('system_setting').select('name').where('name', 'like', 'test %').execute()).map(
    (row) => row.name,
  );
const insertSetting = (transaction: Db, name: string) =>
  sql`insert into system_setting (name, value) values (${name}, '{}')`.execute(transaction);

it('runs a step once before the commit, with distinct values', async () => {
  const seen: number[][] = [];
  const step = defineCommitStep<number>(async (transaction, values) => {
    seen.push([...values]);
    await insertSetting(transaction, 'test written by a step');
  });
  const result = await withTransaction(db, async (transaction) => {
    step.collect(transaction, [3, 1]);
    step.collect(transaction, [1, 2]);
    expect(seen).toEqual([]);
    return 'done';
  });
  expect(result).toBe('done');
  expect(seen).toEqual([[3, 1, 2]]);
  expect(await settingNames()).toEqual(['test written by a step']);
});

it('runs steps that collect values for other steps', async () => {
  const seen: string[] = [];
  const second = defineCommitStep<string>(async (_db, values) => void seen.push(...values));
  const first = defineCommitStep<number>(async (transaction, values) =>
    second.collect(
      transaction,
      [...values].map((value) => `from ${value}`),
    ),
  );
  await withTransaction(db, async (transaction) => first.collect(transaction, [1, 2]));
  expect(seen).toEqual(['from 1', 'from 2']);
});

it('rolls back when a step fails', async () => {
  const step = defineCommitStep<number>(async () => {
    throw new Error('refused');
  });
  const work = withTransaction(db, async (transaction) => {
    await insertSetting(transaction, 'test rolled back');
    step.collect(transaction, [1]);
  });
  await expect(work).rejects.toThrow('refused');
  expect(await settingNames()).not.toContain('test rolled back');
});

it('runs no step without values', async () => {
  const step = defineCommitStep<number>(async () => expect.fail('ran'));
  await withTransaction(db, async (transaction) => step.collect(transaction, []));
});

it('rejects values outside its transactions', async () => {
  const step = defineCommitStep<number>(async () => undefined);
  expect(() => step.collect(db, [1])).toThrow('withTransaction');
});

it('joins an open transaction, whose commit waits for the steps of both', async () => {
  const seen: number[] = [];
  const step = defineCommitStep<number>(async (_, values) => void seen.push(...values));
  const failed = withTransaction(db, async (outer) => {
    await withTransaction(outer, async (inner) => {
      step.collect(inner, [7]);
      await insertSetting(inner, 'test written in a joined transaction');
    });
    expect(seen).toEqual([]);
    throw new Error('after the inner one');
  });
  await expect(failed).rejects.toThrow('after the inner one');
  expect(seen).toEqual([]);
  expect(await settingNames()).not.toContain('test written in a joined transaction');
});
