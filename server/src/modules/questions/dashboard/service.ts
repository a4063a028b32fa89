export { readCard } from './cards/read.ts';
export { listShownIds } from './package.ts';
export { selectIds as findNamed, selectNames as listNames } from './package-store.ts';
export { getDashboard } from './read.ts';
export { findReader } from './reader.ts';
export { createDashboard, createDashboardIn, deleteDashboard, updateDashboard } from './write.ts';
