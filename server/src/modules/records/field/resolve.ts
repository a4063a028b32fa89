import type {
  FieldChanges,
  FieldDefinition,
  FieldValue,
  FieldValues,
} from '@twinward/contracts/records/field';
import { isSystemType } from '@twinward/contracts/records/record-type';
import { checkValues, type FieldProblem } from '@twinward/domain/records/check-values';
import { compileComputed } from '@twinward/domain/records/computed';
import { valueIn } from '@twinward/domain/records/conditions';
import { getKind, isUnique } from '@twinward/domain/records/kinds';
import { type FieldCaptions, showValue } from '@twinward/domain/records/show';
import { formatTitle } from '@twinward/domain/records/template';
import type { Db } from '../../../platform/database/database.ts';
import { getTimeZone } from '../../system/setting/service.ts';
import { listUnitsNamed } from '../../system/unit/service.ts';
import { readCaptions } from './references.ts';
import { lockReferred, lockValues, selectHolders } from './store.ts';
import type { TypeKey } from './table.ts';

/** The parts of a type that values are checked against. */
export interface ValuesType extends TypeKey {
  fields: readonly FieldDefinition[];
  titleTemplate?: string;
}

/** The change of a record's values. */
export interface ValuesChange {
  /** Null for a new record. */
  id: number | null;
  /** Null for a new record. */
  before: FieldValues | null;
  changes: FieldChanges;
  /** Null for a type without states. */
  state: string | null;
}

/** The values of a record after a change, and their errors. */
export interface ResolvedValues {
  values: FieldValues;
  /** Captions of all ids in the values. */
  captions: FieldCaptions;
  problems: FieldProblem[];
}

export interface ResolveOptions {
  /** The user who makes the change; null for the system. */
  userId: number | null;
  /**
   * Whether to lock unique values and referenced records until the transaction ends; false for a check that writes
   * nothing.
   */
  locks?: boolean;
}

/** Returns the day in a time zone, yyyy-MM-dd. */
export const dayIn = (timeZone: string, time: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    time,
  );

/**
 * Checks changes of the values of records, sets defaults and computed fields, and clears hidden fields. In the result,
 * values are in canonical form. With `locks`, referenced custom records cannot be deleted, and no other record can get
 * the same unique value, until the transaction ends. Auto-numbers are set by `drawNumbers` when the record is written.
 */
export async function resolveValues(
  db: Db,
  type: ValuesType,
  changes: readonly ValuesChange[],
  { userId, locks = true }: ResolveOptions,
): Promise<ResolvedValues[]> {
  const { fields } = type;
  if (fields.length === 0 && changes.every((change) => Object.keys(change.changes).length === 0)) {
    return changes.map(() => ({ values: {}, captions: {}, problems: [] }));
  }
  const time = new Date();
  const usesToday = fields.some((field) => field.kind === 'date' && field.default === 'today');
  const timeZone = usesToday ? await getTimeZone(db) : 'UTC';
  const context = { fields, today: dayIn(timeZone, time), now: time.toISOString(), userId };
  const checked = changes.map(({ before, changes: wanted, state }) =>
    checkValues(before, wanted, { ...context, state }),
  );
  if (locks) await lockNewReferences(db, fields, changes, checked);
  const captions = await readCaptions(
    db,
    fields,
    checked.map(({ values }) => values),
  );
  const compute = await getComputations(db, fields);
  const resolved = checked.map(({ values, problems }, place) => {
    refuseUnknownIds(fields, changes[place]!.before, values, captions, problems);
    compute(values);
    return { values, captions, problems };
  });
  await refuseDoubles(db, type, changes, resolved, locks);
  return resolved;
}

/** Returns a function that creates the title of a record. */
export function createTitles({
  fields,
  titleTemplate = '',
}: Pick<ValuesType, 'fields' | 'titleTemplate'>): (values: FieldValues, captions: FieldCaptions) => string {
  const first = fields.find(({ kind, deprecated }) => ['text', 'auto-number'].includes(kind) && !deprecated);
  const known = new Map(fields.map((field) => [field.name, field]));
  return (values, captions) =>
    formatTitle(titleTemplate, first?.name ?? null, (name) => {
      const field = known.get(name);
      return field ? showValue(field, valueIn(values, name), captions) : '';
    });
}

