export { listPriorities } from './priorities.ts';
export { getTwinMap, getTwinMapLevels } from './twin-map.ts';
