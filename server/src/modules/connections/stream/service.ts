export { checkConnectionChoice, getDefaultConnections, setDefaultConnections } from './defaults.ts';
export { listTargets, type Mapping, mappingOf } from './described.ts';
export { getStreamMapping, listStreamMappings, updateStreamMapping } from './mapping.ts';
export { refuseDeletionOfOwned, refuseOwned, type SourceKey, sourceOf } from './source.ts';
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
