export { numericFields, type ReadCells, readCells } from './cells.ts';
export { fieldColumns, fileFields } from './columns.ts';
export { type Reference, type ReferencesAsked, referencesAsked } from './events.ts';
export { fieldExpression, filterName, toListField, toListFields } from './expression.ts';
export { fieldFacts } from './facts.ts';
export { selectIndexes as listIndexes, toIndexName, wantedIndexes } from './indexes.ts';
export { drawNumbers } from './numbers.ts';
export { pickCaptions, readCaptions, readIds } from './references.ts';
export {
  createTitles,
  dayIn,
  getComputations,
  type ResolvedValues,
  resolveValues,
  unitNames,
  type ValuesChange,
} from './resolve.ts';
export { assignSlots, slotAssignments, slotColumns, slotValues } from './slots.ts';
export {
  countItems,
  countRecords,
  countReferring,
  countValues,
  deleteValues,
  fillSlots,
  hasValues,
  lockFields,
  lockFieldsAfter,
  raiseVersions,
  selectDoubles as listDoubles,
  selectFields as readFields,
  selectFieldsAfter as readFieldsAfter,
  selectHolders as findHolders,
  selectLists as listKnownLists,
  selectRecordsWithItem as findRecordsWithItem,
  selectUnseenSince as findUnseenSince,
  updateFields,
  updateFieldValues,
} from './store.ts';
export { toFieldTable } from './table.ts';
