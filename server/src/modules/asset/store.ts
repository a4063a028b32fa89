import type { Insertable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { AssetTable } from './tables.ts';

export async function findAssets(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('asset')
    .leftJoin('twin', 'twin.asset_id', 'asset.id')
    .selectAll('asset')
    .select('twin.id as twin_id')
    .where('asset.id', 'in', ids)
    .orderBy('asset.id')
    .execute();
}

export async function insertAsset(db: Db, asset: Insertable<AssetTable>): Promise<number> {
  const { id } = await db.insertInto('asset').values(asset).returning('id').executeTakeFirstOrThrow();
  return id;
}
