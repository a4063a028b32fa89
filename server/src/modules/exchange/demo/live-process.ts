import type { Db } from '../../../platform/database/database.ts';
import { importPoints, type TagInput } from '../../../series/index.ts';
import { seedAsset } from '../../assets/asset/service.ts';
import { seedProtection } from '../../protections/protection/service.ts';
import { createTags } from '../../signals/tag/service.ts';
import { createTwinAliases } from '../../twins/alias/service.ts';
import { seedTwin } from '../../twins/twin/service.ts';
import { readProcessRuns, variables } from './process-data.ts';
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
  const { times, values } = rowsBetween(recording, beginOf(anchor), from, to);
  return Object.entries(tagIds).map(([column, tagId]) => ({ tagId, times, values: values.get(column)! }));
}

const beginOf = (anchor: number) => anchor - processHistory;

/** Loads a process that ticks every ten seconds. Without a replay it loads nothing. @returns its asset. */
export async function loadLiveProcess(
  trx: Db,
  progress: (percent: number) => void,
  replay: Replay | null,
): Promise<number[]> {
  if (!replay) return [];
  const { anchor, until } = replay;
  const assetId = await seedAsset(trx, {
    uniqueId: 'REACTOR-02',
    assetName: 'Chemical reactor, live',
    category: 'Mechanical',
    class: 'Pressure vessels',
    description: 'A replay of the Tennessee Eastman process, 18 times faster than it was recorded',
  });
  const ids = await createTags(
    trx,
    signals.map(({ published, caption, unit }) => ({
      name: `REACTOR-02.${published}`,
      caption,
      type: 'data_point' as const,
      unit,
      source: 'Tennessee Eastman process',
      description: 'Every 10 seconds',
      assetIds: [assetId],
    })),
  );
  const twinId = await seedTwin(trx, {
    assetId,
    active: true,
    description: 'Normal running and a fault take turns, some hours each',
    startDate: new Date(beginOf(anchor)),
    missionTime: 'P1Y',
    failureDistribution: { distribution: 'weibull', type: 'cdf', shape: 1.6, scale: 'P10Y' },
    consequence: { value: 250_000, description: 'A day of lost production (assumed)' },
  });
  await createTwinAliases(
    trx,
    twinId,
    signals.map(({ caption, unit }, i) => ({
      name: caption,
      type: 'data_point' as const,
      mappedTagId: ids[i]!,
      unit,
    })),
  );
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
  await importPoints(trx, processPoints(recording, tagIds, anchor, beginOf(anchor) - 1, until));
  await updateReplay(trx, { ...replay, state: { ...replay.state, process: { tagIds } } });
  progress(100);
  return [assetId];
}
