import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { tableRows, versionedTableRows } from './table-rows.ts';
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
  const rows = tableRows('unit_category');
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
  const rows = versionedTableRows('unit_category');
  const id = await rows.insert(db, { name: 'Heaviness', description: '' });
  await rows.updateAndBump(db, id, { description: 'a' });
  await rows.updateAndBump(db, id);
  expect(await select(id)).toMatchObject({ description: 'a', version: 3 });
  expect(await rows.updateAtVersion(db, id, 2, { description: 'b' })).toBe(false);
  expect(await rows.updateAtVersion(db, id, 3, { description: 'b' })).toBe(true);
  expect(await select(id)).toMatchObject({ description: 'b', version: 4 });
});

it('inserts and updates many rows by one statement each', async () => {
  const { db } = server.tenant;
  const rows = versionedTableRows('unit_category');
  expect(await rows.insertBlock(db, [])).toEqual([]);
  const ids = await rows.insertBlock(db, [
    { name: 'Block 1', description: 'a' },
    { name: 'Block 2', description: 'b' },
  ]);
  await rows.updateBlock(db, [{ id: ids[1]!, description: 'c' }]);
  await rows.updateBlock(db, []);
  expect(await Promise.all(ids.map(select))).toEqual([
    { name: 'Block 1', description: 'a', version: 1 },
    { name: 'Block 2', description: 'c', version: 2 },
  ]);
  const more = await rows.insertAll(db, [{ name: 'Block 3' }, { name: 'Block 4' }]);
  await rows.deleteAll(db, [...ids, more[0]!]);
  await rows.deleteAll(db, []);
  expect(await Promise.all([...ids, ...more].map(select))).toEqual([
    undefined,
    undefined,
    undefined,
    { name: 'Block 4', description: '', version: 1 },
  ]);
});

it('sets the time of the update, if the table has one', async () => {
  const { db } = server.tenant;
  const query = { name: 'Q', definition: '{}', source: 'asset', view: 'table' as const };
  const rows = versionedTableRows('query', { hasUpdateTime: true });
  const id = await rows.insert(db, { ...query, updated_at: new Date(0) });
  await rows.updateAndBump(db, id, { description: 'a' });
  const updated = await db
    .selectFrom('query')
    .select(['version', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(updated.version).toBe(2);
  expect(updated.updated_at.getTime()).toBeGreaterThan(0);
});

it('locks a row until the transaction ends', async () => {
  const { db } = server.tenant;
  const rows = tableRows('unit_category');
  const id = await rows.insert(db, { name: 'Tallness', description: '' });
  const free = () =>
    db.selectFrom('unit_category').select('id').where('id', '=', id).forUpdate().skipLocked().execute();
  await withTransaction(db, async (transaction) => {
    await rows.lock(transaction, id);
    expect(await free()).toEqual([]);
  });
  expect(await free()).toEqual([{ id }]);
});
