import { newProtection, type ProtectionType } from '@twinward/contracts/protections/protection';
import type { Db } from '../../../platform/database/database.ts';
import { insertAndEvaluate } from './write.ts';

export interface NewThreshold {
  name: string;
  logic: string;
  type?: 'expression' | 'script';
  /** 0 to 1000; null for one that only logs. */
  level: number | null;
}

/** A protection to create, with its thresholds in order. */
export interface NewProtection {
  twinId: number;
  name: string;
  description?: string;
  type: Exclude<ProtectionType, 'pattern'>;
  active: boolean;
  defaultLevel?: number;
  thresholds: readonly NewThreshold[];
}

/**
 * Creates a protection and marks it as due from the beginning, in the caller's transaction.
 * @returns its id.
 * @throws AppError `invalid-expression` with every error of the logic.
 */
export function seedProtection(db: Db, protection: NewProtection): Promise<number> {
  return insertAndEvaluate(db, newProtection.parse(protection));
}
