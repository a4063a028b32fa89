import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { rowsOf, versionedRowsOf } from './rows-of.ts';
import { withTransaction } from './transaction.ts';

let server: TestApp;

beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

const select = (id: number) =>
  server.tenant.db
    .selectFrom('unit_category')
    .select(['name', 'description', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();

it('inserts, updates and deletes the row with an id', async () => {
  const { db } = server.tenant;
  const rows = rowsOf('unit_category');
  const id = await rows.insert(db, { name: 'Fluidity', description: 'a' });
  const other = await rows.insert(db, { name: 'Stickiness', description: 'b' });
  await rows.update(db, id, { description: 'c' });
  expect(await select(id)).toEqual({ name: 'Fluidity', description: 'c', version: 1 });
  await rows.delete(db, id);
  expect(await select(id)).toBeUndefined();
  expect(await select(other)).toMatchObject({ description: 'b' });
});

it('bumps the version, and rejects an outdated one', async () => {
  const { db } = server.tenant;
  const rows = versionedRowsOf('unit_category');
  const id = await rows.insert(db, { name: 'Heaviness', description: '' });
  await rows.updateAndBump(db, id, { description: 'a' });
  await rows.updateAndBump(db, id);
  expect(await select(id)).toMatchObject({ description: 'a', version: 3 });
  expect(await rows.updateAtVersion(db, id, 2, { description: 'b' })).toBe(false);
  expect(await rows.updateAtVersion(db, id, 3, { description: 'b' })).toBe(true);
  expect(await select(id)).toMatchObject({ description: 'b', version: 4 });
});

it('locks a row until the transaction ends', async () => {
  const { db } = server.tenant;
  const rows = rowsOf('unit_category');
  const id = await rows.insert(db, { name: 'Tallness', description: '' });
  const free = () =>
    db.selectFrom('unit_category').select('id').where('id', '=', id).forUpdate().skipLocked().execute();
  await withTransaction(db, async (transaction) => {
    await rows.lock(transaction, id);
    expect(await free()).toEqual([]);
  });
  expect(await free()).toEqual([{ id }]);
});
