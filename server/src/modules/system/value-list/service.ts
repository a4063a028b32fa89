export { getValueList, getValueListByName, listCaptions, listValueLists, listValues } from './read.ts';
export { isItem, toUses, type ValueCount, workFieldOf } from './uses.ts';
export { createValueList, deleteValueList, updateItems, updateValueList } from './write.ts';
