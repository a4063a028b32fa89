import type { CalculatedTagExtension } from '../../signals/tag/service.ts';
import { listAliasesOf } from '../../twins/alias/service.ts';
import { createCalculations, readCalculation, supersedeRecalculations } from '../evaluation/service.ts';
import { completionOf } from './logic.ts';
import { updateLogic } from './update.ts';

/** The extension of tags by calculated tags. */
export const calculatedTagExtension: CalculatedTagExtension = {
  create: createCalculations,
  update: updateLogic,
  async describe(db, tagId) {
    const calculation = await readCalculation(db, tagId);
    if (!calculation) return { logic: null, aliases: [], completion: null, error: null };
    const { logic, error } = calculation;
    const aliases = await listAliasesOf(db, { calculatedTagId: tagId });
    return { logic, aliases, completion: completionOf(logic, aliases), error };
  },
  async delete(db, tagIds) {
    for (const tagId of tagIds) await supersedeRecalculations(db, tagId);
  },
};
