import type { DirtyFlag, ProtectionType } from '@twinward/contracts/protections/protection';
import type { Rationalization, ThresholdAction } from '@twinward/contracts/protections/threshold';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { toRecordset } from '../../../platform/database/records.ts';
import { tableRows } from '../../../platform/database/table-rows.ts';
import { replaceInputs, type StoredSetting } from './store.ts';

// Writes the protections of many twins at once.

export interface ProtectionToWrite {
  name: string;
  description: string;
  type: ProtectionType;
  active: boolean;
  default_level: number;
  model_part: number | null;
}

/** @returns the new ids, in order. */
export const insertProtectionBlock = tableRows('protection').insertBlock<
  ProtectionToWrite & { twin_id: number; start_date: Date | null }
>;

/** Updates protections, and flags what changed since their last evaluation. */
export async function updateProtectionBlock(
  db: Db,
  rows: readonly (ProtectionToWrite & { id: number; dirty_flags: readonly DirtyFlag[] })[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update protection set name = changed.name, description = changed.description, type = changed.type,
      active = changed.active, default_level = changed.default_level, model_part = changed.model_part,
      updated_at = now(), version = protection.version + 1,
      dirty_flags = array(select distinct unnest(protection.dirty_flags || changed.dirty_flags) order by 1)
    from ${toRecordset('protection', rows)} as changed where protection.id = changed.id`.execute(db);
}

/**
 * Updates the start dates from which activities are counted; the protections are evaluated again from the beginning.
 */
export async function updateStartDates(
  db: Db,
  rows: readonly { id: number; start_date: Date | null }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update protection set start_date = changed.start_date, updated_at = now(), version = protection.version + 1,
      dirty_flags = array(select distinct unnest(protection.dirty_flags || '{start_date-dirty}') order by 1)
    from ${toRecordset('protection', rows)} as changed where protection.id = changed.id`.execute(db);
}

export interface ThresholdToWrite {
  protection_id: number;
  position: number;
  name: string;
  alias: string | null;
  type: 'expression' | 'script';
  logic: string;
  level: number | null;
  log_excursion: boolean;
  on_delay: number;
  off_delay: number;
  deadband: number;
  actions: readonly ThresholdAction[];
  rationalization: Rationalization | null;
  model_part: number | null;
}

/** @returns the new ids, in order. */
export const insertThresholdBlock = tableRows('threshold').insertBlock<ThresholdToWrite>;

/** Updates the fields that evaluation depends on. */
export async function updateThresholdBlock(
  db: Db,
  rows: readonly (ThresholdToWrite & { id: number })[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update threshold set protection_id = changed.protection_id, position = changed.position, name = changed.name,
      alias = changed.alias, type = changed.type, logic = changed.logic, level = changed.level,
      log_excursion = changed.log_excursion, on_delay = changed.on_delay, off_delay = changed.off_delay,
      deadband = changed.deadband, actions = changed.actions
    from ${toRecordset('threshold', rows)} as changed where threshold.id = changed.id`.execute(db);
}

/**
 * Updates the fields that evaluation doesn't depend on, in a separate statement: a trigger bumps the version for
 * changes of the others.
 */
export async function updateThresholdNotes(
  db: Db,
  rows: readonly Pick<ThresholdToWrite & { id: number }, 'id' | 'rationalization' | 'model_part'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update threshold set rationalization = changed.rationalization, model_part = changed.model_part
    from ${toRecordset('threshold', rows)} as changed where threshold.id = changed.id`.execute(db);
}

/** Replaces the inputs of protections and their tags. */
export async function replaceAliasBlock(
  db: Db,
  protectionIds: readonly number[],
  rows: readonly { protection_id: number; tag_alias_id: number; settings: StoredSetting }[],
): Promise<void> {
  if (protectionIds.length === 0) return;
  await sql`delete from protection_alias where protection_id = any(${protectionIds}::int[])`.execute(db);
  await sql`
    insert into protection_alias (protection_id, tag_alias_id, settings)
    select protection_id, tag_alias_id, settings from ${toRecordset('protection_alias', rows)}`.execute(db);
  await replaceInputs(db, protectionIds);
}

/** Replaces the failure modes of protections. */
export async function replaceFailureModeBlock(
  db: Db,
  protectionIds: readonly number[],
  rows: readonly { protection_id: number; failure_mode_id: number }[],
): Promise<void> {
  if (protectionIds.length === 0) return;
  await sql`delete from failure_mode_protection where protection_id = any(${protectionIds}::int[])`.execute(
    db,
  );
  await sql`
    insert into failure_mode_protection (protection_id, failure_mode_id)
    select protection_id, failure_mode_id from ${toRecordset('failure_mode_protection', rows)}`.execute(db);
}

export async function deleteProtectionBlock(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from protection where id = any(${ids}::int[])`.execute(db);
}
