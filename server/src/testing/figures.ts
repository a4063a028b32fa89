import { recalculate } from '../modules/risk/risk-analysis/service.ts';
import type { Db } from '../platform/database/database.ts';
import { withTransaction } from '../platform/database/transaction.ts';

class Changed extends Error {}

const selectTotals = (db: Db) =>
  db
    .selectFrom('risk_analysis')
    .select([
      'id',
      'asset_count',
      'over_threshold',
      'risk',
      'maximum_consequence',
      'fingerprint',
      'conditional_risk',
    ]);

/**
 * Recalculates every risk analysis: a figure that changes was not followed when its inputs changed. Analyses that
 * wait for a recalculation are left out. Nothing is kept.
 * @throws Error naming the analyses.
 */
export async function expectFiguresCurrent(db: Db): Promise<void> {
  const analyses = await selectTotals(db).where('is_outdated', '=', false).orderBy('id').execute();
  const stale: string[] = [];
  for (const before of analyses) {
    await withTransaction(db, async (transaction) => {
      const changed = await recalculate(transaction, before.id, null);
      const after = await selectTotals(transaction).where('id', '=', before.id).executeTakeFirstOrThrow();
      const totals = [before, after].map((row) =>
        JSON.stringify({ ...row, risk: row.risk?.toPrecision(12) }),
      );
      if (changed > 0 || totals[0] !== totals[1])
        stale.push(`${before.id}: ${changed} figures, ${totals.join(' -> ')}`);
      throw new Changed();
    }).catch((error) => {
      if (!(error instanceof Changed)) throw error;
    });
  }
  if (stale.length > 0)
    throw new Error(`Risk analyses with figures that are out of date: ${stale.join('; ')}`);
}
