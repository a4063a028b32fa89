export { getFailureData, selectMeasuredMtbf, upsertMeasuredMtbf } from './measured-mtbf.ts';
export {
  assertAsset,
  readAsset,
  readAssetList,
  readAssets,
  readAssetsByUniqueId,
  readChildren,
} from './read.ts';
export { createAsset, type NewAsset } from './seed.ts';
export { findAssetPlaces as readAssetPlaces } from './store.ts';
export {
  addAsset,
  changeAsset,
  insertNew,
  moveAsset,
  removeAsset,
  setTaxonomy,
  updateFound,
} from './write.ts';
