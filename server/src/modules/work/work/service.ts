export { type ColumnName, type FileColumnName, toHeading, workColumns } from './columns.ts';
export { findExtractedWork, markWorkGone, saveExtractedWork } from './extracted.ts';
export { countWorkWithItems, replaceItemInWork } from './lists.ts';
export { listFailureWork, listLatestCompletions, listWorkMeant, type RecordedFailureWork } from './read.ts';
export { recordWork } from './record.ts';
export { selectKeysOfStream as listWorkKeysOfStream } from './store.ts';
export { workTemplate } from './template.ts';
export { insertChecked, toEpoch, toWorkFields, updateChecked, type WorkFields } from './write.ts';