/** Returns a function that sets the computed fields of values. */
export async function getComputations(
  db: Db,
  fields: readonly FieldDefinition[],
): Promise<(values: FieldValues) => void> {
  const computed = fields.filter((field) => field.kind === 'computed');
  if (computed.length === 0) return () => undefined;
  const units = await listUnitsNamed(db, unitNames(fields));
  const computations = computed.flatMap((field) => {
    const compiled = compileComputed(field, fields, units);
    return 'compute' in compiled ? [{ name: field.name, compute: compiled.compute }] : [];
  });
  return (values) => {
    for (const { name, compute } of computations) {
      const value = compute(values);
      if (value === null) delete values[name];
      else values[name] = value;
    }
  };
}

/** Returns the names of the units of fields, and of those in their expressions. */
export const unitNames = (fields: readonly FieldDefinition[]): string[] =>
  fields.flatMap((field) => [
    ...('unit' in field && field.unit ? [field.unit] : []),
    ...(field.kind === 'computed'
      ? Array.from(field.expression.matchAll(/"([^"]*)"/g), ([, name]) => name!)
      : []),
  ]);

/** Locks the custom records that changes refer to, so that they are not deleted before the transaction ends. */
async function lockNewReferences(
  db: Db,
  fields: readonly FieldDefinition[],
  changes: readonly ValuesChange[],
  checked: readonly { values: FieldValues }[],
): Promise<void> {
  const ids = new Set<number>();
  for (const field of fields) {
    if (field.kind !== 'reference' || isSystemType(field.recordType)) continue;
    for (const [place, { values }] of checked.entries()) {
      const value = valueIn(values, field.name);
      const { before } = changes[place]!;
      const isKept = before !== null && valueIn(before, field.name) === value;
      if (typeof value === 'number' && !isKept) ids.add(value);
    }
  }
  if (ids.size > 0) await lockReferred(db, [...ids]);
}

function refuseUnknownIds(
  fields: readonly FieldDefinition[],
  before: FieldValues | null,
  values: FieldValues,
  captions: FieldCaptions,
  problems: FieldProblem[],
): void {
  for (const field of fields) {
    if (getKind(field.kind).refersTo === null) continue;
    const value = valueIn(values, field.name);
    if (value === undefined) continue;
    // An id that was stored before is accepted although its record was deleted meanwhile.
    const kept = before ? valueIn(before, field.name) : undefined;
    const keptIds = new Set(Array.isArray(kept) ? kept : [kept]);
    const ids = (Array.isArray(value) ? value : [value]) as number[];
    const unknown = ids.find((id) => !keptIds.has(id) && captions[field.name]?.[id] === undefined);
    if (unknown === undefined) continue;
    const what = {
      list: `item ${unknown} in the list`,
      user: `user ${unknown}`,
      record: `record ${unknown}`,
    };
    problems.push({ field: field.name, message: `There is no ${what[getKind(field.kind).refersTo!]}.` });
  }
}

async function refuseDoubles(
  db: Db,
  type: ValuesType,
  changes: readonly ValuesChange[],
  resolved: readonly ResolvedValues[],
  locks: boolean,
): Promise<void> {
  for (const field of type.fields.filter(isUnique)) {
    const changed = resolved.flatMap(({ values }, place) => {
      const value = valueIn(values, field.name);
      const { before } = changes[place]!;
      const isKept = before !== null && valueIn(before, field.name) === value;
      return value === undefined || isKept ? [] : [{ place, value }];
    });
    if (changed.length === 0) continue;
    const wanted = changed.map(({ value }) => value);
    if (locks) {
      await lockValues(
        db,
        type,
        wanted.map((value) => `${field.name} ${value}`),
      );
    }
    const holders = new Map<FieldValue, number>();
    for (const { id, value } of await selectHolders(db, type, field, wanted)) holders.set(value, id);
    const firsts = new Map<FieldValue, number>();
    for (const { place, value } of changed) {
      const holder = holders.get(value);
      const isOther = holder !== undefined && holder !== changes[place]!.id;
      if (isOther || firsts.has(value)) {
        resolved[place]!.problems.push({ field: field.name, message: 'Please enter a unique value.' });
      }
      firsts.set(value, place);
    }
  }
}
