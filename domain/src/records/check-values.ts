import type { FieldChanges, FieldDefinition, FieldValues } from '@twinward/contracts/records/field';
import { isEmpty } from '../rules/rule.ts';
import { isMet, missingFields, valueIn } from './conditions.ts';
import { getKind } from './kinds.ts';

/** What the values of a record are checked against. */
interface ValuesContext {
  fields: readonly FieldDefinition[];
  /** The state of the record; null for a type without states. */
  state: string | null;
  /** The day in the plant's time zone, yyyy-MM-dd. */
  today: string;
  /** ISO 8601. */
  now: string;
  userId: number | null;
}

export interface FieldProblem {
  /** The name of the field. */
  field: string;
  message: string;
}

/** The values of a record after a change, and the problems of the change. */
interface CheckedValues {
  values: FieldValues;
  problems: FieldProblem[];
}

/**
 * Applies changes to the values of a record, and checks each changed value by the kind and rules of its field. Empties
 * hidden fields, and sets the defaults of a new record. Unchanged values are not checked again, so that a stricter rule
 * does not block a save. A required field without a value does.
 * @param before null for a new record
 */
export function checkValues(
  before: FieldValues | null,
  changes: FieldChanges,
  context: ValuesContext,
): CheckedValues {
  const { fields } = context;
  const problems: FieldProblem[] = [];
  const values: FieldValues = before === null ? toDefaults(context) : { ...before };
  const known = byName(fields);
  for (const [name, value] of Object.entries(changes)) {
    const field = known.get(name);
    if (!field) {
      problems.push({ field: name.slice(0, 100), message: `There is no field '${name.slice(0, 100)}'.` });
      continue;
    }
    const kept = before === null ? undefined : valueIn(before, name);
    if (isSame(kept, value)) {
      // Clients may send a record back as they read it, with its calculated values.
      if (before === null && isEmpty(value)) delete values[name];
      continue;
    }
    const message = setValue(values, field, value, context, kept !== undefined);
    if (message !== null) problems.push({ field: name, message });
  }
  emptyHidden(fields, values);
  const broken = new Set(problems.map(({ field }) => field));
  for (const name of missingFields(fields, values)) {
    const isCalculated = !getKind(known.get(name)!.kind).isEntered;
    if (!broken.has(name) && !isCalculated) problems.push({ field: name, message: 'Required.' });
  }
  return { values, problems };
}

const maps = new WeakMap<readonly FieldDefinition[], ReadonlyMap<string, FieldDefinition>>();

/** Returns the fields by name. Cached, because an import checks many rows of one type. */
function byName(fields: readonly FieldDefinition[]): ReadonlyMap<string, FieldDefinition> {
  let map = maps.get(fields);
  if (!map) {
    map = new Map(fields.map((field) => [field.name, field]));
    maps.set(fields, map);
  }
  return map;
}

/** Returns why a value can't be set, else null. */
function setValue(
  values: FieldValues,
  field: FieldDefinition,
  value: FieldChanges[string],
  { state }: ValuesContext,
  exists: boolean,
): string | null {
  const kind = getKind(field.kind);
  if (!kind.isEntered) return isEmpty(value) && !exists ? null : 'This field is calculated.';
  if (field.deprecated) return 'This field is deprecated. Its value cannot be changed.';
  if (state !== null && exists && field.readOnlyIn.includes(state))
    return 'This field is read-only in the state of the record.';
  if (isEmpty(value)) {
    delete values[field.name];
    return null;
  }
  const checked = kind.check(value, field);
  if ('message' in checked) return checked.message;
  values[field.name] = checked.value;
  return null;
}

function isSame(one: unknown, other: unknown): boolean {
  return isEmpty(one) ? isEmpty(other) : JSON.stringify(one) === JSON.stringify(other);
}

/** Empties hidden fields. Repeats until nothing changes, since conditions may depend on fields that become hidden. */
function emptyHidden(fields: readonly FieldDefinition[], values: FieldValues): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const { name, shownWhen } of fields) {
      if (shownWhen === null || valueIn(values, name) === undefined || isMet(shownWhen, values)) continue;
      delete values[name];
      changed = true;
    }
  }
}

function toDefaults(context: ValuesContext): FieldValues {
  const values: FieldValues = {};
  for (const field of context.fields) {
    const value = toDefault(field, context);
    if (value !== null && !field.deprecated) values[field.name] = value;
  }
  return values;
}

function toDefault(
  field: FieldDefinition,
  { today, now, userId }: ValuesContext,
): FieldValues[string] | null {
  if (!('default' in field) || field.default === null) return null;
  if (field.kind === 'date') return field.default === 'today' ? today : field.default;
  if (field.kind === 'date-time') return now;
  if (field.kind === 'user') return userId;
  return field.default === '' ? null : field.default;
}
