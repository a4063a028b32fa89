import type { Db } from '../../../platform/database/database.ts';
import { riskInputsChanged } from '../../assets/asset/events.ts';

/** The owner of a probability or consequence, by its column. */
export type OwnerColumn = 'asset_id' | 'twin_id' | 'failure_mode_id';
export interface Owner {
  column: OwnerColumn;
  id: number;
}

/** Emits that an asset's risk inputs changed, except for a failure mode, which is no input of risk analyses. */
export async function emitRiskInputs(db: Db, { column, id }: Owner): Promise<void> {
  if (column === 'failure_mode_id') return;
  const assetId = column === 'asset_id' ? id : await selectAssetOfTwin(db, id);
  if (assetId !== null) await riskInputsChanged.emit(db, { assetIds: [assetId] });
}

async function selectAssetOfTwin(db: Db, twinId: number): Promise<number | null> {
  const row = await db.selectFrom('twin').select('asset_id').where('id', '=', twinId).executeTakeFirst();
  return row?.asset_id ?? null;
}
