import type { Page } from '@twinward/contracts/core/list';
import type { AnswerSpan } from '@twinward/contracts/protections/pattern-answer';
import type { Protection } from '@twinward/contracts/protections/protection';
import type { ProtectionScore } from '@twinward/contracts/protections/protection-score';
import type {
  SimulatedLogic,
  Simulation,
  SimulationState,
  SimulationSummary,
} from '@twinward/contracts/protections/simulation';
import type {
  SimulatedExcursion,
  SimulationSpan,
  SimulationTally,
} from '@twinward/contracts/protections/simulation-result';
import { thresholdChanges } from '@twinward/contracts/protections/threshold';
import { replacePatterns } from '@twinward/domain/language';
import { csvLine } from '@twinward/domain/rules/sheet';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { checkRange } from '../../../platform/database/spans.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { estimateCount } from '../../../series/index.ts';
import { supersedeCommands } from '../../jobs/command/service.ts';
import { applyEvaluation, type SimulationEnd } from '../../protections/evaluation/service.ts';
import { getProtection } from '../../protections/protection/service.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { getScoreOfExcursions } from '../protection-score/service.ts';
import type { SimulationInput } from './document.ts';
import { publishSimulation } from './publish.ts';
import {
  deleteSimulationRow,
  type ExcursionRange,
  lockProtection,
  readFound,
  type SimulationRow,
  selectAnswerSpans,
  selectExcursionPage,
  selectExcursionsAfter,
  selectProtectionSimulation,
  selectScored,
  selectSimulation,
  selectSpans,
  selectTallies,
  selectTracking,
} from './store.ts';

export { simulatedRange } from './range.ts';
export { compareVariants } from './result.ts';
export { type TriedLogic, tryLogic } from './try-logic.ts';

const audit = new EntityAudit('protection');

/**
 * Returns the simulation of a protection; null if it was never simulated.
 * @throws AppError `not-found` if the protection does not exist.
 */
export async function getProtectionSimulation(db: Db, protectionId: number): Promise<Simulation | null> {
  const row = await selectProtectionSimulation(db, protectionId);
  if (!row) await getProtection(db, protectionId);
  return row && toSimulation(row);
}

/** Like `getProtectionSimulation`, but only the progress. */
export async function getSimulationState(db: Db, protectionId: number): Promise<SimulationState | null> {
  const row = await selectProtectionSimulation(db, protectionId);
  if (!row) await getProtection(db, protectionId);
  return row && { ...toState(row), error: row.error };
}

/** @throws AppError `not-found`. */
export async function getSummary(db: Db, id: number): Promise<SimulationSummary> {
  const row = found(await selectSimulation(db, id), 'Simulation');
  const { sources } = row.input;
  const own = row.result?.variants[0];
  let later = 0;
  for (const [, { tagId }] of sources) later += await estimateCount(db, tagId, row.range_end.getTime());
  return {
    simulationId: row.id,
    startTime: row.created_at.toISOString(),
    completeTime: row.completed_at?.toISOString() ?? null,
    indicatorLastUpdateTime: row.updated_at.toISOString(),
    stale: row.stale,
    level: own?.level ?? null,
    items: own?.items ?? [],
    numDataPointsSinceCompletion: later,
  };
}

export async function listExcursions(
  db: Db,
  id: number,
  range: ExcursionRange,
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
): Promise<Page<SimulatedExcursion>> {
  const row = found(await selectSimulation(db, id), 'Simulation');
  const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize };
  const { records, total } = await selectExcursionPage(db, id, range, page);
  return { records: records.map((one) => toExcursion(row, range.variant, one)), total };
}

/**
 * Returns the excursions, merged for a chart.
 * @throws AppError `not-found`; `invalid-request` for an empty range.
 */
export async function listSpans(
  db: Db,
  id: number,
  { variant, ...query }: { variant: number; from: number; to: number; columns: number },
): Promise<SimulationSpan[]> {
  const row = found(await selectSimulation(db, id), 'Simulation');
  checkRange(query);
  const spans = await selectSpans(db, id, variant, { ...query, until: row.range_end.getTime() });
  return spans.map(({ key, ...span }) => ({ threshold: key, ...span }));
}

