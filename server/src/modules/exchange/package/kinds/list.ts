import {
  type ListItemChange,
  newValueList,
  type ValueList,
  type ValueListItem,
} from '@twinward/contracts/system/value-list';
import type { z } from 'zod';
import {
  createValueList,
  deleteValueList,
  getValueListByName,
  updateValueList,
} from '../../../system/value-list/service.ts';
import { defineKind, orNull, readEach, refuseFixed } from '../kind.ts';

const schema = newValueList;
type ListRecord = z.infer<typeof schema>;

/** Identifies an item across databases. */
const itemKey = ({ category, value, caption }: Pick<ListItemChange, 'category' | 'value' | 'caption'>) =>
  JSON.stringify([category, value ?? caption]);

const toItem = (list: ValueList) => (item: ValueListItem) => {
  const { id: _, isStandard: __, value, color, ...fields } = item;
  return {
    ...fields,
    ...(list.kind === 'plain' ? { value } : {}),
    color: list.kind === 'coloured' ? color : null,
  };
};

/** Lists of values, by name. */
export const listKind = defineKind<ListRecord>({
  name: 'list',
  caption: 'Lists',
  access: 'lists',
  schema,
  toKey: ({ name }) => name,
  listReferences: () => [],
  read: ({ actor }, keys) =>
    readEach(keys, async (key) => {
      const list = await getValueListByName(actor.tenant.db, key);
      const { name, description, dataType, kind, configuration } = list;
      const { categories, items } = configuration;
      return {
        name,
        description,
        dataType,
        kind,
        configuration: { categories, items: items.map(toItem(list)) },
      };
    }),
  async create({ actor }, record) {
    await createValueList(actor, record);
  },
  async update({ actor }, record, before) {
    refuseFixed(record, before, ['dataType', 'kind']);
    const { name, description, configuration } = record;
    const now = await getValueListByName(actor.tenant.db, name);
    const ids = new Map(now.configuration.items.map((item) => [itemKey(item), item.id]));
    const items = configuration.items.map((item) => {
      const id = ids.get(itemKey(item));
      return id === undefined ? item : { ...item, id };
    });
    await updateValueList(actor, now.id, {
      description,
      configuration: { ...configuration, items },
      version: now.version,
    });
  },
  async delete({ actor }, key) {
    const list = await orNull(getValueListByName(actor.tenant.db, key));
    if (list) await deleteValueList(actor, list.id);
  },
});
