import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { gaveWay } from './batch-runner.ts';
import { yieldToOthers } from './due-store.ts';
import { toSave } from './evaluation-result.ts';
import type { PreparedCache } from './prepared-cache.ts';
import { lockTokens, upsertEvaluations } from './store.ts';

/** Small, so that new points hardly wait for a save. */
const quietPerBatch = 250;

/**
 * Saves some unsaved quiet evaluations, those that have waited longest first. Called while nothing is due. Returns
 * whether there were any.
 */
export async function saveQuiet(db: Db, cache: PreparedCache): Promise<boolean> {
  const quiet = cache
    .all()
    .flatMap(({ unsaved }) => unsaved ?? [])
    .slice(0, quietPerBatch);
  if (quiet.length === 0) return false;
  const now = Date.now();
  const save = async (transaction: Db) => {
    await yieldToOthers(transaction);
    const ids = quiet.map(({ prepared }) => prepared.stored.protectionId);
    const tokens = await lockTokens(transaction, ids);
    const current = quiet.filter(
      ({ prepared }) => tokens.get(prepared.stored.protectionId) === prepared.token,
    );
    const evaluations = current.map((evaluation) => toSave(evaluation, now));
    await upsertEvaluations(transaction, evaluations);
    return evaluations;
  };
  const saved = await withTransaction(db, save).catch((error) => {
    if (gaveWay(error)) return null;
    throw error;
  });
  if (!saved) return false;
  for (const { prepared } of quiet) cache.take(prepared.stored.protectionId);
  for (const { prepared } of saved) cache.put(prepared.stored.protectionId, prepared);
  return true;
}
