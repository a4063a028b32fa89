import type { ProtectionType } from '@twinward/contracts/protection';
import { check } from '@twinward/domain/language';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { requestEvaluation } from '../evaluation/service.ts';
import { findAliasesOfTwin, insertInputs, insertProtection, insertThresholds } from './store.ts';

export interface NewThreshold {
  name: string;
  logic: string;
  type?: 'expression' | 'script';
  /** 0 to 1000; null for one that only logs. */
  level: number | null;
}

/** A protection to be made, its thresholds in the order of the list. */
export interface NewProtection {
  twinId: number;
  name: string;
  description?: string;
  type: ProtectionType;
  active: boolean;
  defaultLevel?: number;
  thresholds: readonly NewThreshold[];
}

/**
 * Makes a protection, notes the tags that its logic reads and has it evaluated over all of their points, in
 * the caller's transaction.
 * @returns its id.
 * @throws AppError `invalid-expression` with every error of the logic.
 */
export async function createProtection(db: Db, protection: NewProtection): Promise<number> {
  const aliases = await findAliasesOfTwin(db, protection.twinId);
  const used = aliasesUsed(protection.thresholds, aliases);
  const id = await insertProtection(db, {
    twin_id: protection.twinId,
    name: protection.name,
    description: protection.description ?? '',
    type: protection.type,
    active: protection.active,
    default_level: protection.defaultLevel ?? 0,
  });
  const thresholds = protection.thresholds.map(({ name, logic, type, level }, position) => ({
    protection_id: id,
    position,
    name,
    type: type ?? ('expression' as const),
    logic,
    level,
  }));
  if (thresholds.length > 0) await insertThresholds(db, thresholds);
  const inputs = aliases.flatMap((alias) =>
    used.has(alias.name) && alias.mapped_tag_id !== null
      ? [{ protection_id: id, alias: alias.name, tag_id: alias.mapped_tag_id }]
      : [],
  );
  if (inputs.length > 0) await insertInputs(db, inputs);
  await requestEvaluation(db, id);
  return id;
}

function aliasesUsed(
  thresholds: readonly NewThreshold[],
  aliases: readonly { name: string; type: 'work' | 'data_point' }[],
): Set<string> {
  const used = new Set<string>();
  const errors: { path: string; message: string }[] = [];
  for (const [position, { logic }] of thresholds.entries()) {
    const checked = check(logic, { dialect: 'indicator', result: 'boolean', aliases, thresholds, position });
    if (checked.ok) for (const alias of checked.program.aliases) used.add(alias);
    else {
      const path = `thresholds.${position}.logic`;
      errors.push(
        ...checked.errors.map(({ message }) => ({ path, message: `Invalid Expression: ${message}` })),
      );
    }
  }
  if (errors.length > 0) throw new AppError('invalid-expression', errors[0]!.message, { errors });
  return used;
}
