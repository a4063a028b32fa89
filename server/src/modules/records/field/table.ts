import { isSystemType, type SystemType } from '@twinward/contracts/records/record-type';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RecordSlot } from '../../../platform/database/record-slot.ts';

/**
 * The tables that have a column `fields`. This module owns that column. The owners of the tables write it, with the
 * values that `resolveValues` returns.
 */
const systemTables: Readonly<Record<SystemType, string>> = {
  asset: 'asset',
  twin: 'twin',
  tag: 'tag',
  protection: 'protection',
  advisory: 'advisory',
  'risk-analysis': 'risk_analysis',
  work: 'work',
  'failure-mode': 'failure_mode',
  activity: 'activity',
};

/** The table of the records of all custom types. */
export const customTable = 'record';

/** The parts of a record type that its table and locks depend on. */
export interface TypeKey {
  id: number;
  name: string;
  /** Slots of a custom type; empty for system types. */
  slots: readonly RecordSlot[];
}

/** The table of the records of a type. */
export interface FieldTable {
  name: string;
  /** Condition for rows of the type. */
  isOfType: RawBuilder<SqlBool>;
}

/** Returns the table of the records of a type. */
export function toFieldTable({ id, name }: Pick<TypeKey, 'id' | 'name'>): FieldTable {
  if (isSystemType(name)) return { name: systemTables[name], isOfType: sql`true` };
  // A literal, so that the planner can use partial indexes.
  return { name: customTable, isOfType: sql`type_id = ${sql.lit(id)}` };
}
