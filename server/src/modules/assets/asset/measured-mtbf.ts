import type { FailureData } from '@twinward/contracts/assets/mtbf';
import type { Db } from '../../../platform/database/database.ts';
import { selectMeasuredMtbf } from './measured-mtbf-store.ts';

/** Returns the measured MTBF by asset id. Omits assets without one. */
export async function getFailureData(db: Db, assetIds: readonly number[]): Promise<Map<number, FailureData>> {
  const rows = await selectMeasuredMtbf(db, assetIds);
  return new Map(rows.map((row) => [row.asset_id, { mtbf: row.mtbf, previousMtbf: row.previous_mtbf }]));
}
