export { countAdvisoriesWithItems, replaceItemInAdvisories } from './lists.ts';
export { listAdvisoryRecords } from './record.ts';
