import type { PatternFit } from '@twinward/contracts/protections/pattern-version';
import type { Db } from '../../../../platform/database/database.ts';
import { withTransaction } from '../../../../platform/database/transaction.ts';
import { AppError, found } from '../../../../platform/errors.ts';
import { claimUncheckedSets, updateUnfitVersion } from '../../pattern-model/service.ts';
import { modelUnfit } from '../events.ts';
import { type FitRow, selectFit } from './fit-store.ts';

const days = 30;
const length = days * 86_400_000;
/** Minimum number of judged answers from which the share of wrong ones counts. */
const leastJudged = 5;
/** Sets that are checked in one transaction. */
const setsPerCheck = 20;

/**
 * Returns how well the model in service fits the last 30 days, by its answers and the users' judgements.
 * @throws AppError `not-found`; `conflict` without a model in service
 */
export async function getFit(db: Db, setId: number, now = Date.now()): Promise<PatternFit> {
  const row = found(await selectFit(db, setId, toRange(now)), 'Pattern set');
  if (row.version === null) throw new AppError('conflict', 'No model is in service yet.');
  const { from, to } = toRange(now);
  return { from: from.toISOString(), to: to.toISOString(), ...measure(row) };
}

const toRange = (now: number) => ({ from: new Date(now - length), to: new Date(now) });

function measure(row: FitRow): Omit<PatternFit, 'from' | 'to'> {
  const { answered, named, refused, judged, wrong, mostRefused, mostWrong } = row;
  const refusedShare = named === 0 ? null : refused / named;
  const wrongShare = judged === 0 ? null : wrong / judged;
  const reasons = [
    ...(refusedShare !== null && refusedShare > mostRefused
      ? [
          `its gate refused ${percent(refusedShare)} of the patterns that it saw (bound ${percent(mostRefused)})`,
        ]
      : []),
    ...(wrongShare !== null && judged >= leastJudged && wrongShare > mostWrong
      ? [`${percent(wrongShare)} of ${judged} judged answers were wrong (bound ${percent(mostWrong)})`]
      : []),
  ];
  const notice =
    reasons.length === 0
      ? null
      : `The model no longer fits: in the last ${days} days ${reasons.join(', and ')}. Please add ranges, and train again.`;
  return { answered, refusedShare, judged, wrongShare, notice };
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Checks each model in service of active protections once a day. Users are notified once if it no longer fits. */
export async function checkFits(db: Db, now = Date.now()): Promise<void> {
  for (;;) {
    const checked = await withTransaction(db, async (transaction) => {
      const sets = await claimUncheckedSets(transaction, new Date(now), setsPerCheck);
      for (const { id, ...set } of sets) {
        const row = (await selectFit(transaction, id, toRange(now)))!;
        const { notice } = measure(row);
        const unfitVersion = notice === null ? null : row.version;
        if (unfitVersion === set.unfitVersion) continue;
        await updateUnfitVersion(transaction, id, unfitVersion);
        if (notice !== null) await modelUnfit.emit(transaction, { protectionId: row.protectionId, notice });
      }
      return sets.length;
    });
    if (checked < setsPerCheck) return;
  }
}
