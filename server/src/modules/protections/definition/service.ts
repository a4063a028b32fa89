export { listDefinitions, type StoredDefinition } from './read.ts';
export { deleteShelvings, upsertShelvings } from './shelving-store.ts';
export {
  type InputSource,
  type InputSources,
  type MappedInput,
  otherDimension,
  readLogicUnits,
  readSources,
  unitOfInput,
  unreadable,
} from './sources.ts';
export {
  clearStates,
  clearTracking,
  countOverrun,
  type EvaluatedState,
  invalidateByCalendar,
  invalidateFromTwinStart,
  invalidateOfTwin,
  type ProtectionOfTwin,
  resetOverruns,
  selectActiveOfTwins,
  updateErrors,
  updateLiveSince,
  updateSetAside,
  updateStates,
} from './state-store.ts';
export {
  bumpVersions,
  deleteProtectionRow,
  deleteThresholds,
  insertProtection,
  insertThresholds,
  lockProtection,
  replaceAliases,
  replaceFailureModes,
  replaceInputs,
  replaceProtectionsOfFailureMode,
  type StoredSetting,
  selectAliases,
  selectThresholds,
  updateAliasSettings,
  updateProtectionRow,
  updateThreshold,
} from './store.ts';
export { getTimeZone, plantTimeZone } from './time-zone.ts';
