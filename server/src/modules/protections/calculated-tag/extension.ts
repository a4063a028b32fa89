import type { CalculatedTagExtension } from '../../signals/tag/service.ts';
import { listOwnerAliases } from '../../twins/alias/service.ts';
import { listParametersOfTags } from '../../twins/parameter/service.ts';
import {
  createCalculations,
  readCalculation,
  readDeviationModel,
  supersedeRecalculations,
} from '../evaluation/service.ts';
import { toCompletion } from './logic.ts';
import { updateLogic } from './update.ts';

/** The extension of tags by calculated tags. */
export const calculatedTagExtension: CalculatedTagExtension = {
  create: createCalculations,
  update: updateLogic,
  async describe(db, tagId) {
    const calculation = await readCalculation(db, tagId);
    if (!calculation) return { logic: null, aliases: [], completion: null, model: null, error: null };
    const { logic, isDeviation, error } = calculation;
    const aliases = await listOwnerAliases(db, { calculatedTagId: tagId });
    const parameters = (await listParametersOfTags(db, [tagId])).get(tagId) ?? [];
    const completion = toCompletion({ logic, isDeviation }, aliases, parameters);
    return { logic, aliases, completion, model: await readDeviationModel(db, tagId), error };
  },
  async delete(db, tagIds) {
    for (const tagId of tagIds) await supersedeRecalculations(db, tagId);
  },
};
