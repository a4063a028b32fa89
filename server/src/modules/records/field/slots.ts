import type { FieldDefinition, FieldKind } from '@twinward/contracts/records/field';
import { type RawBuilder, sql } from 'kysely';
import type { RecordSlot } from '../../../platform/database/record-slot.ts';
import { isOrdered, storedExpression } from './expression.ts';

/** The slot columns by data type. Each record type assigns them to its own fields. */
const families = {
  number: { prefix: 'n', count: 32 },
  text: { prefix: 't', count: 32 },
  /** Times as text. Their text order is their time order. */
  time: { prefix: 'd', count: 16 },
  boolean: { prefix: 'b', count: 16 },
} as const;

const familyByKind: Partial<Record<FieldKind, keyof typeof families>> = {
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
 * Assigns slots to the fields of a type. A field of the same kind keeps its slot. Each other field that lists can sort
 * by gets a free slot; if none exists, its index is on the expression of its values.
 * @param areReady true if the type has no records, so that new slots need no backfill
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
    const family = familyByKind[kind];
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

/** The slot columns, to append to the columns of an insert. */
export const slotColumns = (slots: readonly RecordSlot[]): RawBuilder<unknown> =>
  sql.join([sql``, ...slots.map(({ column }) => sql.ref(column))]);

/**
 * The slot values, to append to the values of an insert in the order of `slotColumns`.
 * @param values expression of the field values
 */
export const slotValues = (slots: readonly RecordSlot[], values: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join([sql``, ...slots.map((slot) => storedExpression(slot, values))]);

/**
 * The slot assignments, to append to each update of `fields`.
 * @param values expression of the new field values
 */
export const slotAssignments = (
  slots: readonly RecordSlot[],
  values: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join([sql``, ...slots.map((slot) => sql`${sql.ref(slot.column)} = ${storedExpression(slot, values)}`)]);

/** Whether any slot of a record differs from the value of its field. */
export const isSlotWrong = (slots: readonly RecordSlot[], values: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${sql.join(
    slots.map((slot) => sql`${sql.ref(slot.column)} is distinct from ${storedExpression(slot, values)}`),
    sql` or `,
  )})`;
