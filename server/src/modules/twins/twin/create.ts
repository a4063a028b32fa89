import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import type { Db } from '../../../platform/database/database.ts';
import { saveConsequence, saveProbability } from '../failure-risk/service.ts';
import { createTwinAliases, type NewTwinAlias } from '../tag-alias/service.ts';
import { insertTwin } from './store.ts';

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
  const owner = { column: 'twin_id', id } as const;
  if (failureDistribution) {
    await saveProbability(
      db,
      owner,
      { startDate, missionTime },
      { ...assigned, value: null, failureDistributionParameters: failureDistribution },
    );
  }
  if (consequence) {
    await saveConsequence(db, owner, { ...assigned, scale: 'dollars', description: '', ...consequence });
  }
  return id;
}

const assigned = { lifeCycleState: 'new', library: false } as const;
