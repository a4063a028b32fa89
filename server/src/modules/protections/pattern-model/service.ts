export { toColor } from './colors.ts';
export { conditionKey } from './condition-key.ts';
export { createPatternSetIn, patternsToCopy } from './create.ts';
export { claimUncheckedSets, updateUnfitVersion } from './fit-store.ts';
export { assertKeepsModelInputs } from './follow.ts';
export { type LoadedModel, loadClassifiers, loadModel, loadModelsInService } from './models.ts';
export { assertRanges } from './ranges.ts';
export { getPatternSet, listPatternSets } from './read.ts';
export { type ScannedInput, scanGrid, toValues } from './scan-grid.ts';
export {
  deleteOldVersions,
  deletePatterns,
  insertPattern,
  insertVersion,
  type PatternRow,
  type RangeRow,
  replaceRanges,
  selectChecksum,
  selectConditions,
  selectPatterns,
  selectPatternsOfProtections,
  selectRanges,
  selectTwinId,
  selectVersions,
  updatePattern,
  updateSet,
  updateVersionInService,
  type VersionRow,
} from './store.ts';
