export { deleteRecord, deleteRecordIn } from './delete.ts';
export { dropIndexes, indexTypes } from './indexing.ts';
export { findRecord, getRecord, listRecords, listRollUps } from './read.ts';
export { findRecordReferences } from './references.ts';
export { followType, refreshSharedTexts, startFieldRemoval } from './refresh.ts';
export { sendReminders } from './reminders.ts';
export { indexDueRecords } from './search-due.ts';
export { listFedTags } from './tag-store.ts';
export { countRecordsWithItems, replaceItemInRecords } from './value-lists.ts';
export {
  createRecord,
  createRecordsIn,
  getHeldType,
  setStateIn,
  transitionRecord,
  updateRecord,
  updateRecordIn,
  type Writer,
} from './write.ts';
