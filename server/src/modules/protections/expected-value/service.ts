export { updateDeviationTags } from './deviation-tag.ts';
export { getExpectedValues } from './read.ts';
