export { getValueList, getValueListByName, listCaptions, listValueLists } from './read.ts';
export { findWorkField, isItem, toUses } from './uses.ts';
export { createValueList, deleteValueList, updateItems, updateValueList } from './write.ts';
