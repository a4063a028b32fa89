export { readCard } from './cards/read.ts';
export { listShownIds } from './package.ts';
export { type Names, selectIds as findNamed, selectNames as listNames } from './package-store.ts';
export { findDashboard, getDashboard, listReadyMade } from './read.ts';
export { findReader } from './reader.ts';
export { createDashboard, createDashboardIn, deleteDashboard, updateDashboard } from './write.ts';
