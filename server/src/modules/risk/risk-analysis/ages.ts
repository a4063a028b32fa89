import { startOfDay } from '@twinward/domain/risk/age';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { getTimeZone } from '../../system/setting/service.ts';
import { assetsAtOnce, publishAnalysis, recalculate, restartRecalculation } from './figures.ts';
import { markOutdated, selectOutdatedAnalyses, updateAsOfTime } from './store.ts';

/**
 * Returns the last midnight in the time zone of the plant, as of which conditional probabilities are calculated.
 * @param now epoch milliseconds
 */
export async function getToday(db: Db, now = Date.now()): Promise<Date> {
  return new Date(startOfDay(now, await getTimeZone(db)));
}

/**
 * Recalculates the analyses whose conditional probabilities are not as of the last midnight. Each analysis with many
 * assets is recalculated by a command. Scenarios stay valid.
 */
export async function refreshAges(db: Db, now = Date.now()): Promise<void> {
  const today = await getToday(db, now);
  for (const id of await selectOutdatedAnalyses(db, today)) {
    await withTransaction(db, async (transaction) => {
      const analysis = await updateAsOfTime(transaction, id, today);
      if (analysis === null) return;
      if (analysis.assetCount > assetsAtOnce) {
        await markOutdated(transaction, id, true, false);
        await restartRecalculation(transaction, analysis, analysis.ownerId);
      } else {
        await recalculate(transaction, id, null);
        await markOutdated(transaction, id, false);
      }
      await publishAnalysis(transaction, id);
    });
  }
}
