export { assertCounterUnits } from './counter-units.ts';
export { type NewProtection, type NewThreshold, seedProtection } from './create.ts';
export { listProtectionsWithLimits } from './limits.ts';
export { getProtection } from './read.ts';
export { toStoredSetting } from './save.ts';
export { createProtectionIn } from './write.ts';
