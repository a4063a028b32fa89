import { randomUUID } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { selectThresholds, updateStates } from '../definition/service.ts';
import { lockProtectionAndDue, replaceAnswers, replaceExcursions, replaceLevels } from './apply-store.ts';
import { upsertDueSince, wakeEvaluation } from './due-store.ts';
import type { SimulationEnd } from './simulate.ts';
import { readHistories, recalculateTwinLevels } from './store.ts';
import { parseHistory, showStates } from './tracking.ts';

/** The results of a simulation that replace those of live evaluation. */
export interface AppliedSimulation {
  protectionId: number;
  /** Version of the definition that was simulated. */
  version: number;
  from: Date;
  to: Date;
  end: Pick<SimulationEnd, 'upTo' | 'nextChange' | 'status'> & {
    tracking: NonNullable<SimulationEnd['tracking']>;
  };
  /** Excursions: threshold_id, start_at, end_at, start_known_at, end_known_at. */
  excursions: RawBuilder<unknown>;
  /** Levels, the first of which was in effect at the start: at, level, driving_threshold_id. */
  levels: RawBuilder<unknown>;
  /** Answers, the first of which was in effect at the start: at, pattern_id, refused. */
  answers: RawBuilder<unknown>;
}

/**
 * Replaces excursions, levels and state up to the end of a simulation by its results, in the caller's transaction.
 * Later points are evaluated again from there; actions fire only for times that were not evaluated before.
 * @throws AppError `conflict` while the protection is due from the beginning, or if its definition differs.
 */
export async function applyEvaluation(db: Db, applied: AppliedSimulation): Promise<void> {
  const { protectionId, version, from, to, end, excursions, levels, answers } = applied;
  const { upTo, status, tracking } = end;
  const protection = found(await lockProtectionAndDue(db, protectionId), 'Protection');
  if (protection.version !== version) throw new AppError('conflict', changed);
  const saved = (await readHistories(db, [protectionId])).get(protectionId);
  const isBehind = saved !== undefined && saved.version !== version;
  if (isBehind || (protection.active && protection.due && (protection.since === null || protection.parked))) {
    throw new AppError('conflict', 'The protection is being recalculated. Please try again in a moment.');
  }
  await replaceExcursions(db, protectionId, { from, to, excursions });
  await replaceLevels(db, protectionId, { from, to, levels });
  await replaceAnswers(db, protectionId, { from, to, answers });
  const simulated = parseHistory(tracking.states, tracking.checkpoints);
  const before = (state: { time: number }) => state.time < from.getTime();
  const older = saved ? [...saved.history.checkpoints, ...saved.history.states].filter(before) : [];
  const last = simulated.states.at(-1)!;
  const live = saved?.history.states.at(-1);
  // Live evaluation continues from the simulation's end, and catches up without actions to the time that it had
  // reached.
  const states = live && live.time > last.time ? [last, live] : simulated.states;
  const checkpoints = [
    ...older,
    ...simulated.checkpoints,
    ...simulated.states.filter((one) => !states.includes(one)),
  ];
  const date = (time: number | null) => (time === null ? null : new Date(time));
  const thresholds = await selectThresholds(db, protectionId);
  await updateStates(db, [
    {
      protectionId,
      level: status.isOutOfService ? null : status.level,
      drivingThresholdId: status.driving === null ? null : thresholds[status.driving]!.id,
      evaluatedAt: date(status.lastEvaluated),
      stale: status.noCalculation,
      // Live evaluation continues at once and finds them.
      staleInputs: [],
      silentSince: null,
      nextChangeAt: date(end.nextChange),
      token: randomUUID(),
      tracking: JSON.stringify({ version, states }),
      checkpoints: showStates(checkpoints),
    },
  ]);
  if (protection.active) {
    await upsertDueSince(db, protectionId, upTo + 1);
    await wakeEvaluation(db);
  }
  await recalculateTwinLevels(db, [protection.twinId]);
  await publish(db, { type: 'evaluated', twinIds: [protection.twinId], protectionIds: [protectionId] });
}

const changed = 'The protection was changed since it was simulated. Simulate it again.';
