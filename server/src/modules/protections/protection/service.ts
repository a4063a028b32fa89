export { copyProtections } from './copy.ts';
export { type NewProtection, type NewThreshold, seedProtection } from './create.ts';
export { listProtectionsWithLimits, type ProtectionOfAlias } from './limits.ts';
export { getProtection } from './read.ts';
