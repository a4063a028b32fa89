import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { pointsChannel } from '../../../series/index.ts';
import { selectThresholds, updateStates } from '../definition/service.ts';
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
  // Same lock order as live evaluation.
  await sql`select from evaluation_due where protection_id = ${protectionId} for update`.execute(db);
  const { rows } = await sql<{
    twinId: number;
    active: boolean;
    version: number;
    since: number | null;
    due: boolean;
    parked: boolean;
  }>`
    select twin_id as "twinId", active, definition_version as version, since,
      evaluation_due.protection_id is not null as due, parked is not null as parked
    from protection left join evaluation_due on protection_id = protection.id
    where protection.id = ${protectionId} for no key update of protection`.execute(db);
  const protection = found(rows[0], 'Protection');
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
    await sql`
      insert into evaluation_due (protection_id, since) values (${protectionId}, ${upTo + 1})
      on conflict (protection_id) do update set since = least(evaluation_due.since, excluded.since)`.execute(
      db,
    );
    await sql`select pg_notify(${pointsChannel}, '')`.execute(db);
  }
  await recalculateTwinLevels(db, [protection.twinId]);
  await publish(db, { type: 'evaluated', twinIds: [protection.twinId], protectionIds: [protectionId] });
}

const changed = 'The protection was changed since it was simulated. Simulate it again.';

interface Replaced {
  from: Date;
  to: Date;
}

/** Excursions that are found again keep their ids. */
async function replaceExcursions(
  db: Db,
  protectionId: number,
  { from, to, excursions }: Replaced & { excursions: RawBuilder<unknown> },
): Promise<void> {
  // A single statement, so that all parts see the excursions as they were before. Excursions that are open at the end
  // are not announced later.
  await sql`
    with found as (${excursions}), gone as (
      delete from excursion where protection_id = ${protectionId} and start_at < ${to}
        and (end_at is null or end_at > ${from})
        and (threshold_id, start_at) not in (select threshold_id, start_at from found)
    )
    insert into excursion
      (protection_id, threshold_id, start_at, end_at, start_known_at, end_known_at, announced)
    select ${protectionId}::int, threshold_id, start_at, end_at, start_known_at, end_known_at,
      end_at is null or exists (
        select from excursion as known where known.threshold_id = found.threshold_id and known.announced
          and known.start_at < found.end_at and (known.end_at is null or known.end_at > found.start_at))
    from found order by start_at
    on conflict (threshold_id, start_at) do update set start_known_at = excluded.start_known_at,
      end_at = excluded.end_at, end_known_at = excluded.end_known_at,
      announced = excursion.announced or excluded.announced`.execute(db);
}

async function replaceLevels(
  db: Db,
  protectionId: number,
  { from, to, levels }: Replaced & { levels: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    delete from level_change where protection_id = ${protectionId} and at >= ${from} and at < ${to}`.execute(
    db,
  );
  // The level at the start may be stored already.
  await sql`
    insert into level_change (protection_id, at, level, driving_threshold_id)
    select ${protectionId}::int, at, level, driving_threshold_id from (${levels}) as found
    where at > ${from} or not exists (
      select from (
        select level, driving_threshold_id from level_change
        where protection_id = ${protectionId} and at < ${from} order by at desc limit 1) as held
      where (held.level, held.driving_threshold_id) is not distinct from (found.level, found.driving_threshold_id))
    order by at on conflict (protection_id, at) do nothing`.execute(db);
}

async function replaceAnswers(
  db: Db,
  protectionId: number,
  { from, to, answers }: Replaced & { answers: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    delete from pattern_answer_change where protection_id = ${protectionId} and at >= ${from} and at < ${to}`.execute(
    db,
  );
  // The answer at the start may be stored already.
  await sql`
    insert into pattern_answer_change (protection_id, at, pattern_id, refused)
    select ${protectionId}::int, at, pattern_id, refused from (${answers}) as found
    where at > ${from} or not exists (
      select from (
        select pattern_id from pattern_answer_change
        where protection_id = ${protectionId} and at < ${from} order by at desc limit 1) as held
      where held.pattern_id is not distinct from found.pattern_id)
    order by at on conflict (protection_id, at) do nothing`.execute(db);
}
