import type { FieldDefinition, FieldKind } from '@twinward/contracts/records/field';
import { type RawBuilder, sql } from 'kysely';
import type { RecordSlot } from '../../../platform/database/record-slot.ts';
import { isOrdered, storedExpression } from './expression.ts';

/** The columns by the type of their values; each type of records uses them for its own fields. */
const families = {
  number: { prefix: 'n', count: 32 },
  text: { prefix: 't', count: 32 },
  /** Times as texts, in the order of their characters. */
  time: { prefix: 'd', count: 16 },
  boolean: { prefix: 'b', count: 16 },
} as const;

const familyOf: Partial<Record<FieldKind, keyof typeof families>> = {
  text: 'text',
  'auto-number': 'text',
  number: 'number',
  integer: 'number',
  money: 'number',
  computed: 'number',
  'list-item': 'number',
  user: 'number',
  reference: 'number',
  duration: 'number',
  date: 'time',
  'date-time': 'time',
  'yes-no': 'boolean',
};

/**
 * The slots of a type with these fields: a field of the same kind keeps its own, and each other one that lists filter by gets
 * a free one. A field that finds none free has an index on the expression of its values.
 * @param areReady whether new slots are ready, as the type has no records
 */
export function assignSlots(
  fields: readonly FieldDefinition[],
  before: readonly RecordSlot[],
  areReady: boolean,
): RecordSlot[] {
  const indexed = fields.filter(isOrdered);
  const kept = before.filter((slot) =>
    indexed.some(({ name, kind }) => name === slot.name && kind === slot.kind),
  );
  const taken = new Set(kept.map(({ column }) => column));
  const slots = [...kept];
  for (const { name, kind } of indexed) {
    const family = familyOf[kind];
    if (family === undefined || kept.some((slot) => slot.name === name)) continue;
    const { prefix, count } = families[family];
    const column = Array.from({ length: count }, (_, place) => `${prefix}${place + 1}`).find(
      (one) => !taken.has(one),
    );
    if (column === undefined) continue;
    taken.add(column);
    slots.push({ name, kind, column, ready: areReady });
  }
  return slots;
}

/** To be added to the columns of an insertion of records. */
export const slotColumns = (slots: readonly RecordSlot[]): RawBuilder<unknown> =>
  sql.join([sql``, ...slots.map(({ column }) => sql.ref(column))]);

/** To be added to the values of an insertion of records, in the order of `slotColumns`. @param values of the fields */
export const slotValues = (slots: readonly RecordSlot[], values: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join([sql``, ...slots.map((slot) => storedExpression(slot, values))]);

/** To be added to the assignments of each update of `fields`. @param values the new ones */
export const slotAssignments = (
  slots: readonly RecordSlot[],
  values: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join([sql``, ...slots.map((slot) => sql`${sql.ref(slot.column)} = ${storedExpression(slot, values)}`)]);

/** Whether some slot of a record does not hold the value of its field. */
export const isSlotWrong = (slots: readonly RecordSlot[], values: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${sql.join(
    slots.map((slot) => sql`${sql.ref(slot.column)} is distinct from ${storedExpression(slot, values)}`),
    sql` or `,
  )})`;
