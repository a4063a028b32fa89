import {
  defaultItemColor,
  type EditedList,
  type ListItemChange,
  listItemChange,
  type ValueListChange,
} from '@twinward/contracts/system/value-list';
import type { Rule } from '@twinward/domain/rules/rule';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import type { FieldTexts } from '../../ui/dialogs/merge.ts';

/** The form values of an item. */
export interface DraftItem extends Required<Pick<ListItemChange, 'category' | 'caption' | 'description'>> {
  /** Stable while the item is edited: its id, or a negative number for a new one. */
  key: number;
  value: string;
  color: string | null;
  default: boolean;
  isDeprecated: boolean;
  isStandard: boolean;
}

export interface ListDraft {
  description: string;
  categories: string[];
  items: DraftItem[];
}

export const toListDraft = ({ description, configuration }: EditedList): ListDraft => ({
  description,
  categories: configuration.categories,
  items: configuration.items.map(({ id, ...item }) => ({ ...item, key: id })),
});

/** The request that saves a draft over a list. */
export const toChange = (
  { description, categories, items }: ListDraft,
  base: EditedList,
): ValueListChange => ({
  description,
  configuration: {
    categories,
    items: items.map(({ key, isStandard: _, value, ...item }) => ({
      ...item,
      ...(key > 0 ? { id: key } : {}),
      ...(base.kind === 'plain' ? { value } : {}),
    })),
  },
  version: base.version,
});

export const listTexts: FieldTexts<ListDraft> = {
  description: { label: 'Description', text: (value) => value },
  categories: { label: 'Categories', text: (categories) => categories.join(', ') },
  items: { label: 'Items', text: (items) => items.map(({ caption }) => caption).join(', ') },
};

/** Creates an item. Its key and category depend on `items`. */
export function newItem(
  { kind }: Pick<EditedList, 'kind'>,
  items: readonly DraftItem[],
  category: string | null,
): DraftItem {
  return {
    key: Math.min(0, ...items.map(({ key }) => key)) - 1,
    category,
    caption: '',
    value: '',
    description: '',
    color: kind === 'coloured' ? defaultItemColor : null,
    default: false,
    isDeprecated: false,
    isStandard: false,
  };
}

/** Replaces or appends an item. At most one item of a category is the default. */
export function withItem(items: readonly DraftItem[], item: DraftItem): DraftItem[] {
  const isKnown = items.some(({ key }) => key === item.key);
  return (isKnown ? items.map((one) => (one.key === item.key ? item : one)) : [...items, item]).map((one) =>
    item.default && one.key !== item.key && one.category === item.category && one.default
      ? { ...one, default: false }
      : one,
  );
}

/** Moves an item to the position of another. */
export function moved(items: readonly DraftItem[], key: number, to: number): DraftItem[] {
  const from = items.findIndex((item) => item.key === key);
  const place = items.findIndex((item) => item.key === to);
  if (from < 0 || place < 0) return [...items];
  const next = [...items];
  const [item] = next.splice(from, 1);
  next.splice(place, 0, item!);
  return next;
}

const { shape } = listItemChange;
const captionRule: Rule = schemaRule(shape.caption);
const valueRule: Rule = schemaRule(shape.caption);
const descriptionRule: Rule = schemaRule(shape.description);
const isNumber = /^-?\d+(\.\d+)?$/;

/** The validation errors of an item, by field. */
export function itemProblems(
  { kind, dataType }: Pick<EditedList, 'kind' | 'dataType'>,
  item: DraftItem,
  items: readonly DraftItem[],
): Partial<Record<'caption' | 'value' | 'description' | 'color', string>> {
  const isPlain = kind === 'plain';
  const named = isPlain ? 'value' : 'caption';
  const isTaken = items.some(
    (one) => one.key !== item.key && one.category === item.category && one[named] === item[named].trim(),
  );
  const problems = {
    caption: captionRule(item.caption),
    value: isPlain ? valueRule(item.value) : null,
    description: descriptionRule(item.description),
    color:
      item.color !== null && !/^#[0-9A-Fa-f]{6}$/.test(item.color)
        ? 'Please enter a colour such as #E0E0E0.'
        : null,
  };
  if (isPlain && dataType === 'N' && !isNumber.test(item.value)) problems.value ??= 'Please enter a number.';
  if (isTaken) problems[named] ??= 'Please enter a unique value.';
  return Object.fromEntries(Object.entries(problems).filter(([, message]) => message !== null));
}
