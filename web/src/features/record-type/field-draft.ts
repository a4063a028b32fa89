import { type FieldDefinition, type FieldKind, fieldDefinition } from '@twinward/contracts/records/field';
import type { RecordType, RecordTypeChange } from '@twinward/contracts/records/record-type';
import { typeProblems } from '@twinward/domain/records/check-type';

/** The editable part of a type, which is saved as a whole. */
export type TypeDraft = Omit<RecordTypeChange, 'version'>;

export const toTypeDraft = (type: RecordType): TypeDraft => ({
  caption: type.caption,
  pluralCaption: type.pluralCaption,
  description: type.description,
  icon: type.icon,
  restricted: type.restricted,
  deprecated: type.deprecated,
  titleTemplate: type.titleTemplate,
  states: type.states,
  transitions: type.transitions,
  fields: type.fields,
});

/** Derives an identifier from a caption: 'Next date' becomes next_date. */
export const toIdentifier = (caption: string): string =>
  caption
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, 60);

const blankCommon = {
  name: '',
  caption: '',
  helpText: '',
  section: '',
  required: false,
  shownWhen: null,
  requiredWhen: null,
  readOnlyIn: [],
  inList: true,
  deprecated: false,
};
const filterable = { filterable: true };
const indexed = { filterable: true, unique: false };
const range = { minimum: null, maximum: null, default: null };

/** Initial properties of a new field by kind. */
const blanks: {
  readonly [Kind in FieldKind]: Omit<Extract<FieldDefinition, { kind: Kind }>, keyof typeof blankCommon>;
} = {
  text: { kind: 'text', ...indexed, maximumLength: 200, pattern: '', default: null },
  'long-text': { kind: 'long-text', default: null },
  number: { kind: 'number', ...indexed, unit: null, ...range, feeds: null },
  integer: { kind: 'integer', ...indexed, ...range, feeds: null },
  money: { kind: 'money', ...filterable, ...range },
  'yes-no': { kind: 'yes-no', ...filterable, default: null },
  date: { kind: 'date', ...indexed, ...range, reminders: [] },
  'date-time': { kind: 'date-time', ...indexed, default: null, reminders: [] },
  duration: { kind: 'duration', ...filterable, default: null },
  'list-item': { kind: 'list-item', ...filterable, list: '', default: null },
  'list-items': { kind: 'list-items', ...filterable, list: '' },
  user: { kind: 'user', ...filterable, default: null },
  reference: { kind: 'reference', ...indexed, recordType: 'asset' },
  attachment: { kind: 'attachment' },
  'auto-number': { kind: 'auto-number', ...filterable, template: '{yyyy}-{0000}' },
  computed: { kind: 'computed', ...filterable, expression: '', unit: null, feeds: null },
  'roll-up': { kind: 'roll-up', function: 'count', recordType: '', reference: '', field: null, by: null },
};

export const blankField = (kind: FieldKind): FieldDefinition =>
  ({ ...blankCommon, ...blanks[kind] }) as FieldDefinition;

/** Changes the kind of a field. Keeps the common properties. */
export function withKind(field: FieldDefinition, kind: FieldKind): FieldDefinition {
  const common = Object.fromEntries(
    Object.keys(blankCommon).map((name) => [name, field[name as keyof typeof blankCommon]]),
  );
  return { ...blankField(kind), ...common } as FieldDefinition;
}

/** Replaces an item, or appends it. */
export const placed = <Item>(items: readonly Item[], place: number | null, item: Item): Item[] =>
  place === null ? [...items, item] : items.map((one, index) => (index === place ? item : one));

/** Moves an item to the position of another. */
export function moved<Item>(items: readonly Item[], item: Item, to: Item): Item[] {
  const next = [...items];
  const place = next.indexOf(to);
  next.splice(next.indexOf(item), 1);
  next.splice(place, 0, item);
  return next;
}

/**
 * The validation errors of a field, by property. Conditions and limits depend on the type's other fields.
 * @param place index of the field; null for a new one
 */
export function fieldProblems(
  type: TypeDraft,
  field: FieldDefinition,
  place: number | null,
): Record<string, string> {
  const problems: Record<string, string> = {};
  const add = (path: string, message: string): void => {
    problems[path] ??= message;
  };
  for (const { path, message } of fieldDefinition.safeParse(field).error?.issues ?? []) {
    add(String(path[0] ?? ''), message);
  }
  if (Object.keys(problems).length > 0) return problems;
  const start = `fields.${place ?? type.fields.length}.`;
  for (const { path, message } of typeProblems({ ...type, fields: placed(type.fields, place, field) })) {
    if (path.startsWith(start)) add(path.slice(start.length).split('.')[0]!, message);
  }
  return problems;
}
