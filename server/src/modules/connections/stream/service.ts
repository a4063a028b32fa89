export { checkConnectionChoice, getDefaultConnections, setDefaultConnections } from './defaults.ts';
export { findMapping, listTargets, type Mapping } from './described.ts';
export { getStreamMapping, listStreamMappings, updateStreamMapping } from './mapping.ts';
export { refuseDeletionOfOwned, refuseOwned, type SourceKey } from './source.ts';
export {
  countTaken,
  deleteRefused,
  lockStream,
  type StreamRow,
  selectRefusedPage as listRefusedPage,
  sourceExpression,
  updateStreamRow as updateStream,
  upsertRefused,
} from './store.ts';
