export { createAssetsIn } from './block.ts';
export {
  type ExtractedAsset,
  findExtractedAssets,
  markAssetsGone,
  saveExtractedAssets,
} from './extracted.ts';
export { getFailureData } from './measured-mtbf.ts';
export { selectMeasuredMtbf, upsertMeasuredMtbf } from './measured-mtbf-store.ts';
export { placeFields } from './place-fields-store.ts';
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
