import type { MtbfBasis } from '@twinward/contracts/assets/mtbf';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** Selects the latest calculation of each asset. Omits assets without one. */
export function selectMeasuredMtbf(db: Db, assetIds: readonly number[]) {
  return db
    .selectFrom('measured_mtbf')
    .selectAll()
    .where(sql<SqlBool>`asset_id = any(${assetIds}::int[])`)
    .execute();
}

/** Stores a calculation. If the value differs, the stored one becomes the previous one. */
export async function upsertMeasuredMtbf(
  db: Db,
  assetId: number,
  { mtbf, calculatedAt, basis }: { mtbf: string | null; calculatedAt: Date; basis: MtbfBasis },
): Promise<void> {
  const text = JSON.stringify(basis);
  await db
    .insertInto('measured_mtbf')
    .values({ asset_id: assetId, mtbf, previous_mtbf: null, calculated_at: calculatedAt, basis: text })
    .onConflict((conflict) =>
      conflict.column('asset_id').doUpdateSet({
        mtbf,
        previous_mtbf: sql<string | null>`case when measured_mtbf.mtbf is distinct from excluded.mtbf
          then measured_mtbf.mtbf else measured_mtbf.previous_mtbf end`,
        calculated_at: calculatedAt,
        basis: text,
      }),
    )
    .execute();
}
