import type { IndicatorPattern, PatternFeedback } from '@twinward/contracts/protections/indicator-pattern';
import type { Actor } from '../../../platform/actor.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { found } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import {
  assertRanges,
  getPatternSet,
  type RangeRow,
  replaceRanges,
  selectRanges,
  updateSet,
} from '../pattern-model/service.ts';
import { lockProtectionOfSet, upsertFeedback } from './store.ts';

const audit = new EntityAudit('indicator-pattern');

/**
 * Stores a user's judgement of an answer, and adds the range of the answer to the pattern that the user named. A second
 * judgement of the same answer replaces the first, with its range.
 * @throws AppError `not-found` for an unknown set or pattern; `invalid-request` for a range that overlaps one of
 *   another pattern, or lies in the future or outside of the training period
 */
export async function judgeAnswer(
  actor: Actor,
  setId: number,
  { start, end, answerId, verdict, patternId }: PatternFeedback,
): Promise<IndicatorPattern> {
  return withTransaction(actor.tenant.db, async (db) => {
    const protection = found(await lockProtectionOfSet(db, setId), 'Pattern set');
    const set = await getPatternSet(db, setId);
    const names = new Map(set.patterns.map(({ id, name }) => [id, name]));
    const normal = set.patterns.find((pattern) => pattern.default)!;
    const isRight = verdict === 'right';
    const was = isRight ? answerId : (patternId ?? normal.id);
    for (const id of [answerId, was]) found(names.get(id), 'Pattern');
    if (!isRight && was === answerId) {
      refuseProblems([{ path: 'patternId', message: 'A wrong answer was another pattern.' }]);
    }
    await upsertFeedback(db, {
      pattern_set_id: setId,
      start_at: new Date(start),
      end_at: new Date(end),
      answer_id: answerId,
      is_right: isRight,
      pattern_id: was,
      user_id: actor.userId,
    });
    const ranges = await selectRanges(db, setId);
    const now = withRange(ranges, { patternId: was, start, end });
    assertRanges(now, {
      trainingStart: toTime(set.trainingStart),
      trainingEnd: toTime(set.trainingEnd),
      names,
    });
    await replaceRanges(db, setId, now);
    await updateSet(db, setId, {});
    await audit.changed(
      db,
      actor,
      { id: setId, name: protection.name },
      {
        old: {},
        new: {
          judgement: {
            start: new Date(start).toISOString(),
            end: new Date(end).toISOString(),
            answer: names.get(answerId),
            verdict,
            pattern: names.get(was),
          },
        },
      },
    );
    return getPatternSet(db, setId);
  });
}

const toTime = (date: string | null) => (date === null ? null : Date.parse(date));

/** Adds a range to ranges: it replaces an equal one, and is merged with overlapping ranges of its pattern. */
function withRange(ranges: readonly RangeRow[], added: RangeRow): RangeRow[] {
  const kept = ranges.filter(({ start, end }) => start !== added.start || end !== added.end);
  const joins = ({ patternId, start, end }: RangeRow) =>
    patternId === added.patternId && start < added.end && end > added.start;
  const joined = kept.filter(joins);
  const start = Math.min(added.start, ...joined.map((range) => range.start));
  const end = Math.max(added.end, ...joined.map((range) => range.end));
  return [...kept.filter((range) => !joins(range)), { ...added, start, end }].sort(
    (one, other) => one.start - other.start,
  );
}
