export {
  type Choose,
  chooseFrom,
  chooseImprovements,
  listImprovements,
  listSets,
  type Offers,
  setCosts,
} from './improvements.ts';
export { createOption, deleteOption, listOptions, updateOption } from './options.ts';
export { findFailureMode, isExample, toOptions, toScenarioAsset } from './snapshot.ts';
export { type SnapshotRow, selectSnapshot } from './snapshot-store.ts';
