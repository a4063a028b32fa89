import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverDirectory } from '../../../platform/config/paths.ts';
import type { Db } from '../../../platform/database/database.ts';
import { importPoints } from '../../../series/index.ts';
import { seedAsset } from '../../assets/asset/service.ts';
import { createMarkedRangeIn } from '../../proof/protection-score/service.ts';
import { type NewThreshold, seedProtection } from '../../protections/protection/service.ts';
import { createTags } from '../../signals/tag/service.ts';
import { createTwinAliases } from '../../twins/alias/service.ts';
import { seedTwin } from '../../twins/twin/service.ts';

const file = join(serverDirectory, 'demo', 'machine_temperature_system_failure.csv');

/** The limits, and what they catch and miss, are explained in docs/demo.md. */
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
      response: 'Ask the shift whether a stop is planned. If none is, inspect the machine.',
      timeToRespond: 'PT8H',
    },
  },
];

/** The ranges that the publisher of the data marks as abnormal. */
export const knownWindows: { start: string; end: string; note: string; failedAt?: string }[] = [
  { start: '2013-12-10T06:25:00Z', end: '2013-12-12T05:35:00Z', note: 'Anomaly' },
  { start: '2013-12-15T17:50:00Z', end: '2013-12-17T17:00:00Z', note: 'Planned shutdown' },
  { start: '2014-01-27T14:20:00Z', end: '2014-01-29T13:30:00Z', note: 'Early and subtle' },
  {
    start: '2014-02-07T14:55:00Z',
    end: '2014-02-09T14:05:00Z',
    note: 'Failure',
    failedAt: '2014-02-08T14:30:00Z',
  },
];

/** Loads the machine whose recorded temperature precedes its failure in February 2014. @returns its asset. */
export async function loadMachine(trx: Db, progress: (percent: number) => void): Promise<number[]> {
  const { times, values } = parseMachine(await readFile(file, 'utf8'));
  const assetId = await seedAsset(trx, {
    uniqueId: 'MACHINE-01',
    assetName: 'Industrial machine',
    category: 'Rotating',
    description: 'A large industrial machine with a temperature sensor inside one of its components',
  });
  const [tagId] = await createTags(trx, [
    {
      name: 'MACHINE-01.TEMPERATURE',
      caption: 'Component temperature',
      type: 'data_point',
      description: 'Every 5 minutes. The unit was not recorded.',
      source: 'Numenta Anomaly Benchmark',
      assetIds: [assetId],
    },
  ]);
  const twinId = await seedTwin(trx, {
    assetId,
    active: true,
    description: 'Its temperature sensor recorded the eleven weeks round its failure in February 2014',
    startDate: new Date(times[0]!),
    missionTime: 'P1Y',
    failureDistribution: { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P2Y' },
    consequence: { value: 400_000, description: 'Repair and two days of lost production (assumed)' },
  });
  await createTwinAliases(trx, twinId, [{ name: 'Temperature', type: 'data_point', mappedTagId: tagId! }]);
  await seedProtection(trx, {
    twinId,
    name: 'Loss of heat',
    description: 'The component cools down where it should run hot: the machine stalls or fails',
    type: 'condition',
    active: true,
    thresholds: machineThresholds,
  });
  for (const { start, end, note, failedAt } of knownWindows) {
    await createMarkedRangeIn(trx, twinId, {
      start: Date.parse(start),
      end: Date.parse(end),
      failedAt: failedAt === undefined ? null : Date.parse(failedAt),
      failureModeId: null,
      note,
    });
  }
  await importPoints(trx, [{ tagId: tagId!, times, values }]);
  progress(100);
  return [assetId];
}

/** Lines of `timestamp,value`, the time in UTC as `2013-12-02 21:15:00`. */
function parseMachine(text: string): { times: number[]; values: number[] } {
  const lines = text.trimEnd().split('\n').slice(1);
  const rows = lines.map((line) => line.split(','));
  return {
    times: rows.map(([time]) => Date.parse(`${time!.replace(' ', 'T')}Z`)),
    values: rows.map(([, value]) => Number(value)),
  };
}
