export { type ColumnName, type FileColumnName, toHeading, workColumns } from './columns.ts';
export {
  type ExtractedWork,
  findExtractedWork,
  markWorkGone,
  saveExtractedWork,
  type Taken,
} from './extracted.ts';
export { countWorkWithItems, replaceItemInWork } from './lists.ts';
export {
  getOldestWork,
  getWork,
  getWorkTotals,
  listFailureWork,
  listLatestCompletions,
  listWork,
  listWorkMeant,
  type RecordedFailureWork,
} from './read.ts';
export { type RecordedWork, recordWork } from './record.ts';
export { selectKeysOfStream as listWorkKeysOfStream } from './store.ts';
export { workTemplate } from './template.ts';
export { insertChecked, toEpoch, toWorkFields, updateChecked, type WorkFields } from './write.ts';
