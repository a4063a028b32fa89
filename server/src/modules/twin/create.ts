import type { FailureDistributionParameters } from '@twinward/contracts/twin';
import { missionProbability } from '@twinward/domain/risk/probability';
import type { Db } from '../../platform/database.ts';
import { createTwinAliases, type NewTwinAlias } from '../tag-alias/service.ts';
import { insertConsequence, insertProbability, insertTwin } from './store.ts';

/** A twin to be made, with what a failure of its asset would mean. */
export interface NewTwin {
  assetId: number;
  description?: string;
  active: boolean;
  startDate: Date | null;
  /** ISO 8601 length of time */
  missionTime: string | null;
  aliases: readonly NewTwinAlias[];
  /** Its value is calculated from the twin's mission. */
  failureDistribution?: FailureDistributionParameters;
  consequence?: { value: number; description?: string };
}

/** Makes a twin, in the caller's transaction. @returns its id. */
export async function createTwin(db: Db, twin: NewTwin): Promise<number> {
  const { assetId, startDate, missionTime, failureDistribution, consequence } = twin;
  const id = await insertTwin(db, {
    asset_id: assetId,
    description: twin.description ?? '',
    active: twin.active,
    start_date: startDate,
    mission_time: missionTime,
  });
  await createTwinAliases(db, id, twin.aliases);
  if (failureDistribution) {
    await insertProbability(db, {
      twin_id: id,
      value: missionProbability(failureDistribution, { startDate, missionTime }),
      failure_distribution: failureDistribution.distribution,
      failure_distribution_parameters: JSON.stringify(failureDistribution),
    });
  }
  if (consequence) await insertConsequence(db, { twin_id: id, ...consequence });
  return id;
}
