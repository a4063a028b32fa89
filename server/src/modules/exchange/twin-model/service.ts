export { getPublishedVersion, getPublishedVersions, type PublishedVersion } from './read.ts';
export { loadStarterLibrary } from './starter.ts';
export {
  createMovedModel,
  type MovedModel,
  readMovedModels,
  updateMovedModel,
} from './transfer.ts';
export { deleteModel } from './write.ts';
