export { getPublishedVersion, getPublishedVersions, type PublishedVersion } from './read.ts';
export { loadStarterLibrary } from './starter.ts';
