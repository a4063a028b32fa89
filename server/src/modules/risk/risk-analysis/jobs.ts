import type { CommandHandler } from '../../jobs/command/service.ts';
import { publishAnalysis, recalculateBlock } from './figures.ts';
import { updateTotals } from './figures-store.ts';
import { lockAnalysis, markOutdated, selectAnalysis } from './store.ts';

/** The progress: the id of the last calculated asset, and the number of calculated assets. */
type Done = {
  assets: number;
  last: number;
};

/**
 * Executes commands of type recalculate-risk-analysis: one batch of assets per transaction, which locks the analysis. A
 * change of the analysis between two batches recalculates the assets that it affects.
 */
export const recalculateRiskAnalysis: CommandHandler = {
  async run({ input, resumed, transaction, progress }) {
    const id = Number(input.riskAnalysisId);
    let done: Done = { assets: 0, last: 0, ...resumed };
    for (;;) {
      const next = await transaction(async (part) => {
        await lockAnalysis(part, id);
        const analysis = await selectAnalysis(part, id);
        const { assets, last } = await recalculateBlock(part, id, done.last);
        const now = { assets: done.assets + assets, last: last ?? done.last };
        await progress(part, Math.min(99, (100 * now.assets) / (analysis?.asset_count ?? 1)), now);
        if (last !== null) return now;
        await updateTotals(part, id);
        await markOutdated(part, id, false);
        return null;
      });
      if (next === null) return { assets: done.assets };
      done = next;
    }
  },
  clean: (db, input) => publishAnalysis(db, Number(input.riskAnalysisId)),
};
