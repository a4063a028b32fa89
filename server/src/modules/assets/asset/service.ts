export { createAssetsIn } from './block.ts';
export {
  type ExtractedAsset,
  findExtractedAssets,
  markAssetsGone,
  saveExtractedAssets,
} from './extracted.ts';
export { getFailureData, selectMeasuredMtbf, upsertMeasuredMtbf } from './measured-mtbf.ts';
export { placeFields } from './place-fields.ts';
export {
  assertAsset,
  findAssetReferences,
  getAsset,
  getAssets,
  getAssetsByUniqueId,
  listAssetIds,
  listAssetIdsInPlace,
  listAssets,
  listChildren,
  type Place,
  placeIn,
} from './read.ts';
export { type NewAsset, seedAsset } from './seed.ts';
export {
  inServiceAt,
  selectAssetPlaces as readAssetPlaces,
  selectKeysOfStream as listAssetKeysOfStream,
  selectNamedAssets as findNamedAssets,
} from './store.ts';
export {
  createAsset,
  deleteAsset,
  deleteAssetIn,
  insertNew,
  moveAsset,
  moveAssetIn,
  releaseChildrenIn,
  setTaxonomy,
  updateAsset,
  updateFound,
} from './write.ts';
