export { countItemsInFields, fieldsOfList, replaceItemInFields } from './list-items.ts';
export {
  definedPart,
  getReadableType,
  getRecordType,
  getSystemType,
  getType,
  getTypeById,
  getWritableType,
  getWritableTypeOfAny,
  listReadableTypes,
  listRecordTypes,
  listShownFields,
  listTypes,
  lockTypeByIdShared,
  type ReadableType,
  type TypeDefinition,
} from './read.ts';
export { addRollUps, namesFields, readValueFields, rollUpFields } from './roll-up.ts';
export { lockType, lockTypeShared, markSlotsReady } from './store.ts';
export {
  type CheckedFields,
  changeSystemFields,
  listFieldFacts,
  listFieldProblems,
  type SaveOptions,
  saveSystemFields,
  withFieldFacts,
  withSystemFields,
} from './system-fields.ts';
export { countFieldsInUnit, replaceUnitOfFields } from './units.ts';
export { getTypeUse, listReferringFields, refuseReferredTo } from './use.ts';
export {
  assignSlotsIn,
  copyRecordType,
  createRecordType,
  createRecordTypeIn,
  deleteFieldIn,
  deleteRecordType,
  deleteRecordTypeIn,
  lacksSlots,
  updateRecordType,
} from './write.ts';
