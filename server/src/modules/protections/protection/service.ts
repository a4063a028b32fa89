export { copyProtections } from './copy.ts';
export { createProtection, type NewProtection, type NewThreshold } from './create.ts';
export { readProtection } from './read.ts';
