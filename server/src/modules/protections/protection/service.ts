export { copyProtections } from './copy.ts';
export { type NewProtection, type NewThreshold, seedProtection } from './create.ts';
export { getProtection } from './read.ts';
