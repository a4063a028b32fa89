export { createTargetOfNewTwin, type Target } from './change.ts';
export { DefinitionChecks } from './check.ts';
export { readTwinDefinition, readTwins, type TwinParts } from './read.ts';
export { renumberModel } from './trained-model.ts';
export { lockAndReadTwins, type Written, writeDefinitions } from './write.ts';
