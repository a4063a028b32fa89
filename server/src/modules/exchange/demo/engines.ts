import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import { fitWeibull } from '@twinward/domain/risk/fit';
import type { Db } from '../../../platform/database/database.ts';
import { importPoints, type TagInput } from '../../../series/index.ts';
import { seedAsset } from '../../assets/asset/service.ts';
import { type NewThreshold, seedProtection } from '../../protections/protection/service.ts';
import { createTags } from '../../signals/tag/service.ts';
import { createTwinAliases } from '../../twins/alias/service.ts';
import { seedTwin } from '../../twins/twin/service.ts';
import { recordWork } from '../../work/work/service.ts';
import { engineAsset } from './assets.ts';
import { notifyOperators } from './machine.ts';
import { flightInterval, flownBetween, type PlacedLife, placeLives } from './replay/engine-replay.ts';
import { type Replay, updateReplay } from './replay/store.ts';
import { type EngineLife, readEngineLives, sensors } from './turbofan.ts';

const day = 24 * 3600_000;
/** The last cycle of every engine is on the day on which the machine's record ends. */
export const lastFlight = Date.UTC(2014, 1, 19, 12);
const importedTogether = 10;

/**
 * For the limits, and how early they warn, see docs/demo.md.
 * @param window of ten flights
 */
const engineThresholds = (window: string): readonly NewThreshold[] => {
  const hotter = (limit: number) => `AVERAGE([LPT outlet temperature], ${window}) > ${limit}`;
  const denser = (limit: number) => `AVERAGE([HPC outlet static pressure], ${window}) > ${limit}`;
  return [
    { name: 'Wear seen', logic: `${hotter(1413)} AND ${denser(47.65)}`, level: 250 },
    { name: 'Worn', logic: `${hotter(1417)} AND ${denser(47.75)}`, level: 500 },
    { name: 'Near the end of life', logic: `${hotter(1422)} OR ${denser(47.95)}`, level: 900 },
  ];
};

/** A created engine, with the points and work to store. */
interface MadeEngine {
  assetId: number;
  twinId: number;
  removalId: number;
  sensorIds: number[];
}

/**
 * Loads the hundred run-to-failure engines: as recorded, or replayed.
 * @returns their assets.
 */
export async function loadEngines(
  trx: Db,
  progress: (percent: number) => void,
  replay: Replay | null,
): Promise<number[]> {
  const lives = await readEngineLives();
  const made: MadeEngine[] = [];
  for (let start = 0; start < lives.length; start += importedTogether) {
    const points: TagInput[] = [];
    for (const life of lives.slice(start, start + importedTogether)) {
      const plan = replay ? planReplayed(lives, life, replay) : planRecorded(lives, life);
      const engine = await createEngine(trx, life, plan);
      for (const removal of plan.removals) await recordRemoval(trx, engine.removalId, removal);
      made.push(engine);
      points.push(...sensorPoints(engine.sensorIds, plan));
    }
    await importPoints(trx, points);
    progress(Math.round((100 * Math.min(start + importedTogether, lives.length)) / lives.length));
  }
  if (replay) {
    const engines = made.map(({ twinId, removalId, sensorIds }, i) => ({
      unit: lives[i]!.unit,
      twinId,
      removalId,
      sensorIds,
    }));
    await updateReplay(trx, { ...replay, state: { ...replay.state, engines } });
  }
  return made.map(({ assetId }) => assetId);
}

/** The points of each sensor, in the order of the sensors. */
export const sensorPoints = (
  sensorIds: readonly number[],
  { times, values }: { times: number[]; values: ReadonlyMap<string, readonly number[]> },
): TagInput[] =>
  sensors.map(({ column }, i) => ({ tagId: sensorIds[i]!, times, values: [...values.get(column)!] }));

/** An end of life. Times in epoch milliseconds. */
interface Removal {
  cycles: number;
  lastFlight: number;
  completedAt: number;
}

/** An engine's flights, and the settings of its twin. */
interface EnginePlan {
  times: number[];
  values: ReadonlyMap<string, readonly number[]>;
  removals: Removal[];
  start: number;
  description: string;
  failureDistribution: FailureDistributionParameters;
  missionTime: string;
  thresholds: readonly NewThreshold[];
}

