export { type ColumnName, headingOf, workColumns } from './columns.ts';
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
export { workTemplate } from './template.ts';
export { insertChecked, updateChecked, type WorkFields } from './write.ts';
