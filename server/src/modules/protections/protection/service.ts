export { followAlias, readUsersOfAlias } from './aliases.ts';
export { copyProtections } from './copy.ts';
export { createProtection, type NewProtection, type NewThreshold } from './create.ts';
export { forgetLinks } from './links.ts';
export { readProtection, readProtectionsOfTwin } from './read.ts';
