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
import { type EngineLife, readEngineLives, sensors } from './turbofan.ts';

const day = 24 * 3600_000;
/** The last cycle of every engine is on the day on which the machine's record ends. */
export const lastFlight = Date.UTC(2014, 1, 19, 12);
const importedTogether = 10;

/** The limits, and how early they warn, are explained in docs/demo.md. */
const engineThresholds: readonly NewThreshold[] = [
  {
    name: 'Wear seen',
    logic:
      'AVERAGE([LPT outlet temperature], #10d) > 1413 AND AVERAGE([HPC outlet static pressure], #10d) > 47.65',
    level: 250,
  },
  {
    name: 'Worn',
    logic:
      'AVERAGE([LPT outlet temperature], #10d) > 1417 AND AVERAGE([HPC outlet static pressure], #10d) > 47.75',
    level: 500,
  },
  {
    name: 'Near the end of life',
    logic:
      'AVERAGE([LPT outlet temperature], #10d) > 1422 OR AVERAGE([HPC outlet static pressure], #10d) > 47.95',
    level: 900,
  },
];

/** Loads the hundred run-to-failure engines. @returns their assets. */
export async function loadEngines(trx: Db, progress: (percent: number) => void): Promise<number[]> {
  const lives = await readEngineLives();
  const failureDistribution = fitLives(lives);
  const assetIds: number[] = [];
  for (let start = 0; start < lives.length; start += importedTogether) {
    const points: TagInput[] = [];
    for (const life of lives.slice(start, start + importedTogether)) {
      const engine = await makeEngine(trx, life, failureDistribution);
      assetIds.push(engine.assetId);
      points.push(...engine.points);
    }
    await importPoints(trx, points);
    progress(Math.round((100 * Math.min(start + importedTogether, lives.length)) / lives.length));
  }
  return assetIds;
}

/** The life distribution, with one cycle per day, as precise as a hundred lives allow. */
export function fitLives(lives: readonly EngineLife[]): FailureDistributionParameters {
  const fit = fitWeibull(lives.map((life) => ({ days: life.cycles, failed: true })))!;
  return {
    distribution: 'weibull',
    type: 'cdf',
    shape: Number(fit.shape.toFixed(2)),
    scale: `P${Math.round(fit.scale)}D`,
  };
}

/** Creates an engine and all its records except the points. @returns its asset and the points. */
async function makeEngine(
  trx: Db,
  life: EngineLife,
  failureDistribution: FailureDistributionParameters,
): Promise<{ assetId: number; points: TagInput[] }> {
  const number = String(life.unit).padStart(3, '0');
  const uniqueId = `ENGINE-${number}`;
  const firstFlight = lastFlight - (life.cycles - 1) * day;
  const assetId = await seedAsset(trx, {
    uniqueId,
    assetName: `Turbofan engine ${number}`,
    category: 'Rotating',
    class: 'Gas turbines',
    type: 'Aero-derivative',
    description: 'A turbofan engine, simulated from one of its first flights to the end of its life',
  });
  const assetIds = [assetId];
  const source = 'NASA C-MAPSS, FD001';
  const [removal, ...tagIds] = await createTags(trx, [
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
    description: `${life.cycles} flights, one a day, to the end of its life`,
    startDate: new Date(firstFlight),
    missionTime: 'P180D',
    failureDistribution,
    consequence: { value: 1_500_000, description: 'Unplanned removal and overhaul (assumed)' },
  });
  await createTwinAliases(trx, twinId, [
    { name: 'Removal', type: 'work', mappedTagId: removal! },
    ...sensors.map(({ caption, unit }, i) => ({
      name: caption,
      type: 'data_point' as const,
      mappedTagId: tagIds[i]!,
      unit,
    })),
  ]);
  await recordWork(trx, {
    tagId: removal!,
    name: 'Removed at the end of its life',
    description: `After flight ${life.cycles}`,
    kind: 'corrective',
    failureMechanism: '2.4',
    failureCause: '3.4',
    startedAt: new Date(lastFlight),
    completedAt: new Date(lastFlight + day),
  });
  await seedProtection(trx, {
    twinId,
    name: 'Degradation of the core',
    description: 'The compressor loses efficiency: gas gets hotter and its pressure rises at the same thrust',
    type: 'condition',
    active: true,
    thresholds: engineThresholds,
  });
  const times = Array.from({ length: life.cycles }, (_, cycle) => firstFlight + cycle * day);
  const points = sensors.map(({ column }, i) => ({
    tagId: tagIds[i]!,
    times,
    values: life.values.get(column)!,
  }));
  return { assetId, points };
}
