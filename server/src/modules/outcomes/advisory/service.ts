export { refuseFieldsOfEnded } from './change.ts';
export { closeAdvisoriesOfTwin } from './close-twin.ts';
export { countAdvisoriesWithItems, replaceItemInAdvisories } from './lists.ts';
export { listAdvisoryRecords } from './record.ts';
export { transitionIn } from './transition.ts';
export {
  claimDueRequest,
  followReadWork,
  listOpenRequests,
  recordFailed,
  recordFiled,
  recordStates,
} from './work-request.ts';
export { addComment, createAdvisory } from './write.ts';
