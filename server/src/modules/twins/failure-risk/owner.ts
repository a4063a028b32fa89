import type { Db } from '../../../platform/database/database.ts';
import { riskInputsChanged } from '../../assets/asset/events.ts';

/** The column that identifies the owner of a probability or consequence. */
export type OwnerColumn = 'asset_id' | 'twin_id' | 'failure_mode_id';
export interface Owner {
  column: OwnerColumn;
  id: number;
}

/** Reports a changed probability or consequence to the risk analyses of the asset. */
export async function emitRiskInputs(db: Db, owner: Owner): Promise<void> {
  const assetId = await selectAssetOfOwner(db, owner);
  if (assetId !== null) await riskInputsChanged.emit(db, { assetIds: [assetId] });
}

async function selectAssetOfOwner(db: Db, { column, id }: Owner): Promise<number | null> {
  if (column === 'asset_id') return id;
  const twins = db.selectFrom('twin').select('asset_id');
  const row = await (column === 'twin_id'
    ? twins.where('id', '=', id)
    : twins.where('id', '=', db.selectFrom('failure_mode').select('twin_id').where('id', '=', id))
  ).executeTakeFirst();
  return row?.asset_id ?? null;
}
