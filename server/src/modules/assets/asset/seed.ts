import type { Db } from '../../../platform/database/database.ts';
import { saveSystemFields } from '../../records/record-type/service.ts';
import { getTaxonomyByCaption, type TaxonomyCaptions } from '../taxonomy/service.ts';
import { insertAsset } from './store.ts';

/** An asset that the product creates, with the captions of its taxonomy entry. */
export interface NewAsset extends TaxonomyCaptions {
  uniqueId: string;
  assetName: string;
  description?: string;
  isEquipment?: boolean;
  parentId?: number;
}

/**
 * Creates an asset.
 * @returns its id
 */
export async function seedAsset(db: Db, asset: NewAsset): Promise<number> {
  let taxonomyId: number | null = null;
  if (asset.category !== undefined) {
    const id = (await getTaxonomyByCaption(db))(asset);
    if (id === undefined) throw new Error(`the taxonomy lacks ${JSON.stringify(asset)}`);
    taxonomyId = id;
  }
  const id = await insertAsset(db, {
    unique_id: asset.uniqueId,
    asset_name: asset.assetName,
    taxonomy_id: taxonomyId,
    description: asset.description ?? '',
    is_equipment: asset.isEquipment ?? true,
    parent_id: asset.parentId ?? null,
  });
  await saveSystemFields(db, null, 'asset', [{ id, isNew: true }], { lenient: true });
  return id;
}
