import { newIndicatorPattern } from '@twinward/contracts/protections/indicator-pattern';
import { noMatchName } from '@twinward/contracts/protections/pattern-of-set';
import type { Db } from '../../../platform/database/database.ts';
import { importPoints } from '../../../series/index.ts';
import { createMarkedRangeIn } from '../../proof/protection-score/service.ts';
import { startTrainingIn } from '../../protections/pattern/service.ts';
import { getProtection, type NewThreshold, seedProtection } from '../../protections/protection/service.ts';
import { listAliasRows, maximumAliases } from '../../twins/alias/service.ts';
import { otherFaults, type ProcessRun, readProcessRuns, trainedFaults, variables } from './process-data.ts';
import { createProcessTwin } from './process-twin.ts';
import type { Replay } from './replay/store.ts';

const minute = 60_000;
const hour = 60 * minute;
const step = 3 * minute;
/** As recorded, the runs end on the day on which the records of the machine and the engines end. */
const recordedEnd = Date.UTC(2014, 1, 19, 12);
/** Between two runs. There are no answers within it, nor until the longest window is filled. */
const pause = hour;
/** Number of rows before the fault begins in test runs. */
const rowsBeforeFault = 160;

const matches = (...faults: number[]) =>
  faults.map((fault) => `MATCHESPATTERN("${trainedFaults.get(fault)}")`).join(' OR ');

const reactorThresholds: readonly NewThreshold[] = [
  { name: 'Feed disturbed', logic: matches(1, 2, 8), level: 500 },
  { name: 'Reaction drifts', logic: matches(13), level: 600 },
  { name: 'Cooling disturbed', logic: matches(4, 5, 12, 14), level: 700 },
  { name: 'Feed lost', logic: matches(6, 7), level: 900 },
];

/** A run with the times of its rows, and the range of its fault. */
export interface PlacedRun extends ProcessRun {
  times: number[];
  /** End excluded; null for a normal run. */
  faulty: { start: number; end: number } | null;
}

/**
 * Places the runs in one history: training runs, the normal one first, then test runs, those of trained faults first.
 * Training runs of other faults are omitted.
 */
export function placeRuns(runs: readonly ProcessRun[], end = recordedEnd): PlacedRun[] {
  const faults = [0, ...trainedFaults.keys()];
  const find = (set: ProcessRun['set'], wanted: readonly number[]) =>
    wanted.map((fault) => runs.find((run) => run.set === set && run.fault === fault)!);
  const ordered = [...find('train', faults), ...find('test', [...faults, ...otherFaults.keys()])];
  const runLength = ({ rows }: ProcessRun) => Math.ceil((rows * step) / hour) * hour;
  let start = end - ordered.reduce((sum, run) => sum + runLength(run) + pause, 0);
  return ordered.map((run) => {
    const first = start;
    start += runLength(run) + pause;
    const begin = first + (run.set === 'test' ? rowsBeforeFault * step : 0);
    return {
      ...run,
      times: Array.from({ length: run.rows }, (_, row) => first + row * step),
      faulty: run.fault === 0 ? null : { start: begin, end: first + run.rows * step },
    };
  });
}

/**
 * Loads the reactor of the Tennessee Eastman process, with a pattern protection whose training is started. Its runs are
 * history: they end as recorded, or where the replay of the other data begins.
 * @returns its asset.
 */
export async function loadReactor(
  trx: Db,
  progress: (percent: number) => void,
  replay: Replay | null,
): Promise<number[]> {
  const end = replay ? Math.floor(replay.anchor / hour) * hour : recordedEnd;
  const runs = placeRuns(await readProcessRuns(), end);
  const { assetId, twinId, tagIds } = await createProcessTwin(trx, variables, {
    uniqueId: 'REACTOR-01',
    assetName: 'Chemical reactor',
    assetDescription:
      'The reactor of the Tennessee Eastman process, a simulated chemical plant, with what is around it',
    twinDescription: 'Runs of the simulated process one after another: normal ones, and 18 with a fault',
    start: runs[0]!.times[0]!,
  });
  for (const { fault, faulty } of runs) {
    if (!faulty) continue;
    await createMarkedRangeIn(trx, twinId, {
      start: faulty.start,
      end: faulty.end,
      failedAt: null,
      failureModeId: null,
      note: trainedFaults.get(fault) ?? otherFaults.get(fault)!,
    });
  }
  await importPoints(
    trx,
    variables.map(({ column, factor = 1 }, i) => ({
      tagId: tagIds[i]!,
      times: runs.flatMap(({ times }) => times),
      values: runs.flatMap(({ values }) => values.get(column)!.map((value) => value * factor)),
    })),
  );
  progress(80);
  await createProtection(trx, twinId, runs);
  progress(100);
  return [assetId];
}

/** Creates the pattern protection of the reactor, and starts its training. */
async function createProtection(trx: Db, twinId: number, runs: readonly PlacedRun[]): Promise<void> {
  const aliases = await listAliasRows(trx, { twinId }, maximumAliases);
  const patterns = newIndicatorPattern.parse({
    patterns: Array.from(trainedFaults.values(), (name) => ({ name })),
    training: runs
      .filter(({ set }) => set === 'train')
      .map(({ fault, times }) => ({
        pattern: trainedFaults.get(fault) ?? noMatchName,
        start: times[0]!,
        end: times.at(-1)! + step,
      })),
  });
  const id = await seedProtection(
    trx,
    {
      twinId,
      name: 'Faults of the process',
      description: 'Ten faults of the process by their names, each learned on one run of a day',
      type: 'pattern',
      active: true,
      tagAliasIds: aliases.map((alias) => alias.id),
      thresholds: reactorThresholds,
    },
    patterns,
  );
  await startTrainingIn(trx, null, (await getProtection(trx, id)).indicatorPattern!.id);
}