/**
 * Returns the answers of the model, merged for a chart.
 * @throws AppError like `listSpans`.
 */
export async function listAnswerSpans(
  db: Db,
  id: number,
  query: { from: number; to: number; columns: number },
): Promise<AnswerSpan[]> {
  const row = found(await selectSimulation(db, id), 'Simulation');
  checkRange(query);
  const spans = await selectAnswerSpans(db, id, { ...query, until: row.range_end.getTime() });
  return spans.map(({ key, ...span }) => ({ patternId: key, ...span }));
}

/**
 * Returns the number of excursions per threshold in a range.
 * @throws AppError like `listSpans`.
 */
export async function listTallies(
  db: Db,
  id: number,
  { variant, ...range }: { variant: number; from: number; to: number },
): Promise<SimulationTally[]> {
  const row = found(await selectSimulation(db, id), 'Simulation');
  checkRange(range);
  const tallies = await selectTallies(db, id, variant, { ...range, until: row.range_end.getTime() });
  return tallies.map(({ key, ...tally }) => ({ threshold: key, ...tally }));
}

/**
 * Returns the score of one of the logics.
 * @throws AppError `not-found`.
 */
export async function getSimulationScore(db: Db, id: number, variant: number): Promise<ProtectionScore> {
  const row = found(await selectSimulation(db, id), 'Simulation');
  const definition = found(row.input.definitions[variant], 'Second logic');
  return getScoreOfExcursions(db, row.protection_id, {
    thresholds: definition.thresholds.map(({ name, level }) => ({ name, level })),
    excursions: await selectScored(db, id, variant),
    within: { from: row.range_start.getTime(), to: row.range_end.getTime() },
  });
}

const rowsPerPiece = 5000;

/** Streams all excursions as csv. */
export async function* excursionLines(db: Db, id: number, variant: number): AsyncGenerator<string> {
  const row = found(await selectSimulation(db, id), 'Simulation');
  yield 'threshold,level,start,end,change\r\n';
  let after: { start: Date; threshold: number } | null = null;
  for (;;) {
    const rows = await selectExcursionsAfter(db, id, variant, after, rowsPerPiece);
    const lines = rows.map((one) => {
      const { thresholdName, level, start, end, change } = toExcursion(row, variant, one);
      return csvLine([thresholdName, String(level ?? ''), start, end ?? '', change ?? '']);
    });
    yield lines.join('');
    if (rows.length < rowsPerPiece) return;
    const last = rows.at(-1)!;
    after = { start: last.start_at, threshold: last.threshold };
  }
}

/**
 * Deletes the simulation of a protection, if any.
 * @throws AppError `not-found` if the protection does not exist.
 */
export async function deleteProtectionSimulation({ tenant }: Actor, protectionId: number): Promise<void> {
  await withTransaction(tenant.db, async (db) => {
    found(await lockProtection(db, protectionId), 'Protection');
    const row = await selectProtectionSimulation(db, protectionId);
    if (row) await deleteOne(db, row);
  });
}

/** @throws AppError `not-found`. */
export async function deleteSimulation({ tenant }: Actor, id: number): Promise<void> {
  await withTransaction(tenant.db, async (db) => {
    await deleteOne(db, found(await selectSimulation(db, id), 'Simulation'));
  });
}

/** Deletes a simulation, and cancels its command if it is running. */
async function deleteOne(db: Db, { id, command_id }: SimulationRow): Promise<void> {
  if (command_id) await supersedeCommands(db, [command_id]);
  await deleteSimulationRow(db, id);
  await publishSimulation(db);
}

/**
 * Replaces the protection's excursions and levels in the range by those of the simulation, and deletes the simulation.
 * @throws AppError `not-found`; `conflict` if the simulation is not done, or outdated.
 */
