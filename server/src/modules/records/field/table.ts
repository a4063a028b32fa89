import { isSystemType, type SystemType } from '@twinward/contracts/records/record-type';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RecordSlot } from '../../../platform/database/record-slot.ts';

/**
 * The tables that have a column `fields`. The column belongs to this module, the other columns to the tables' owners,
 * who write it with the values that `resolveValues` returns.
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

/** A record type as tables and locks know it. */
export interface TypeKey {
  id: number;
  name: string;
  /** Of a custom type; the system's own have none. */
  slots: readonly RecordSlot[];
}

/** Where the records of a type are. */
export interface FieldTable {
  name: string;
  /** Condition for rows of the type. */
  isOfType: RawBuilder<SqlBool>;
}

/** The table of the records of a type. */
export function tableOf({ id, name }: Pick<TypeKey, 'id' | 'name'>): FieldTable {
  if (isSystemType(name)) return { name: systemTables[name], isOfType: sql`true` };
  // A literal, so that partial indexes fit.
  return { name: customTable, isOfType: sql`type_id = ${sql.lit(id)}` };
}
