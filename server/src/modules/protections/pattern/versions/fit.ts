import type { PatternFit } from '@twinward/contracts/protections/pattern-version';
import { noMatch } from '@twinward/domain/patterns/model';
import type { Db } from '../../../../platform/database/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { getPatternSet, loadModelsInService } from '../../pattern-model/service.ts';
import { countFeedback } from '../store.ts';
import { maximumAnswers, readAnswers } from './answers.ts';

const days = 30;
const length = days * 86_400_000;
/** Judged answers from which their share of wrong ones counts. */
const leastJudged = 5;

/**
 * How well the model in service fits the last 30 days; of a fine grid as many of the latest answers as one call reads.
 * @throws AppError `not-found`; `conflict` without a model in service; and as `readAnswers`
 */
export async function getFit(db: Db, setId: number, now = Date.now()): Promise<PatternFit> {
  const { indicatorId, mostRefused, mostWrong } = await getPatternSet(db, setId);
  const model = (await loadModelsInService(db, [indicatorId])).get(indicatorId);
  if (!model) throw new AppError('conflict', 'No model is in service yet.');
  const range = { from: now - Math.min(length, maximumAnswers * model.step), to: now };
  const { classes, refused } = await readAnswers(db, indicatorId, model, range);
  let answered = 0;
  let named = 0;
  let refusals = 0;
  for (const [index, answer] of classes.entries()) {
    if (answer < 0) continue;
    answered += 1;
    if (refused[index] === 1) refusals += 1;
    if (refused[index] === 1 || answer !== noMatch) named += 1;
  }
  const refusedShare = named === 0 ? null : refusals / named;
  const { judged, wrong } = await countFeedback(db, setId, new Date(now - length));
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
  return {
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
    answered,
    refusedShare,
    judged,
    wrongShare,
    notice:
      reasons.length === 0
        ? null
        : `The model no longer fits: in the last ${days} days ${reasons.join(', and ')}. Please add ranges, and train again.`,
  };
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
