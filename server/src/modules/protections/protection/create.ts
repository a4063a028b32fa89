import type { NewIndicatorPattern } from '@twinward/contracts/protections/indicator-pattern';
import { newProtection, type ProtectionType } from '@twinward/contracts/protections/protection';
import type { Rationalization, thresholdActionChange } from '@twinward/contracts/protections/threshold';
import type { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { saveSystemFields } from '../../records/record-type/service.ts';
import { insertAndEvaluate } from './write.ts';

export interface NewThreshold {
  name: string;
  logic: string;
  type?: 'expression' | 'script';
  /** 0 to 1000; null for a threshold that only logs. */
  level: number | null;
  rationalization?: Rationalization;
  actions?: readonly z.input<typeof thresholdActionChange>[];
}

/** A protection to create, with its thresholds in order. */
export interface NewProtection {
  twinId: number;
  name: string;
  description?: string;
  type: ProtectionType;
  /** Inputs besides those that the logic uses. */
  tagAliasIds?: readonly number[];
  active: boolean;
  defaultLevel?: number;
  thresholds: readonly NewThreshold[];
}

/**
 * Creates a protection and marks it as due from the beginning, in the caller's transaction.
 * @param patterns of a pattern protection; by default only the default pattern
 * @returns its id.
 * @throws AppError `invalid-expression` with every error of the logic.
 */
export async function seedProtection(
  db: Db,
  protection: NewProtection,
  patterns?: NewIndicatorPattern,
): Promise<number> {
  const id = await insertAndEvaluate(db, newProtection.parse(protection), { patterns });
  await saveSystemFields(db, null, 'protection', [{ id, isNew: true }], { lenient: true });
  return id;
}
