export { checkConnectionChoice, getDefaultConnections, setDefaultConnections } from './defaults.ts';
export { findMapping, listTargets, type Mapping } from './described.ts';
export { getStreamMapping, listStreamMappings, updateStreamMapping } from './mapping.ts';
export { refuseDeletionOfOwned, refuseOwned, type SourceKey, sourceExpression } from './source.ts';
export {
  countTaken,
  deleteRefused,
  lockStream,
  type StreamRow,
  selectRefusedPage as listRefusedPage,
  selectStreams as listStreams,
  updateStreamRow as updateStream,
  upsertRefused,
} from './store.ts';
export { systemOfType, typeOfSystem } from './systems.ts';