export async function applySimulation(actor: Actor, id: number): Promise<Protection> {
  const { db } = actor.tenant;
  const protectionId = await withTransaction(db, async (transaction) => {
    const { protection_id } = found(await selectSimulation(transaction, id), 'Simulation');
    await lockProtection(transaction, protection_id);
    const row = found(await selectSimulation(transaction, id), 'Simulation');
    if (row.status !== 'done') throw new AppError('conflict', 'The simulation is not done.');
    if (row.stale) {
      throw new AppError('conflict', 'The protection was changed since it was simulated. Simulate it again.');
    }
    const tracking = await selectTracking(transaction, id);
    if (tracking === null)
      throw new AppError('conflict', 'The inputs have no points. There is nothing to apply.');
    await applyEvaluation(transaction, {
      protectionId: protection_id,
      version: row.definition_version,
      from: row.range_start,
      to: row.range_end,
      end: {
        ...row.result!.end,
        tracking: JSON.parse(tracking) as NonNullable<SimulationEnd['tracking']>,
      },
      ...readFound(id, protection_id),
    });
    await audit.changed(
      transaction,
      actor,
      { id: protection_id, name: row.protection_name },
      {
        old: {},
        new: {
          appliedSimulation: {
            from: row.range_start.toISOString(),
            to: row.range_end.toISOString(),
            excursions: row.result!.stats.excursions,
          },
        },
      },
    );
    await deleteSimulationRow(transaction, id);
    await publishSimulation(transaction);
    return protection_id;
  });
  return getProtection(db, protectionId);
}

function toExcursion(
  { input }: SimulationRow,
  variant: number,
  one: { threshold: number; start_at: Date; end_at: Date | null; change: SimulatedExcursion['change'] },
): SimulatedExcursion {
  const { name, level } = input.definitions[variant]!.thresholds[one.threshold]!;
  return {
    threshold: one.threshold,
    thresholdName: name,
    level,
    start: one.start_at.toISOString(),
    end: one.end_at?.toISOString() ?? null,
    change: one.change,
  };
}

const underway = new Set(['initializing', 'processing', 'finalizing']);

function toState(row: SimulationRow) {
  return {
    id: row.id,
    commandId: row.command_id,
    simulationCompletion: row.percent,
    jobStatus: underway.has(row.status) ? `${row.status} - ${row.percent}%` : row.status,
    jobStatusDate: row.status_at.toISOString(),
    stale: row.stale,
  };
}

function toSimulation(row: SimulationRow): Simulation {
  const { result, input } = row;
  const [own, second] = result?.variants ?? [];
  return {
    ...toState(row),
    time: row.created_at.toISOString(),
    startTime: row.range_start.toISOString(),
    endTime: row.range_end.toISOString(),
    indicatorId: row.protection_id,
    indicatorName: row.protection_name,
    twinId: row.twin_id,
    twinName: row.asset_name,
    userId: row.created_by,
    stats: result?.stats ?? null,
    log: row.error === null ? row.log : [...row.log, row.error],
    tracking: own
      ? {
          results: own.items,
          indicatorLatest: result!.latest.map(({ alias, time, value }) => ({
            alias,
            time: new Date(time).toISOString(),
            value,
          })),
          indicatorTracking: {
            patternId: result!.patternId ?? null,
            thresholds: input.definitions[0]!.thresholds.map(({ name }, index) => ({
              name,
              isOpen: own.open[index]!,
            })),
            drivingThresholdName: own.driving,
          },
          indicatorLevel: own.level,
        }
      : null,
    comparison: second
      ? {
          results: second.items,
          thresholds: result!.comparison,
          indicatorLevel: second.level,
          logic: toSecondLogic(input),
        }
      : null,
  };
}

/** Returns the second logic as it was requested. */
function toSecondLogic({ definitions, thresholdIds, patterns = [] }: SimulationInput): SimulatedLogic {
  const names = new Map(patterns.map(({ id, name }) => [String(id), name]));
  const { thresholds, defaultLevel } = definitions[1]!;
  const given = thresholds.map(({ id: _, alias, ...threshold }, index) => ({
    ...threshold,
    logic: replacePatterns(threshold.logic, names),
    id: thresholdIds[1]![index] ?? undefined,
    alias: alias ?? null,
  }));
  return { thresholds: thresholdChanges.parse(given), defaultLevel };
}