function planRecorded(lives: readonly EngineLife[], life: EngineLife): EnginePlan {
  const firstFlight = lastFlight - (life.cycles - 1) * day;
  return {
    times: Array.from({ length: life.cycles }, (_, cycle) => firstFlight + cycle * day),
    values: life.values,
    removals: [{ cycles: life.cycles, lastFlight, completedAt: lastFlight + day }],
    start: firstFlight,
    description: `${life.cycles} flights, one a day, to the end of its life`,
    failureDistribution: fitLives(lives),
    missionTime: 'P180D',
    thresholds: engineThresholds('#10d'),
  };
}

const actionsOfReplay: Record<string, NewThreshold['actions']> = {
  'Near the end of life': [
    notifyOperators(),
    {
      type: 'advisory',
      direction: 'enter',
      comment: 'Plan the removal: the engine is near the end of its life.',
      targetHorizon: 'P3D',
      priority: 2,
    },
  ],
};

function planReplayed(
  lives: readonly EngineLife[],
  { unit }: EngineLife,
  { anchor, until }: Replay,
): EnginePlan {
  const [first] = placeLives(lives, unit, anchor);
  const start = first!.firstFlight;
  const { times, values, ended } = flownBetween(lives, unit, anchor, start - 1, until);
  return {
    times,
    values,
    removals: ended.map(toRemoval),
    start,
    description: 'A replay: three flights a day, one life after another',
    failureDistribution: fitLives(lives, flightInterval / day),
    missionTime: 'P60D',
    thresholds: engineThresholds('#80h').map((one) => ({ ...one, actions: actionsOfReplay[one.name] ?? [] })),
  };
}

export const toRemoval = ({ life, lastFlight, replacedAt }: PlacedLife): Removal => ({
  cycles: life.cycles,
  lastFlight,
  completedAt: replacedAt,
});

/**
 * Records an end of life as corrective work.
 * @returns its id.
 */
export const recordRemoval = (
  trx: Db,
  tagId: number,
  { cycles, lastFlight, completedAt }: Removal,
): Promise<number> =>
  recordWork(trx, {
    tagId,
    name: 'Removed at the end of its life',
    description: `After flight ${cycles}`,
    kind: 'corrective',
    failureMechanism: '2.4',
    failureCause: '3.4',
    startedAt: new Date(lastFlight),
    completedAt: new Date(completedAt),
  });

/**
 * Fits the life distribution, with the precision that a hundred lives allow.
 * @param days of a cycle
 */
export function fitLives(lives: readonly EngineLife[], days = 1): FailureDistributionParameters {
  const fit = fitWeibull(lives.map(({ cycles }) => ({ days: cycles * days, failed: true })))!;
  return {
    distribution: 'weibull',
    type: 'cdf',
    shape: Number(fit.shape.toFixed(2)),
    scale: `P${Math.round(fit.scale)}D`,
  };
}

/** Creates an engine and all its records except points and work. */
async function createEngine(trx: Db, life: EngineLife, plan: EnginePlan): Promise<MadeEngine> {
  const asset = engineAsset(life.unit);
  const { uniqueId } = asset;
  const assetId = await seedAsset(trx, {
    ...asset,
    category: 'Rotating',
    class: 'Gas turbines',
    type: 'Aero-derivative',
    description: 'A turbofan engine, simulated from one of its first flights to the end of its life',
  });
  const assetIds = [assetId];
  const source = 'NASA C-MAPSS, FD001';
  const [removalId, ...sensorIds] = await createTags(trx, [
    { name: `${uniqueId}.REMOVAL`, caption: 'Removal from service', type: 'work', assetIds },
    ...sensors.map(({ column, caption, unit }) => ({
      name: `${uniqueId}.${column}`,
      caption,
      type: 'data_point' as const,
      unit,
      source,
      assetIds,
    })),
  ]);
  const twinId = await seedTwin(trx, {
    assetId,
    active: true,
    description: plan.description,
    startDate: new Date(plan.start),
    missionTime: plan.missionTime,
    failureDistribution: plan.failureDistribution,
    consequence: { value: 1_500_000, description: 'Unplanned removal and overhaul (assumed)' },
  });
  await createTwinAliases(trx, twinId, [
    { name: 'Removal', type: 'work', mappedTagId: removalId! },
    ...sensors.map(({ caption, unit }, i) => ({
      name: caption,
      type: 'data_point' as const,
      mappedTagId: sensorIds[i]!,
      unit,
    })),
  ]);
  await seedProtection(trx, {
    twinId,
    name: 'Degradation of the core',
    description: 'The compressor loses efficiency: gas gets hotter and its pressure rises at the same thrust',
    type: 'condition',
    active: true,
    thresholds: plan.thresholds,
  });
  return { assetId, twinId, removalId: removalId!, sensorIds };
}
