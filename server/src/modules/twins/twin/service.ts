export {
  assertTwin,
  bumpTwinVersion,
  getMission,
  getTwin,
  getTwinLevels,
  listTwins,
} from './read.ts';
export { seedTwin, type TwinSeed } from './seed.ts';
export {
  createTwin,
  deleteTwin,
  setTwinsActive,
  updateTwin,
  updateTwinWithRisk,
} from './write.ts';
