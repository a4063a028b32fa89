import type { Db } from '../../../platform/database/database.ts';
import { seedAsset } from '../../assets/asset/service.ts';
import { createTags } from '../../signals/tag/service.ts';
import { createTwinAliases } from '../../twins/alias/service.ts';
import { seedTwin } from '../../twins/twin/service.ts';
import type { Variable } from './process-data.ts';

interface ProcessTwin {
  uniqueId: string;
  assetName: string;
  assetDescription: string;
  tagDescription?: string;
  twinDescription: string;
  /** Epoch milliseconds. */
  start: number;
}

/** Creates an asset of the Tennessee Eastman process with a tag and an input for each variable, in their order. */
export async function createProcessTwin(
  trx: Db,
  variables: readonly Variable[],
  { uniqueId, assetName, assetDescription, tagDescription, twinDescription, start }: ProcessTwin,
): Promise<{ assetId: number; twinId: number; tagIds: number[] }> {
  const assetId = await seedAsset(trx, {
    uniqueId,
    assetName,
    category: 'Mechanical',
    class: 'Pressure vessels',
    description: assetDescription,
  });
  const tagIds = await createTags(
    trx,
    variables.map(({ published, caption, unit }) => ({
      name: `${uniqueId}.${published}`,
      caption,
      type: 'data_point' as const,
      unit,
      source: 'Tennessee Eastman process',
      ...(tagDescription !== undefined && { description: tagDescription }),
      assetIds: [assetId],
    })),
  );
  const twinId = await seedTwin(trx, {
    assetId,
    active: true,
    description: twinDescription,
    startDate: new Date(start),
    missionTime: 'P1Y',
    failureDistribution: { distribution: 'weibull', type: 'cdf', shape: 1.6, scale: 'P10Y' },
    consequence: { value: 250_000, description: 'A day of lost production (assumed)' },
  });
  await createTwinAliases(
    trx,
    twinId,
    variables.map(({ caption, unit }, i) => ({
      name: caption,
      type: 'data_point' as const,
      mappedTagId: tagIds[i]!,
      unit,
    })),
  );
  return { assetId, twinId, tagIds };
}
