import type { CommandHandler } from '../command/service.ts';
import { publishAnalysis } from './service.ts';
import { recalculate } from './store.ts';

/** Carries out commands of type recalculate-risk-analysis: all assets in one statement, or none of them. */
export const recalculateRiskAnalysis: CommandHandler = {
  run: ({ tenant, input, progress }) =>
    tenant.db.transaction().execute(async (db) => {
      const id = Number(input.riskAnalysisId);
      const assets = await recalculate(db, id, null);
      await progress(db, 99, { assets });
      return { assets };
    }),
  clean: (db, input) => publishAnalysis(db, Number(input.riskAnalysisId)),
};
