export { type ColumnName, headingOf, workColumns } from './columns.ts';
export {
  type RecordedFailureWork,
  readFailureWork,
  readLatestCompletions,
  readOldestWork,
  readWork,
  readWorkMeant,
  readWorkPage,
  readWorkTotals,
} from './read.ts';
export { type RecordedWork, recordWork } from './record.ts';
export { workTemplate } from './template.ts';
export { insertChecked, updateChecked, type WorkFields } from './write.ts';
