import type { Consequence, ConsequenceChange } from '@twinward/contracts/twins/consequence';
import { isAssigned } from '@twinward/domain/risk/life-cycle';
import { consequenceRules } from '@twinward/domain/rules/risk';
import { brokenFields } from '@twinward/domain/rules/rule';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import {
  type ConsequenceFields,
  type ConsequenceRow,
  deleteConsequenceRow,
  selectConsequence,
  upsertConsequence,
} from './consequence-store.ts';
import { emitRiskInputs, type Owner } from './owner.ts';

export function toConsequence(row: ConsequenceRow): Consequence {
  return {
    ...fromRow(row),
    lifeCycleState: null,
  };
}

/** Returns the consequence of an asset, twin or failure mode; null if not assigned. */
export async function getConsequence(db: Db, owner: Owner): Promise<Consequence | null> {
  const row = await selectConsequence(db, owner);
  return row && toConsequence(row);
}

/**
 * Saves or deletes a consequence, depending on the life-cycle state in the change.
 * @throws AppError `invalid-request` naming the invalid fields under `consequence`.
 */
export async function saveConsequence(db: Db, owner: Owner, change: ConsequenceChange): Promise<void> {
  if (isAssigned('consequence', change.lifeCycleState)) {
    await upsertConsequence(db, owner, checkedConsequence(change, 'consequence.'));
    await emitRiskInputs(db, owner);
  } else if (change.lifeCycleState === 'removed') {
    await deleteConsequenceRow(db, owner);
    await emitRiskInputs(db, owner);
  }
}

/**
 * Returns the columns for a change.
 * @param path prefix of the paths in errors, such as `consequence.`
 * @throws AppError `invalid-request` naming the invalid fields.
 */
export function checkedConsequence(change: ConsequenceChange, path: string): ConsequenceFields {
  const { value, scale, description, library } = change;
  refuseProblems(
    brokenFields({ value }, consequenceRules).map((problem) => ({ ...problem, path: path + problem.path })),
  );
  return { value: value!, scale, description, library };
}
