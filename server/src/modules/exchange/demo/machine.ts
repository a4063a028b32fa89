import type { Db } from '../../../platform/database/database.ts';
import { importPoints } from '../../../series/index.ts';
import { seedAsset } from '../../assets/asset/service.ts';
import { createMarkedRangeIn } from '../../proof/protection-score/service.ts';
import { type NewThreshold, seedProtection } from '../../protections/protection/service.ts';
import { createTags } from '../../signals/tag/service.ts';
import { createTwinAliases } from '../../twins/alias/service.ts';
import { seedTwin } from '../../twins/twin/service.ts';
import { recordWork } from '../../work/work/service.ts';
import { machineAsset } from './assets.ts';
import { knownWindows, readMachineRecord, toRows } from './machine-record.ts';
import { MachineReplay, type PlacedWindow } from './replay/machine-replay.ts';
import { type Replay, type ReplayState, updateReplay } from './replay/store.ts';

/** For the limits, and what they catch and miss, see docs/demo.md. */
const machineThresholds: readonly NewThreshold[] = [
  { name: 'Cold', logic: '[Temperature] < 55', level: 250 },
  { name: 'Cold for hours', logic: 'AVERAGE([Temperature], #8h) < 60', level: 600 },
  {
    name: 'Very cold',
    logic: '[Temperature] < 45',
    level: 900,
    rationalization: {
      cause: 'The machine is stopped, or fails',
      consequence: 'Repair and two days of lost production (assumed)',
      response: 'Ask the shift whether a stop is planned. If not, inspect the machine.',
      timeToRespond: 'PT8H',
    },
  },
];

/** The input form of a threshold's action. */
type ThresholdActionInput = NonNullable<NewThreshold['actions']>[number];

export const notifyOperators = (): ThresholdActionInput => ({
  type: 'notify',
  direction: 'enter',
  who: [{ type: 'group', id: 'ADMINISTRATORS' }],
  notifySubscribers: true,
});

/** Actions that a replay adds, since there are users to act on them. */
const actionsOfReplay: Record<string, readonly ThresholdActionInput[]> = {
  'Cold for hours': [notifyOperators()],
  'Very cold': [
    notifyOperators(),
    {
      type: 'advisory',
      direction: 'enter',
      comment: 'The machine is stopped, or fails: ask the shift, then inspect it.',
      targetHorizon: 'P2D',
      priority: 1,
    },
  ],
};

/**
 * Loads the machine whose recorded temperature leads up to its failure in February 2014: as recorded, or replayed.
 * @returns its asset.
 */
export async function loadMachine(
  trx: Db,
  progress: (percent: number) => void,
  replay: Replay | null,
): Promise<number[]> {
  const record = await readMachineRecord();
  const assetId = await seedAsset(trx, {
    ...machineAsset,
    category: 'Rotating',
    description: `A large industrial machine with a temperature sensor inside one of its components${
      replay ? '. A replay of its record of 2013 and 2014, which begins again after eleven weeks' : ''
    }`,
  });
  const [temperatureId] = await createTags(trx, [
    {
      name: 'MACHINE-01.TEMPERATURE',
      caption: 'Component temperature',
      type: 'data_point',
      description: 'Every 5 minutes. The unit was not recorded.',
      source: 'Numenta Anomaly Benchmark',
      assetIds: [assetId],
    },
  ]);
  const played = replay && new MachineReplay(toRows(record), replay.anchor);
  const twinId = await seedTwin(trx, {
    assetId,
    active: true,
    description: 'Its temperature sensor recorded the eleven weeks round its failure in February 2014',
    startDate: new Date(played ? played.begin : record.times[0]!),
    missionTime: 'P1Y',
    failureDistribution: { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P2Y' },
    consequence: { value: 400_000, description: 'Repair and two days of lost production (assumed)' },
  });
  await createTwinAliases(trx, twinId, [
    { name: 'Temperature', type: 'data_point', mappedTagId: temperatureId! },
  ]);
  await seedProtection(trx, {
    twinId,
    name: 'Loss of heat',
    description: 'The component cools down where it should run hot: the machine stalls or fails',
    type: 'condition',
    active: true,
    thresholds: played
      ? machineThresholds.map((one) => ({ ...one, actions: actionsOfReplay[one.name] ?? [] }))
      : machineThresholds,
  });
  if (played) {
    const [repairId] = await createTags(trx, [
      { name: 'MACHINE-01.REPAIR', caption: 'Repairs', type: 'work', assetIds: [assetId] },
    ]);
    await createTwinAliases(trx, twinId, [{ name: 'Repair', type: 'work', mappedTagId: repairId! }]);
    const machine = { twinId, temperatureId: temperatureId!, repairId: repairId! };
    await importPoints(trx, [
      { tagId: machine.temperatureId, ...played.pointsBetween(played.begin - 1, replay.until) },
    ]);
    await recordMachinePast(trx, machine, played.windowsBetween(played.begin, replay.until));
    await updateReplay(trx, { ...replay, state: { ...replay.state, machine } });
  } else {
    for (const { start, end, note, failedAt } of knownWindows) {
      await createMarkedRangeIn(trx, twinId, {
        start: Date.parse(start),
        end: Date.parse(end),
        failedAt: failedAt === undefined ? null : Date.parse(failedAt),
        failureModeId: null,
        note,
      });
    }
    await importPoints(trx, [{ tagId: temperatureId!, ...record }]);
  }
  progress(100);
  return [assetId];
}

/**
 * Marks the known ranges that have passed, and records the repair that ended a failure.
 * @returns ids of ranges and work
 */
export async function recordMachinePast(
  trx: Db,
  { twinId, repairId }: NonNullable<ReplayState['machine']>,
  windows: readonly PlacedWindow[],
): Promise<{ ranges: number[]; work: number[] }> {
  const made = { ranges: [] as number[], work: [] as number[] };
  for (const { start, end, note, failedAt } of windows) {
    const range = await createMarkedRangeIn(trx, twinId, { start, end, failedAt, failureModeId: null, note });
    made.ranges.push(range.id);
    if (failedAt === null) continue;
    const id = await recordWork(trx, {
      tagId: repairId,
      name: 'Component replaced after its failure',
      kind: 'corrective',
      startedAt: new Date(failedAt),
      completedAt: new Date(end),
      cost: 38_000,
    });
    made.work.push(id);
  }
  return made;
}
