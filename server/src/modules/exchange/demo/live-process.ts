import type { Db } from '../../../platform/database/database.ts';
import { importPoints, type TagInput } from '../../../series/index.ts';
import { seedProtection } from '../../protections/protection/service.ts';
import { readProcessRuns, variables } from './process-data.ts';
import { createProcessTwin } from './process-twin.ts';
import { joinRuns, processHistory, type Recording, rowsBetween } from './replay/process-replay.ts';
import { type Replay, updateReplay } from './replay/store.ts';

const columns = ['c06', 'c17', 'c20'];
const signals = variables.filter(({ column }) => columns.includes(column));

/** The recording of the three signals. */
export const readLiveProcess = async (): Promise<Recording> => joinRuns(await readProcessRuns(), columns);

/** The points of the signals with from < time <= to. */
export function processPoints(
  recording: Recording,
  tagIds: Readonly<Record<string, number>>,
  anchor: number,
  from: number,
  to: number,
): TagInput[] {
  const { times, values } = rowsBetween(recording, toBegin(anchor), from, to);
  return Object.entries(tagIds).map(([column, tagId]) => ({ tagId, times, values: values.get(column)! }));
}

const toBegin = (anchor: number) => anchor - processHistory;

/**
 * Loads a process with a row every ten seconds. Does nothing without a replay.
 * @returns its asset.
 */
export async function loadLiveProcess(
  trx: Db,
  progress: (percent: number) => void,
  replay: Replay | null,
): Promise<number[]> {
  if (!replay) return [];
  const { anchor, until } = replay;
  const {
    assetId,
    twinId,
    tagIds: ids,
  } = await createProcessTwin(trx, signals, {
    uniqueId: 'REACTOR-02',
    assetName: 'Chemical reactor, live',
    assetDescription: 'A replay of the Tennessee Eastman process, 18 times faster than it was recorded',
    tagDescription: 'Every 10 seconds',
    twinDescription: 'Normal running and a fault take turns, some hours each',
    start: toBegin(anchor),
  });
  await seedProtection(trx, {
    twinId,
    name: 'Off normal',
    description:
      'The mean of 20 rows leaves the band of normal running; docs/demo.md has the record of the bands',
    type: 'condition',
    active: true,
    thresholds: [
      {
        name: 'Off normal',
        logic:
          'AVERAGE([Reactor pressure], #200s) < 2684 OR AVERAGE([Reactor pressure], #200s) > 2726 ' +
          'OR AVERAGE([Stripper temperature], #200s) < 64.3 OR AVERAGE([Stripper temperature], #200s) > 67.1 ' +
          'OR AVERAGE([Reactor cooling water outlet temperature], #200s) < 94.1 ' +
          'OR AVERAGE([Reactor cooling water outlet temperature], #200s) > 95.1',
        level: 300,
      },
    ],
  });
  const tagIds = Object.fromEntries(signals.map(({ column }, i) => [column, ids[i]!]));
  const recording = await readLiveProcess();
  await importPoints(trx, processPoints(recording, tagIds, anchor, toBegin(anchor) - 1, until));
  await updateReplay(trx, { ...replay, state: { ...replay.state, process: { tagIds } } });
  progress(100);
  return [assetId];
}
