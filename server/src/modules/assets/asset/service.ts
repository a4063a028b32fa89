export { getFailureData, selectMeasuredMtbf, upsertMeasuredMtbf } from './measured-mtbf.ts';
export {
  assertAsset,
  getAsset,
  getAssets,
  getAssetsByUniqueId,
  listAssetIds,
  listAssets,
  listChildren,
} from './read.ts';
export { type NewAsset, seedAsset } from './seed.ts';
export { selectAssetPlaces as readAssetPlaces } from './store.ts';
export {
  createAsset,
  deleteAsset,
  deleteAssetIn,
  insertNew,
  moveAsset,
  releaseChildrenIn,
  setTaxonomy,
  updateAsset,
  updateFound,
} from './write.ts';
