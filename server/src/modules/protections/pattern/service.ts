export { updateRanges } from './sets.ts';
export { listPatternInputs, type PatternInput } from './sources.ts';
export { startTrainingIn } from './training/start.ts';
export { checkFits } from './versions/fit.ts';
