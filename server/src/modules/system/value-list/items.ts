import {
  defaultItemColor,
  type ListItemChange,
  type ListItemUse,
  type ValueList,
  type ValueListItem,
} from '@twinward/contracts/system/value-list';
import { fromRow } from '../../../platform/database/from-row.ts';
import type { Problem } from '../../../platform/rules.ts';
import type { ItemFields, ItemRow } from './store.ts';

/** The properties of a list that determine how its items can change. */
export type ListFacts = Pick<ValueList, 'name' | 'kind' | 'dataType' | 'isStandard' | 'hasFixedItems'> & {
  categories: readonly string[];
};

const isNumber = /^-?\d+(\.\d+)?$/;

/** For example `3 work, 1 failure mode`. */
export const describeUses = (uses: readonly ListItemUse[]): string =>
  uses.map(({ usedBy, count }) => `${count.toLocaleString('en-US')} ${usedBy}`).join(', ');

/** Returns the items to store, in order, with values and colours filled in. */
export function toStored(
  { kind }: ListFacts,
  items: readonly ListItemChange[],
  before: ReadonlyMap<number, ItemRow>,
): ItemFields[] {
  return items.map((item, position) => ({
    id: item.id ?? 0,
    category: item.category,
    position: position + 1,
    value: kind === 'plain' ? (item.value ?? '') : item.caption,
    caption: item.caption,
    description: item.description,
    color: kind === 'coloured' ? (item.color ?? defaultItemColor) : null,
    is_default: item.default,
    is_standard: before.get(item.id ?? 0)?.is_standard ?? false,
    is_deprecated: item.isDeprecated,
  }));
}

/** Returns the problems of a list's items, with paths below `configuration`. */
export function itemProblems(list: ListFacts, items: readonly ItemFields[]): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  const defaults = new Set<string | null>();
  items.forEach(({ category, value, is_default, is_deprecated }, index) => {
    const refuse = (field: string, message: string) =>
      problems.push({ path: `configuration.items.${index}.${field}`, message });
    const named = list.kind === 'plain' ? 'value' : 'caption';
    if (value === '') refuse('value', 'Required.');
    else if (list.dataType === 'N' && !isNumber.test(value)) refuse('value', 'Please enter a number.');
    const known = category === null ? list.categories.length === 0 : list.categories.includes(category);
    if (!known) {
      refuse(
        'category',
        list.categories.length === 0
          ? 'This list has no categories.'
          : `Please choose one of ${list.categories.join(', ')}.`,
      );
    }
    const key = JSON.stringify([category, value]);
    if (seen.has(key)) refuse(named, 'Please enter a unique value.');
    seen.add(key);
    if (!is_default) return;
    if (is_deprecated) refuse('default', 'A deprecated item can’t be the default.');
    if (defaults.has(category)) refuse('default', 'One item of a category can be the default.');
    defaults.add(category);
  });
  return problems;
}

/** Returns why items cannot be deleted or changed, because they are built in or in use. */
export function lockProblems(
  list: ListFacts,
  before: readonly ItemRow[],
  after: readonly ItemFields[],
  uses: readonly ListItemUse[],
): string[] {
  const kept = new Map(after.flatMap((item) => (item.id === 0 ? [] : [[item.id, item] as const])));
  const problems = before.flatMap((item) => {
    const now = kept.get(item.id);
    const own = uses.filter((use) => use.itemId === item.id);
    const isSame = now && now.value === item.value && now.category === item.category;
    if (isSame) return [];
    // The name of a coloured or simple item is its value; records refer to the item by its id.
    if (now && now.category === item.category && list.kind !== 'plain') return [];
    if (item.is_standard)
      return [`The product’s own item ${item.caption} can’t be ${now ? 'changed so' : 'deleted'}.`];
    if (own.length === 0) return [];
    const change = now ? 'keeps its value and category' : 'can’t be deleted';
    return [`${item.caption} is used by ${describeUses(own)} and ${change}: deprecate or replace it.`];
  });
  if (list.hasFixedItems && after.some(({ id }) => id === 0)) {
    problems.push(`The codes of ${list.name} are fixed. Items cannot be added.`);
  }
  return problems;
}

export const toItem = ({ list_id, position, is_default, ...row }: ItemRow): ValueListItem => ({
  ...fromRow(row),
  default: is_default,
});

/** Returns an item in the form of a change. */
export const toItemChange = ({ isStandard: _, ...item }: ValueListItem): ListItemChange => item;
