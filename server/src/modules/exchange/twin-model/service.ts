export {
  findModel,
  findPublishedVersion,
  getPublishedVersion,
  getPublishedVersions,
  listModels,
  type PublishedVersion,
  readDraft,
} from './read.ts';
export { freeName as freeModelName, loadStarterLibrary } from './starter.ts';
export {
  createMovedModel,
  type MovedModel,
  readMovedModels,
  updateMovedModel,
} from './transfer.ts';
export { deleteModel } from './write.ts';
