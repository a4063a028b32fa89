export { countAdvisoriesWithItems, replaceItemInAdvisories } from './lists.ts';
export { listAdvisoryRecords } from './record.ts';
export {
  followReadWork,
  listOpenRequests,
  noteFailed,
  noteFiled,
  noteStates,
  takeDueRequest,
} from './work-request.ts';
