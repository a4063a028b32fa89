export { getValueList, getValueListByName, listCaptions, listValueLists, listValues } from './read.ts';
export { findWorkField, isItem, toUses, type ValueCount } from './uses.ts';
export { createValueList, deleteValueList, updateItems, updateValueList } from './write.ts';
