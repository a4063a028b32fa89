import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { makeAsset } from '../../../testing/factories.ts';
import { createTagsIn } from './service.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const blank = {
  caption: 'Flow',
  type: 'data_point' as const,
  description: '',
  unit: null,
  source: null,
  logic: '',
  aliases: [],
};

/**
 * Returns the number of writes to search entries in an open transaction, including earlier writes that are not yet
 * reported.
 */
async function countWrites(db: Db): Promise<{ inserted: number; updated: number }> {
  const { rows } = await sql<{ inserted: number; updated: number }>`
    select n_tup_ins::int as inserted, n_tup_upd::int as updated
    from pg_stat_xact_user_tables where relname = 'search_entry'`.execute(db);
  return rows[0]!;
}

const selectEntries = (db: Db, assetIds: readonly number[]) =>
  db
    .selectFrom('search_entry')
    .select(['type', 'name', 'detail', 'search_text', 'asset_id', 'second_name'])
    .where('asset_id', 'in', assetIds)
    .orderBy('type')
    .orderBy('name')
    .execute();

it('search entries are written once for each tag that is created with its assets', async () => {
  const assetIds = [
    await makeAsset(test.db, { uniqueId: 'P-1', assetName: 'Pump 1' }),
    await makeAsset(test.db, { uniqueId: 'P-2', assetName: 'Pump 2' }),
  ];
  const writes = await withTransaction(test.db, async (db) => {
    const before = await countWrites(db);
    const tags = assetIds.map((id, place) => ({
      ...blank,
      name: `P-${place + 1}.F`,
      keywords: ['Water', 'Inlet'],
      assetIds: [id],
    }));
    await createTagsIn(db, null, [...tags, { ...blank, name: 'P.F', keywords: [], assetIds }]);
    const { inserted, updated } = await countWrites(db);
    return { inserted: inserted - before.inserted, updated: updated - before.updated };
  });
  expect(writes).toEqual({ inserted: 3, updated: 0 });
  const toEntry = (name: string, owners: string, text: string, asset_id: number) => ({
    type: 2,
    name,
    detail: `Flow - ${owners}`,
    search_text: text,
    asset_id,
    second_name: 'Flow',
  });
  const entries = await selectEntries(test.db, assetIds);
  expect(entries.filter(({ type }) => type === 2)).toEqual([
    toEntry('P-1.F', 'Pump 1', 'p-1.f flow  water inlet pump 1', assetIds[0]!),
    toEntry('P-2.F', 'Pump 2', 'p-2.f flow  water inlet pump 2', assetIds[1]!),
    toEntry('P.F', 'Pump 1, Pump 2', 'p.f flow   pump 1, pump 2', assetIds[0]!),
  ]);
});

it('search entries are created without reading all assets for each tag before statistics exist', async () => {
  const count = 500;
  const read = await withTransaction(test.db, async (db) => {
    const { rows } = await sql<{ id: number }>`
      insert into asset (unique_id, asset_name)
      select 'N-' || number, 'Pump' from generate_series(1, ${count}::int) as number returning id`.execute(
      db,
    );
    const readRows = async () => {
      const counted = await sql<{ count: number }>`
        select seq_tup_read as count from pg_stat_xact_user_tables where relname = 'asset'`.execute(db);
      return counted.rows[0]!.count;
    };
    const before = await readRows();
    await createTagsIn(
      db,
      null,
      rows.map(({ id }) => ({ ...blank, name: `N-${id}.F`, keywords: [], assetIds: [id] })),
    );
    return (await readRows()) - before;
  });
  expect(read).toBeLessThan(10 * count);
});

it('search entries follow changes of twins, names of assets, and assets of tags', async () => {
  const { db } = test;
  const assetIds = [
    await makeAsset(db, { uniqueId: 'C-1', assetName: 'Fan 1' }),
    await makeAsset(db, { uniqueId: 'C-2', assetName: 'Fan 2' }),
  ];
  const [own, shared] = await createTagsIn(db, null, [
    { ...blank, name: 'C-1.F', keywords: [], assetIds: [assetIds[0]!] },
    { ...blank, name: 'C.F', keywords: [], assetIds },
  ]);
  const summary = async () =>
    (await selectEntries(db, assetIds)).map(
      ({ type, name, detail, asset_id }) => `${type} ${name} (${detail}) ${assetIds.indexOf(asset_id!) + 1}`,
    );
  expect(await summary()).toEqual([
    '1 Fan 1 () 1',
    '1 Fan 2 () 2',
    '2 C-1.F (Flow - Fan 1) 1',
    '2 C.F (Flow - Fan 1, Fan 2) 1',
  ]);
  await sql`insert into twin (asset_id) select unnest(${[...assetIds].reverse()}::int[])`.execute(db);
  await db.updateTable('asset').set({ asset_name: 'Blower' }).where('id', '=', assetIds[0]!).execute();
  await sql`delete from asset_tag where tag_id = ${shared!} and asset_id = ${assetIds[1]!}`.execute(db);
  expect(await summary()).toEqual([
    '0 Blower () 1',
    '0 Fan 2 () 2',
    '1 Blower () 1',
    '1 Fan 2 () 2',
    '2 C-1.F (Flow - Blower) 1',
    '2 C.F (Flow - Blower) 1',
  ]);
  await db.deleteFrom('twin').where('asset_id', 'in', assetIds).execute();
  await db.deleteFrom('tag').where('id', '=', own!).execute();
  expect(await summary()).toEqual(['1 Blower () 1', '1 Fan 2 () 2', '2 C.F (Flow - Blower) 1']);
});

it('search entries refer to an asset with a twin, and are rewritten only if it changes them', async () => {
  const { db } = test;
  const assetIds = [
    await makeAsset(db, { uniqueId: 'D-1', assetName: 'Drum 1' }),
    await makeAsset(db, { uniqueId: 'D-2', assetName: 'Drum 2' }),
  ];
  await createTagsIn(db, null, [
    { ...blank, name: 'D-2.F', keywords: [], assetIds: [assetIds[1]!] },
    { ...blank, name: 'D.F', keywords: [], assetIds },
  ]);
  const leadsTo = async () =>
    (await selectEntries(db, assetIds)).flatMap(({ type, name, asset_id }) =>
      type === 2 ? [`${name} ${assetIds.indexOf(asset_id!) + 1}`] : [],
    );
  expect(await leadsTo()).toEqual(['D-2.F 2', 'D.F 1']);
  const writes = await withTransaction(db, async (transaction) => {
    const before = await countWrites(transaction);
    await sql`insert into twin (asset_id) values (${assetIds[1]!})`.execute(transaction);
    const { inserted, updated } = await countWrites(transaction);
    return { inserted: inserted - before.inserted, updated: updated - before.updated };
  });
  // The entry of the twin, and the entry of the tag of both assets.
  expect(writes).toEqual({ inserted: 1, updated: 1 });
  expect(await leadsTo()).toEqual(['D-2.F 2', 'D.F 2']);
  await db.deleteFrom('twin').where('asset_id', '=', assetIds[1]!).execute();
  expect(await leadsTo()).toEqual(['D-2.F 2', 'D.F 1']);
});
