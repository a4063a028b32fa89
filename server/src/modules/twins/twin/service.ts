export { createTwinsIn } from './block.ts';
export { deleteTwinBlock, insertTwinBlock, type TwinToInsert, updateTwinBlock } from './block-store.ts';
export {
  lockLevels as lockTwinLevels,
  type TwinLevel,
  updateLevels as updateTwinLevels,
} from './level-store.ts';
export {
  assertTwin,
  bumpTwinVersion,
  getMission,
  getTwin,
  getTwinLevels,
  getTwinVersion,
  listTwins,
} from './read.ts';
export { seedTwin, type TwinSeed } from './seed.ts';
export { lockTwins } from './store.ts';
export {
  createTwin,
  createTwinWithin,
  deleteTwin,
  deleteTwinIn,
  setTwinsActive,
  updateTwin,
  updateTwinWithRisk,
} from './write.ts';
